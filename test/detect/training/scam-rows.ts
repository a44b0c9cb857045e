/** Makes rows of phishing, spam and the honest mail they imitate out of sentences written for training. */
import type { Row } from '../rows.ts'
import { fill } from './own-rows.ts'
import { hashOf, randomOf } from './random.ts'
import { foreignScams, greetings, honestServices, type Theme, themes } from './texts/scams.ts'

type Random = () => number

const perTheme = 160
const perForeign = 6
const perHonest = 6

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

/** A scam of a theme: sentences of it in their usual order, as one paragraph or several. */
function scamOf(theme: Theme, random: Random): { subject: string; from: string; text: string } {
  const sentences = [
    ...maybe(0.6, greetings, random),
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
    from: `"${fill(pick(theme.senders, random), random)}" <${strangerOf(random)}>`,
    text: sentences.map((sentence) => fill(sentence, random)).join(separator),
  }
}

/** All rows, the same for the same seed. Rows of one template or theme share a group. */
export function scamRows(seed: number): Row[] {
  const random = randomOf(seed)
  const rows: Row[] = []
  const add = (
    kind: string,
    set: string,
    template: string,
    parts: Pick<Row, 'subject' | 'from' | 'text'>,
  ): void => {
    rows.push({ id: `scam-${rows.length}`, set, kind, group: `scam-${hashOf(template)}`, ...parts })
  }
  for (const theme of themes)
    for (let i = 0; i < perTheme; i++) {
      const scam = scamOf(theme, random)
      add(
        theme.name === 'advertising' || theme.name === 'prize' ? 'spam' : 'phishing',
        'own_scam',
        theme.name,
        scam,
      )
    }
  for (const text of foreignScams)
    for (let i = 0; i < perForeign; i++) add('phishing', 'own_scam', text, { text: fill(text, random) })
  for (const template of honestServices)
    for (let i = 0; i < perHonest; i++) {
      const [subject = '', ...lines] = fill(template, random).split('\n')
      add('benign_hard', 'own_honest_service', template, {
        subject,
        from: serviceOf(random),
        text: lines.join('\n'),
      })
    }
  return rows
}
