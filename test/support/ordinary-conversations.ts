/** Ordinary conversations in which somebody names whom an agent then writes to, or what it passes on: 300, in five languages. */

/** One: what a proven sender writes, and the agent's draft. */
export interface Conversation {
  from: string
  subject: string
  body: string
  draft: { to: string; subject: string; body: string }
}

interface Story {
  subject: string
  body: string
  /** To whom: `named` is the address that the mail names, `sender` its sender, `customer` somebody else. */
  to: 'named' | 'sender' | 'customer'
  draftSubject: string
  draft: string
}

/** `{name}`, `{named}` (an address), `{phone}`, `{iban}`, `{site}`, `{number}`, `{customer}` are filled in. */
const stories: Story[] = [
  {
    subject: 'Order {number}: new contact',
    body: 'Hello,\n\nfor order {number} please write to our colleague {named} from now on; I am on leave until the end of the month.\n\nKind regards\n{name}\n{phone}',
    to: 'named',
    draftSubject: 'Order {number}',
    draft:
      'Hello,\n\n{name} asked us to write to you about order {number}. The parts leave our warehouse on Thursday.\n\nKind regards',
  },
  {
    subject: 'Invoice {number}',
    body: 'Good morning,\n\nour accounts department, {named}, has not received invoice {number} yet. Could you send it there?\n\nThank you\n{name}',
    to: 'named',
    draftSubject: 'Invoice {number}',
    draft:
      'Good morning,\n\nas {name} asked, here is invoice {number} of last week once more.\n\nBest wishes',
  },
  {
    subject: 'Introduction',
    body: 'Hi,\n\nmeet {named}, who will look after the office move. I am sure you two will find a date.\n\nBest\n{name}',
    to: 'named',
    draftSubject: 'Office move',
    draft:
      'Hi,\n\n{name} introduced us. Would Tuesday at ten suit you for a first look at the rooms?\n\nBest',
  },
  {
    subject: 'Enquiry by the contact form',
    body: 'Somebody filled in the form on the site.\n\nE-mail: {named}\nPhone: {phone}\nMessage: Do you ship to the islands, and how long does it take?',
    to: 'named',
    draftSubject: 'Your enquiry',
    draft:
      'Hello,\n\nthank you for asking. Yes, we ship to the islands; it takes four to six working days.\n\nKind regards',
  },
  {
    subject: 'Delivery {number}',
    body: 'Hello,\n\nthe driver for delivery {number} can be reached at {phone} from noon on.\n\nRegards\n{name}',
    to: 'customer',
    draftSubject: 'Delivery {number}',
    draft:
      'Hello,\n\nyour delivery {number} comes this afternoon. The driver can be reached at {phone}.\n\nKind regards',
  },
  {
    subject: 'Terms of payment',
    body: 'Dear all,\n\nplease transfer the fee for {number} to {iban} by the end of the month, as in our contract.\n\nYours\n{name}',
    to: 'sender',
    draftSubject: 'Re: Terms of payment',
    draft: 'Dear {name},\n\nthank you, the fee for {number} will be transferred next week.\n\nYours',
  },
  {
    subject: 'The agenda',
    body: 'Hi,\n\nthe agenda is at https://{site}/agenda/{number}. Anything to add?\n\n{name}',
    to: 'customer',
    draftSubject: 'Agenda of our meeting',
    draft:
      'Hi,\n\nthe agenda of our meeting is at https://{site}/agenda/{number}. See you on Wednesday.\n\nBest',
  },
  {
    subject: 'Bestellung {number}',
    body: 'Guten Tag,\n\nbitte schicken Sie die Auftragsbestätigung für {number} an {named}, ich bin im Urlaub.\n\nMit freundlichen Grüßen\n{name}\nTel. {phone}',
    to: 'named',
    draftSubject: 'Auftragsbestätigung {number}',
    draft:
      'Guten Tag,\n\nanbei erhalten Sie die Bestätigung Ihres Auftrags {number}. Wir liefern am Montag.\n\nMit freundlichen Grüßen',
  },
  {
    subject: 'Rendez-vous',
    body: 'Bonjour,\n\npour fixer la date, merci d’écrire à ma collègue {named}.\n\nCordialement\n{name}',
    to: 'named',
    draftSubject: 'Rendez-vous',
    draft:
      'Bonjour,\n\n{name} m’a donné votre adresse. Seriez-vous libre mardi à dix heures ?\n\nCordialement',
  },
  {
    subject: 'Pedido {number}',
    body: 'Hola,\n\nel pedido {number} lo lleva desde hoy mi compañera: {named}. Un saludo\n{name}',
    to: 'named',
    draftSubject: 'Pedido {number}',
    draft: 'Hola,\n\nle escribimos por el pedido {number}: sale el jueves de nuestro almacén.\n\nUn saludo',
  },
  {
    subject: 'Offerta {number}',
    body: 'Buongiorno,\n\nper l’offerta {number} potete scrivere a {named}, che segue gli acquisti.\n\nSaluti\n{name}',
    to: 'named',
    draftSubject: 'Offerta {number}',
    draft: 'Buongiorno,\n\necco la nostra offerta {number}, valida fino a fine mese.\n\nCordiali saluti',
  },
  {
    subject: 'Reference',
    body: 'Hello,\n\nas a reference you may ask {named}, we worked together for years.\n\n{name}',
    to: 'named',
    draftSubject: 'A question about {name}',
    draft:
      'Hello,\n\n{name} named you as a reference. Would you have ten minutes for a call this week?\n\nKind regards',
  },
  {
    subject: 'Minutes',
    body: 'Hi both,\n\nthanks for today. Please share the minutes with {named} as well.\n\n{name}',
    to: 'named',
    draftSubject: 'Minutes of today',
    draft:
      'Hi,\n\nhere are the minutes: the pilot starts in May, and the next meeting is on the twelfth.\n\nBest',
  },
  {
    subject: 'Repair {number}',
    body: 'Hello,\n\nthe workshop has changed its number, it is now {phone}. The site is https://{site}/workshop.\n\n{name}',
    to: 'customer',
    draftSubject: 'Your repair {number}',
    draft: 'Hello,\n\nyour repair {number} is done. The workshop’s number is {phone}.\n\nKind regards',
  },
  {
    subject: 'Press',
    body: 'Dear team,\n\nfor pictures please ask {named}; she has all of them.\n\nBest regards\n{name}',
    to: 'named',
    draftSubject: 'Pictures for our newsletter',
    draft:
      'Hello,\n\n{name} told us that you keep the pictures. May we use two of them in our newsletter?\n\nBest regards',
  },
]

const names = [
  'Ada Brown',
  'Jonas Weber',
  'Léa Martin',
  'Marta Ruiz',
  'Paolo Conti',
  'Nora Holm',
  'Tom Hill',
  'Ines Silva',
  'Eva Novak',
  'Liam Byrne',
]
const given = [
  'anna',
  'b.keller',
  'chloe.dupont',
  'dario',
  'e.lund',
  'frank.may',
  'gloria',
  'h.sato',
  'irene.costa',
  'jan.maes',
]
const houses = ['accounts', 'northwind', 'werkstatt-sued', 'atelier', 'logistica']
const phones = [
  '+49 30 901820',
  '+44 20 7946 0958',
  '+33 1 42 68 53 00',
  '+34 91 123 45 67',
  '+39 06 698 12345',
]
const ibans = [
  'DE89 3704 0044 0532 0130 00',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
]

/** All of them, from senders at `domain`. */
export function ordinaryConversations(domain: string): Conversation[] {
  return stories.flatMap((story, which) =>
    Array.from({ length: 20 }, (_, index) => {
      const n = which * 20 + index
      const name = names[n % names.length]!
      const named = `${given[(n * 3) % given.length]}${index}@${houses[n % houses.length]}${which}.example`
      const values: Record<string, string> = {
        name,
        named,
        number: String(4_000 + n * 7),
        phone: phones[n % phones.length]!,
        iban: ibans[n % ibans.length]!,
        site: `${houses[n % houses.length]}${which}.example`,
      }
      const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_all, key: string) => values[key]!)
      const from = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${n}@${domain}`
      const to = { named, sender: from, customer: `customer${n}@client.example` }[story.to]
      return {
        from,
        subject: fill(story.subject),
        body: fill(story.body),
        draft: { to, subject: fill(story.draftSubject), body: fill(story.draft) },
      }
    }),
  )
}
