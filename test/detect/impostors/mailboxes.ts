/** Mailboxes with whom they know, for letters of impostors and of those who only look like one. */
import type { RowFields } from '../row-format.ts'

type Mailbox = Required<Pick<RowFields, 'known' | 'house'>>

const known = (list: string): Mailbox['known'] =>
  list
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', address = '', clean = '6'] = line.split(' | ').map((part) => part.trim())
      return { name, address, clean: Number(clean), days: Number(clean) * 3 }
    })

/** By name; the first three belong to the first half of the letters, the others to the second. */
export const mailboxes = {
  joinery: {
    house: { name: 'Larkfield Joinery Ltd', addresses: ['rose.penhale@larkfieldjoinery.co.uk'] },
    known: known(`
      Rose Penhale | rose.penhale@larkfieldjoinery.co.uk | 40
      Desmond Okafor | desmond@larkfieldjoinery.co.uk | 22
      Tamar Timber Accounts | accounts@tamartimber.co.uk | 14
      Holly Brightmore | holly@tamartimber.co.uk | 9
      Piers Waverley | p.waverley@waverleyhinges.com | 5
      Nadia Rahmani | nadia.rahmani@gmail.com | 7`),
  },
  clinic: {
    house: {
      name: 'Seehof Praxis',
      addresses: ['verwaltung@seehof-praxis.de', 'k.brandner@seehof-praxis.de'],
    },
    known: known(`
      Dr. Katrin Brandner | k.brandner@seehof-praxis.de | 31
      Jonas Eberle | j.eberle@medilabor-sued.de | 12
      MediLabor Süd Rechnungswesen | rechnung@medilabor-sued.de | 18
      Ulrike Fennemann | u.fennemann@fennemann-steuer.de | 8
      Petra Lind | petra.lind@web.de | 4`),
  },
  studio: {
    house: { name: 'Quillon Pictures', addresses: ['marta@quillonpictures.com', 'theo@quillonpictures.com'] },
    known: known(`
      Marta Quillon | marta@quillonpictures.com | 55
      Theo Abernathy | theo@quillonpictures.com | 30
      Lumen Rentals | billing@lumenrentals.com | 11
      Grace Oyelaran | grace@lumenrentals.com | 16
      Hartwell & Stone LLP | r.stone@hartwellstone.com | 6
      Camille Fournier | camille.fournier@atelierfournier.fr | 9`),
  },
  foundry: {
    house: {
      name: 'Ostberg Foundry',
      addresses: ['ingrid.ostberg@ostbergfoundry.se', 'ap@ostbergfoundry.se'],
    },
    known: known(`
      Ingrid Ostberg | ingrid.ostberg@ostbergfoundry.se | 48
      Mikael Sandin | mikael.sandin@ostbergfoundry.se | 26
      Kronvik Alloys | invoice@kronvikalloys.com | 13
      Dagny Holm | dagny.holm@kronvikalloys.com | 21
      Pavel Havranek | havranek@slevarnakladno.cz | 10
      Birgit Thorsen | birgit.thorsen@outlook.com | 5`),
  },
  school: {
    house: {
      name: 'Colegio Monteverde',
      addresses: ['direccion@colegiomonteverde.es', 'lucia.barea@colegiomonteverde.es'],
    },
    known: known(`
      Lucía Barea | lucia.barea@colegiomonteverde.es | 37
      Ernesto Vidal | ernesto.vidal@colegiomonteverde.es | 19
      Comedores Alba | facturas@comedoresalba.es | 15
      Noelia Prado | noelia@comedoresalba.es | 12
      Transportes Rioseco | administracion@transportesrioseco.com | 8
      Inés Calvo | ines.calvo@gmail.com | 6`),
  },
  brewery: {
    house: {
      name: 'Saltmarsh Brewing',
      addresses: ['owen@saltmarshbrewing.com', 'finance@saltmarshbrewing.com'],
    },
    known: known(`
      Owen Treharne | owen@saltmarshbrewing.com | 60
      Priya Nandakumar | priya@saltmarshbrewing.com | 33
      Copperline Tanks | ar@copperlinetanks.com | 10
      Walter Dunmore | walter@copperlinetanks.com | 14
      Hopyard Growers Co-op | office@hopyardgrowers.org | 9
      Sofia Lindqvist | sofia@nordicmalt.fi | 11`),
  },
} satisfies Record<string, Mailbox>

/** One letter: who writes, what it says, and what was before in its thread. */
export interface Letter {
  to: keyof typeof mailboxes
  from: string
  subject: string
  text: string
  reply_to?: string
  /** What DMARC says of it; a pass where it isn't given. */
  dmarc?: 'pass' | 'fail' | 'none'
  /** Earlier mail of the thread: who wrote, and what. */
  thread?: [from: string, text: string][]
}

/** The row that a letter is; `index` makes its id. */
export const rowOf = ({ to, dmarc = 'pass', thread, ...letter }: Letter, kind: string, index: number) => ({
  id: `${kind}-${index}`,
  kind,
  group: `${kind} ${index}`,
  set: 'impostors',
  ...letter,
  ...mailboxes[to],
  authentication: { dmarc, spf: dmarc },
  ...(thread === undefined ? {} : { thread: thread.map(([from, text]) => ({ from, text })) }),
})
