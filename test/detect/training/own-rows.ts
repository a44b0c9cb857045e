/** Makes rows for training out of the texts written for it: attacks in carriers, obfuscated or not, and honest mail. */
import type { Row } from '../rows.ts'
import { grouped, linesOf, textsBy, textsIn } from '../texts.ts'
import { obfuscate } from './obfuscate.ts'
import { hashOf, randomOf } from './random.ts'

const own = (name: string): string[] => textsIn(`training/${name}`)

/** What fills the slots of texts, by their names. */
const slotTexts = textsBy('training/slots', 'part')
const { names, companies, hosts, files, commands, quotes, personas, models, crimes, leads } =
  slotTexts as Record<
    | 'names'
    | 'companies'
    | 'hosts'
    | 'files'
    | 'commands'
    | 'quotes'
    | 'personas'
    | 'models'
    | 'crimes'
    | 'leads',
    string[]
  >
const ordinary = own('honest-ordinary')
const hard = own('honest-hard')
const goals = own('goals')
const lines = own('plain-lines')
const code = own('plain-code')
/** Parts of short honest sentences: who, what is asked or told, of what, when. */
const parts = textsBy('training/sentence-parts', 'part') as Record<
  'asks' | 'deeds' | 'things' | 'times' | 'ends',
  string[]
>

/** Texts of one language: orders in the imperative, frames of `{goal}`, and honest mail whose words resemble orders. */
const languages = Object.values(
  grouped(
    linesOf<{ language: string; part: 'goals' | 'frames' | 'honest'; text: string }>('training/languages'),
    'language',
    (line) => line,
  ),
).map(
  (spoken) => grouped(spoken, 'part', ({ text }) => text) as Record<'goals' | 'frames' | 'honest', string[]>,
)

type Random = () => number

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!
const digits = (count: number, random: Random): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const months = ['January', 'March', 'May', 'June', 'September', 'November']

/** Fills the slots of a text; those that are texts with slots of their own are filled before they go in. */
export function fill(text: string, random: Random, own: Record<string, () => string> = {}): string {
  const slots: Record<string, () => string> = {
    name: () => pick(names, random).replace('.', '. '),
    other: () => pick(names, random).replace('.', '. '),
    company: () => pick(companies, random),
    address: () =>
      `${pick(names, random).toLowerCase().replace('.', '')}${digits(2, random)}@${pick(hosts, random)}`,
    url: () =>
      `https://${pick(['www', 'files', 'login', 'go'], random)}.${pick(hosts, random)}/${digits(4, random)}`,
    n: () => String(2 + Math.floor(random() * 28)),
    date: () => `${1 + Math.floor(random() * 28)} ${pick(months, random)}`,
    amount: () =>
      `${pick(['$', '€', '£', 'USD ', 'EUR '], random)}${1 + Math.floor(random() * 90)},${digits(3, random)}`,
    iban: () => `DE${digits(20, random)}`,
    phone: () => `+1 555 ${digits(4, random)}`,
    code: () => `${pick(['A', 'K', 'RX', 'INV-', 'T'], random)}${digits(5, random)}`,
    digits: () => digits(6, random),
    persona: () => pick(personas, random),
    model: () => pick(models, random),
    quote: () => pick(quotes, random),
    file: () => pick(files, random),
    crime: () => pick(crimes, random),
    command: () => fill(pick(commands, random), random),
    ...own,
  }
  return text.replace(/\{([a-zA-Z]+2?)\}/g, (whole, name: string) => slots[name]?.() ?? whole)
}

/** An attack: a frame with orders in it. */
function attackOf(frame: string, orders: readonly string[], random: Random): string {
  const order = (): string => fill(pick(orders, random), random)
  return capital(
    fill(frame, random, {
      goal: order,
      goal2: order,
      Goal: () => capital(order()),
      Goal2: () => capital(order()),
    }),
  )
}

/** `attack` somewhere in `carrier`, as attackers place it. */
function place(attack: string, carrier: string, random: Random): string {
  const paragraphs = carrier.split('\n\n')
  switch (Math.floor(random() * 5)) {
    case 0:
      return attack
    case 1:
      return `${attack}\n\n${carrier}`
    case 2: {
      const at = 1 + Math.floor(random() * Math.max(1, paragraphs.length - 1))
      return [...paragraphs.slice(0, at), attack, ...paragraphs.slice(at)].join('\n\n')
    }
    case 3:
      return `${carrier}\n\n> ${attack.replaceAll('\n', '\n> ')}`
    default:
      return `${carrier}\n\n${attack}`
  }
}

const perFrame = 10
const perLanguageFrame = 5
const perShort = 6
const perHonest = 6
/** Letters with indirect orders, and honest ones beside them. */
const perIndirect = 5
/** Letters that are all of a mail, each with its own fillings. */
const perWhole = 2
/** Each text with its own fillings. */
const perForeign = 2

/** Each with fillings of its own. */
const perLetter = 2

/** A whole letter of today, and which of our authors wrote it. */
export interface Letter {
  text: string
  author: string
}

/** Hostile letters of one kind, in many languages: `injection`, `phishing`, `fraud` or `spam`. */
export const lettersOf = (kind: string): Letter[] =>
  linesOf<Letter & { kind: string }>('training/letters-hostile').filter((letter) => letter.kind === kind)

/** Honest letters, as near to the hostile ones as honest mail gets. */
export const honestLetters = (): Letter[] => linesOf<Letter>('training/letters-honest')

/** The source of a row that is made of such a letter: its author. */
export const authorOf = ({ author }: Letter): { source: string } => ({ source: `letters-${author}` })

/** The text of a letter, and its subject, which stands in the first line of its template. */
export function letterOf(template: string, random: Random): [text: string, more: { subject: string }] {
  const [subject = '', ...lines] = fill(template, random).split('\n')
  return [lines.join('\n'), { subject }]
}

/** Web-page mails with a hidden first line, descriptions of images, and comments of the tool that made them. */
const pages = 250

function page(shown: string, hidden: string, description: string, comment: string): string {
  const head =
    'From: News <news@mail.com>\r\nSubject: News\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8'
  const text = (words: string): string => words.replace(/[<&]/g, ' ')
  return `${head}\r\n\r\n<html><body><!-- ${comment.replaceAll('--', ' ')} --><div style="display:none">${text(hidden)}</div><img src="a.png" alt="${text(description).replaceAll('"', "'")}"><p>${text(shown)}</p></body></html>`
}

/** Letters of a few short sentences. */
const letters = 500

/** Words in no order, and words that no language has: neither is an order to anyone. */
const noise = 200

function shuffled(text: string, random: Random): string {
  const words = text.split(/\s+/)
  return words.map(() => pick(words, random)).join(' ')
}

function invented(count: number, random: Random): string {
  const word = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 8) }, () =>
      pick([...'abcdefghijklmnopqrstuvwxyz'], random),
    ).join('')
  return Array.from({ length: count }, word).join(' ')
}

/** All rows, the same for the same seed. Rows of one template share a group. */
export function ownRows(seed: number): Row[] {
  const random = randomOf(seed)
  const rows: Row[] = []
  const add = (set: string, kind: string, template: string, text: string, more: Partial<Row> = {}): void => {
    rows.push({ id: `own-${rows.length}`, set, kind, group: `own-${hashOf(template)}`, text, ...more })
  }
  const carrier = (): string => fill(pick(random() < 0.75 ? ordinary : hard, random), random)
  const attack = (set: string, frame: string, orders: readonly string[], around: () => string): void => {
    const text = attackOf(frame, orders, random)
    const disguised = random() < 0.3 ? obfuscate(text, pick(leads, random), random) : text
    add(set, 'injection', frame, place(disguised, around(), random), {
      payload: text,
      subject: fill(
        pick(
          ['Invoice {code}', 'Meeting on {date}', 'Re: {company}', 'Hello', 'Update', '{company} news'],
          random,
        ),
        random,
      ),
    })
  }
  for (const frame of own('frames'))
    for (let i = 0; i < perFrame; i++) attack('own_attack', frame, goals, carrier)
  for (const { frames: foreign, goals: orders, honest } of languages) {
    const around = (): string => (random() < 0.5 ? fill(pick(honest, random), random) : carrier())
    for (const frame of foreign)
      for (let i = 0; i < perLanguageFrame; i++) attack('own_attack_language', frame, orders, around)
    for (const text of honest)
      for (let i = 0; i < perLanguageFrame; i++)
        add('own_honest_language', 'benign_hard', text, fill(text, random))
  }
  for (const text of own('handlers'))
    for (let i = 0; i < perLanguageFrame; i++) attack('own_attack_handler', text, goals, carrier)
  for (const text of own('requests'))
    for (let i = 0; i < perLanguageFrame; i++) attack('own_request', text, goals, carrier)
  for (const letter of own('indirect-orders'))
    for (let i = 0; i < perIndirect; i++) {
      const [payload, more] = letterOf(letter, random)
      const text = random() < 0.5 ? payload : place(payload, carrier(), random)
      add('own_attack_indirect', 'injection', letter, text, { ...more, payload })
    }
  for (const letter of lettersOf('injection'))
    for (let i = 0; i < perWhole; i++) {
      const [payload, more] = letterOf(letter.text, random)
      const text = random() < 0.25 ? place(payload, carrier(), random) : payload
      add('own_attack_letter', 'injection', letter.text, text, { ...more, ...authorOf(letter), payload })
    }
  for (const letter of own('plain-requests'))
    for (let i = 0; i < perIndirect; i++) add('own_request', 'injection', letter, ...letterOf(letter, random))
  for (const text of own('short-attacks'))
    for (let i = 0; i < perShort; i++) add('own_attack_short', 'injection', text, fill(text, random))
  for (const text of [
    ...hard,
    ...own('honest-systems'),
    ...own('honest-talk'),
    ...own('honest-about-agents'),
    ...own('honest-requests'),
    ...own('honest-reference'),
  ])
    for (let i = 0; i < perHonest; i++) {
      const filled = fill(text, random)
      add('own_honest_hard', 'benign_hard', text, random() < 0.4 ? place(filled, carrier(), random) : filled)
    }
  for (const text of ordinary)
    for (let i = 0; i < perHonest; i++) add('own_honest', 'benign', text, fill(text, random))
  for (const text of [...own('honest-questions'), ...own('honest-innocent')])
    add('own_question', 'benign_hard', text, text)
  for (const text of [...lines, ...code]) add('own_plain', 'benign', text, text)
  const sentence = (): string =>
    `${pick(parts.asks, random)} ${pick(parts.deeds, random)} ${pick(parts.things, random)} ${pick(parts.times, random)}.`
  for (let i = 0; i < pages; i++) {
    const line = (): string => fill(pick([...lines, ...ordinary], random), random)
    const text = line()
    const raw = page(text, random() < 0.5 ? line() : sentence(), pick(lines, random), pick(code, random))
    add('own_page', 'benign', `page ${i}`, text, { raw })
  }
  for (let i = 0; i < letters; i++) {
    const sentences = Array.from({ length: 1 + Math.floor(random() * 3) }, sentence)
    const greeting = random() < 0.3 ? `Hi ${pick(names, random)}, ` : ''
    add(
      'own_short',
      'benign',
      `letter ${i}`,
      `${greeting}${sentences.join(' ')} ${pick(parts.ends, random)}`.trim(),
    )
  }
  for (let i = 0; i < noise; i++) {
    const words = shuffled(
      fill([pick(ordinary, random), pick(hard, random), pick(lines, random)].join(' '), random),
      random,
    )
    const text =
      random() < 0.5 ? words : `${invented(1 + Math.floor(random() * 60), random)} ${pick(code, random)}`
    add('own_plain', 'benign', `noise ${i}`, text)
  }
  for (const letter of own('honest-indirect'))
    for (let i = 0; i < perIndirect; i++)
      add('own_honest_indirect', 'benign_hard', letter, ...letterOf(letter, random))
  for (const letter of [...own('honest-office'), ...own('honest-services'), ...own('honest-community')])
    for (let i = 0; i < perLetter; i++) add('own_letter', 'benign_hard', letter, ...letterOf(letter, random))
  for (const text of [
    ...own('foreign-honest'),
    ...own('foreign-honest-east'),
    ...own('foreign-honest-asia'),
    ...own('foreign-honest-machines'),
  ])
    for (let i = 0; i < perForeign; i++) add('own_foreign', 'benign_hard', text, fill(text, random))
  for (const letter of own('honest-abroad'))
    for (let i = 0; i < perForeign; i++) add('own_abroad', 'benign_hard', letter, ...letterOf(letter, random))
  return rows
}
