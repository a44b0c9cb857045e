/** Makes rows of today's honest mail out of letters in seven languages, and of clones of it that lead elsewhere. */
import type { Row } from '../rows.ts'
import { textsIn } from '../texts.ts'
import { modernMail } from './modern-mail.ts'
import { fill } from './own-rows.ts'
import { hashOf, randomOf } from './random.ts'

type Random = () => number

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

/** Files of letters, in this order. */
const kinds = ['english', 'germanic', 'romance', 'offers', 'billing']

/** Rows of each letter, and clones of each that has a link. */
const perLetter = 4
const perClone = 2
/** The share of the rows that are whole messages, with header and HTML. */
const wholeShare = 0.7

const endings = ['com', 'com', 'io', 'app', 'net', 'de', 'fr', 'es', 'com.br', 'it', 'nl', 'co.uk']
const paths = ['account', 'orders', 'billing', 'settings', 'login', 'verify', 'i', 'track', 'r']
const locals = ['no-reply', 'noreply', 'support', 'billing', 'hello', 'notifications', 'team', 'service']
/** Domains that firms send their mail or count their clicks through. */
const relays = ['postwing.net', 'sendbird.net', 'listhouse.com']
/** Sites that were taken over or bought, as hostile links lead to. */
const captured = [
  'villaverde.com',
  'oldmillhotel.net',
  'kidsworld.co.za',
  'grupo-sanz.com.br',
  'brightfarm.in',
]
const bait = ['secure', 'login', 'account', 'verify', 'support', 'billing', 'portal']
const cheap = ['top', 'xyz', 'online', 'site', 'icu', 'info', 'com', 'net']

const houseOf = (company: string): string => company.toLowerCase().replace(/[^a-z]/g, '')

/** All rows, the same for the same seed. Rows of one letter, clones too, share a group. */
export function modernRows(seed: number): Row[] {
  const random = randomOf(seed)
  const rows: Row[] = []
  const add = (
    set: string,
    kind: string,
    template: string,
    company: string,
    domain: string,
    lead: string,
  ): void => {
    const link = `https://${lead}/${pick(paths, random)}/${Math.floor(random() * 1e7).toString(36)}`
    const filled = fill(template, random, { company: () => company, link: () => link })
    const [subject = '', ...lines] = filled.split('\n')
    const text = lines.join('\n')
    const from = `"${company}" <${pick(locals, random)}@${domain}>`
    const raw = random() < wholeShare ? { raw: modernMail({ subject, from, text }, random) } : {}
    rows.push({
      id: `modern-${rows.length}`,
      set,
      kind,
      group: `modern-${hashOf(template)}`,
      subject,
      from,
      text,
      ...raw,
    })
  }
  for (const template of kinds.flatMap((kind) => textsIn(`training/modern-${kind}`))) {
    for (let i = 0; i < perLetter; i++) {
      const company = fill('{company}', random)
      const house = `${houseOf(company)}.${pick(endings, random)}`
      const kind = random()
      const lead = kind < 0.6 ? house : kind < 0.8 ? `app.${house}` : `click.${pick(relays, random)}`
      add('own_modern', 'benign_hard', template, company, random() < 0.85 ? house : `mail.${house}`, lead)
    }
    if (!template.includes('{link}')) continue
    for (let i = 0; i < perClone; i++) {
      const company = fill('{company}', random)
      const house = houseOf(company)
      const likeness = `${house}-${pick(bait, random)}.${pick(cheap, random)}`
      const elsewhere = random() < 0.5 ? likeness : `${pick(bait, random)}.${pick(captured, random)}`
      const sender = random()
      const domain = sender < 0.35 ? likeness : sender < 0.7 ? pick(captured, random) : `${house}.com`
      add('own_clone', 'phishing', template, company, domain, elsewhere)
    }
  }
  return rows
}
