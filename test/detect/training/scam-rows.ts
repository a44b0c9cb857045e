/** Makes rows of phishing, spam and the honest mail they imitate out of sentences written for training. */
import type { Row } from '../rows.ts'
import { linesOf, textsIn } from '../texts.ts'
import { modernMail } from './modern-mail.ts'
import { authorOf, fill, honestLetters, type Letter, letterOf, lettersOf } from './own-rows.ts'
import { hashOf, randomOf } from './random.ts'

/** A kind of mail: one has a subject, perhaps a greeting, one or two leads, an action, perhaps a threat, an end. */
interface Theme {
  name: string
  senders: readonly string[]
  subjects: readonly string[]
  leads: readonly string[]
  actions: readonly string[]
  threats: readonly string[]
  ends: readonly string[]
}

const own = (name: string): string[] => textsIn(`training/${name}`)
const greetings = own('greetings')
const themesIn = (name: string): Theme[] => linesOf<Theme>(`training/${name}`)

type Random = () => number

/** The share of the rows that are whole messages, with header and HTML. */
const wholeShare = 0.35
const perTheme = 160
const perMoreTheme = 100
const perHonestTheme = 160
const perForeign = 6
const perHonest = 6
const perLetter = 3
/** Of letters of today, each with a sender, links and numbers of its own. */
const perLetterToday = 6
/** Of letters of which there are many. */
const perWhole = 2

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!
const maybe = (chance: number, list: readonly string[], random: Random): string[] =>
  random() < chance ? [pick(list, random)] : []

const locals = [
  'info',
  'office',
  'admin',
  'noreply',
  'sales',
  'support',
  'marketing',
  'john.miller',
  'contact',
  'hr',
]
const sites = [
  'brightfarm',
  'alpha-steel',
  'villaverde',
  'kidsworld',
  'oldmillhotel',
  'grupo-sanz',
  'tanaka-works',
  'uni-lowell',
]
const lures = [
  'secure-login',
  'account-verify',
  'mail-update',
  'billing-support',
  'security-alerts',
  'notice-service',
]
const endings = ['com', 'com', 'com', 'net', 'org', 'co.za', 'com.br', 'it', 'in', 'pl', 'edu']
const cheapEndings = ['top', 'xyz', 'info', 'online', 'site', 'tk', 'ga', 'icu', 'biz', 'club']

/** The address of a scammer: a captured mailbox mostly, or a domain bought for it, or a free mailbox. */
function strangerOf(random: Random): string {
  const local = pick(locals, random)
  const kind = random()
  if (kind < 0.55) return `${local}@${pick(sites, random)}.${pick(endings, random)}`
  if (kind < 0.75)
    return `${local}@${pick(lures, random)}${Math.floor(random() * 90)}.${pick(endings, random)}`
  if (kind < 0.87)
    return `${local}${Math.floor(random() * 90_000)}@${pick(sites, random)}.${pick(cheapEndings, random)}`
  return `${local}${Math.floor(random() * 9_000)}@${pick(['gmail.com', 'outlook.com', 'yahoo.com'], random)}`
}

/** The sender of an honest service: its own name and domain, now and then an office of it, or a firm that sends for it. */
function serviceOf(random: Random): string {
  const company = fill('{company}', random)
  const name = company.toLowerCase().replace(/[^a-z]/g, '')
  const ending =
    random() < 0.8
      ? pick(['com', 'org', 'net', 'de', 'co.uk'], random)
      : pick([...cheapEndings, 'shop'], random)
  const domain =
    random() < 0.85
      ? `${name}.${ending}`
      : `${name}-${pick(['billing', 'mail-update', 'support', 'accounts'], random)}.${ending}`
  const kind = random()
  if (kind < 0.5) return `"${company}" <no-reply@${domain}>`
  if (kind < 0.75)
    return `"${company} ${pick(['Support', 'Billing', 'Team', 'Security', 'Service Desk'], random)}" <support@${domain}>`
  if (kind < 0.85)
    return `"${pick(['IT Service Desk', 'Support', 'Accounts', 'Notifications'], random)}" <notify@${domain}>`
  return `"${company}" <bounce-${Math.floor(random() * 90_000)}@mail.${pick(['sendbird', 'postwing', 'listhouse'], random)}.net>`
}

/** A person who writes from a mailbox of his own. */
function personOf(random: Random): string {
  const name = fill('{name}', random)
  const local = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')
  const host = pick(['gmail.com', 'outlook.com', 'yahoo.com', ...sites.map((site) => `${site}.org`)], random)
  return `"${name}" <${local}@${host}>`
}

/** The sender of an honest mail of a theme: a firm at its own domain, or a person at one or at a free mailbox. */
function honestSenderOf(theme: Theme, random: Random): string {
  const company = fill('{company}', random)
  const template = pick(theme.senders, random)
  const name = fill(template, random, { company: () => company })
  const house = company.toLowerCase().replace(/[^a-z]/g, '')
  const domain = `${random() < 0.2 ? 'mail.' : ''}${house}.${pick(['com', 'org', 'net', 'de', 'co.uk'], random)}`
  const person = /^\{name\}/.test(template)
  const local = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')
  if (person && random() < 0.3)
    return `"${name}" <${local}@${pick(['gmail.com', 'outlook.com', 'yahoo.com'], random)}>`
  return `"${name}" <${person ? local : pick(['news', 'info', 'no-reply', 'service', 'support'], random)}@${domain}>`
}

/** A mail of a theme: sentences of it in their usual order, as one paragraph or several. */
function mailOf(
  theme: Theme,
  openings: readonly string[],
  random: Random,
): { subject: string; text: string } {
  const sentences = [
    ...maybe(0.6, openings, random),
    ...maybe(0.92, theme.leads, random),
    ...maybe(0.3, theme.leads, random),
    ...maybe(0.92, theme.actions, random),
    ...maybe(0.15, theme.actions, random),
    ...maybe(0.55, theme.threats, random),
    ...maybe(0.6, theme.ends, random),
  ]
  const separator = pick(['\n\n', '\n', ' '], random)
  return {
    subject: fill(pick(theme.subjects, random), random),
    text: sentences.map((sentence) => fill(sentence, random)).join(separator),
  }
}

/** How honest mail greets: by name mostly, and not seldom as scams do. */
const honestGreetings = [
  'Hi {name},',
  'Dear {name},',
  'Hello {name},',
  'Hello,',
  'Hi,',
  'Dear customer,',
  'Dear all,',
]

/** All rows, the same for the same seed. Rows of one template or theme share a group. */
export function scamRows(seed: number): Row[] {
  const random = randomOf(seed)
  const rows: Row[] = []
  const add = (
    kind: string,
    set: string,
    template: string,
    parts: Pick<Row, 'subject' | 'from' | 'text' | 'source'>,
  ): void => {
    const { subject = '', from, text } = parts
    const whole = from !== undefined && random() < wholeShare
    const raw = whole ? { raw: modernMail({ subject, from, text }, random) } : {}
    rows.push({
      id: `scam-${rows.length}`,
      set,
      kind,
      group: `${/letter$/.test(set) ? 'own' : 'scam'}-${hashOf(template)}`,
      ...parts,
      ...raw,
    })
  }
  const addScams = (some: readonly Theme[], count: number, kindOf: (name: string) => string): void => {
    for (const theme of some)
      for (let i = 0; i < count; i++) {
        const from = `"${fill(pick(theme.senders, random), random)}" <${strangerOf(random)}>`
        add(kindOf(theme.name), 'own_scam', theme.name, { ...mailOf(theme, greetings, random), from })
      }
  }
  addScams(themesIn('scam-themes'), perTheme, (name) =>
    name === 'advertising' || name === 'prize' ? 'spam' : 'phishing',
  )
  addScams(
    [...themesIn('phishing-themes'), ...themesIn('phishing-themes-more')],
    perMoreTheme,
    () => 'phishing',
  )
  addScams([...themesIn('spam-themes'), ...themesIn('spam-themes-more')], perMoreTheme, () => 'spam')
  for (const text of own('scams-foreign'))
    for (let i = 0; i < perForeign; i++) add('phishing', 'own_scam', text, { text: fill(text, random) })
  for (const template of [...own('honest-services-short'), ...own('honest-short')])
    for (let i = 0; i < perHonest; i++) {
      const [subject = '', ...lines] = fill(template, random).split('\n')
      add('benign_hard', 'own_honest_service', template, {
        subject,
        from: /\{name\}$/.test(template) ? personOf(random) : serviceOf(random),
        text: lines.join('\n'),
      })
    }
  const addLetters = (
    letters: readonly string[],
    count: number,
    [kind, set]: readonly [kind: string, set: string],
    senderOf: () => string,
  ): void => {
    for (const letter of letters)
      for (let i = 0; i < count; i++) {
        const [text, { subject }] = letterOf(letter, random)
        add(kind, set, letter, { subject, text, from: senderOf() })
      }
  }
  addLetters(
    [...own('honest-office'), ...own('honest-community')],
    perLetter,
    ['benign_hard', 'own_letter'],
    () => personOf(random),
  )
  addLetters(own('honest-services'), perLetter, ['benign_hard', 'own_letter'], () => serviceOf(random))
  const stranger = (): string => `"${fill('{name}', random)}" <${strangerOf(random)}>`
  addLetters(own('spam-letters'), perLetter, ['spam', 'own_scam_letter'], stranger)
  addLetters(own('phishing-letters'), perLetter, ['phishing', 'own_scam_letter'], stranger)
  addLetters(own('spam-today'), perLetterToday, ['spam', 'own_scam_letter'], stranger)
  addLetters(own('phishing-today'), perLetterToday, ['phishing', 'own_scam_letter'], stranger)
  const addWhole = (kind: string, set: string, letters: readonly Letter[], senderOf: () => string): void => {
    for (const letter of letters)
      for (let i = 0; i < perWhole; i++) {
        const [text, { subject }] = letterOf(letter.text, random)
        add(kind, set, letter.text, { subject, text, from: senderOf(), ...authorOf(letter) })
      }
  }
  for (const kind of ['phishing', 'fraud', 'spam'])
    addWhole(kind, 'own_scam_letter', lettersOf(kind), stranger)
  addWhole('benign_hard', 'own_honest_letter', honestLetters(), () =>
    random() < 0.5 ? personOf(random) : serviceOf(random),
  )
  for (const theme of [...themesIn('honest-themes'), ...themesIn('honest-themes-more')])
    for (let i = 0; i < perHonestTheme; i++) {
      const from = honestSenderOf(theme, random)
      add('benign_hard', 'own_honest_service', theme.name, {
        ...mailOf(theme, honestGreetings, random),
        from,
      })
    }
  return rows
}
