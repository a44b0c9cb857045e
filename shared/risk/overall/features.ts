/** What the joint judgement looks at: readings of the trained models, points of rules, and how the mail is made. */
import type { Detection } from '../../domain/analysis.ts'
import { freeMail } from '../brands.ts'
import { combine } from '../combine.ts'
import { registrableDomain } from '../lookalike.ts'
import type { RiskMessage } from '../scorer.ts'
import { listedWeights } from '../weights.ts'

/** Links and characters that are looked at. */
const maxLinks = 200
const reach = 20_000

/** Methods that learned themselves: judged by their readings, not by their points. */
const read: ReadonlySet<string> = new Set(['injection', 'scam'])
/**
 * Methods that are not looked at, so that their points stand as they are: what they know is not in the texts that the
 * judgement was learned from, or is not for it to weigh.
 */
const apart: ReadonlySet<string> = new Set([
  'overall',
  'pretext',
  'authentication',
  'feedback',
  'known_sender',
  'report',
  'llm_scan',
  'clamav',
])

/** What the points of all rules together are called, and of those on hidden text. */
export const rulesPoints = 'rules.points'
export const hiddenPoints = 'rules.hidden'

/** The name of a rule's feature; null where its points stand as they are: a floor, or what is not listed. */
export function featureOf(detection: Detection): string | null {
  const { method, result } = detection
  if (apart.has(method) || read.has(method)) return null
  const weight = listedWeights[`${method}.${result}`] ?? listedWeights[`${method}.*`]
  return weight === undefined || !('points' in weight) ? null : `${method}.${result}`
}

/** Whether a finding is weighed here: what others give beside it stands as it is. */
export const isWeighed = (detection: Detection): boolean =>
  read.has(detection.method) || featureOf(detection) !== null

/** The features of a message by name, from what the other scorers have found and read; what is absent is 0. */
export function featuresOf(
  message: RiskMessage,
  found: readonly Detection[],
  readings: ReadonlyMap<string, number>,
): Map<string, number> {
  const features = new Map(readings)
  let rules = 0
  let hidden = 0
  for (const detection of combine(found.filter((one) => featureOf(one) !== null)).detections) {
    const { points = 0 } = detection
    if (points <= 0) continue
    const name = featureOf(detection)!
    features.set(name, Math.max(features.get(name) ?? 0, points))
    rules += points
    if (detection.method === 'hidden_text') hidden += points
  }
  features.set(rulesPoints, rules)
  features.set(hiddenPoints, hidden)
  for (const [name, value] of linkFeatures(message)) features.set(name, value)
  textFeatures(message, features)
  return features
}

/** Features of where links lead, against who sends the mail and what it calls itself. */
export function linkFeatures({ mail }: RiskMessage): Map<string, number> {
  const features = new Map<string, number>()
  const own = mail.from === null ? null : registrableDomain(mail.from.address)
  const domains = new Set<string>()
  let toSender = false
  for (const { href } of mail.links.slice(0, maxLinks)) {
    if (!/^https?:/i.test(href) || !URL.canParse(href)) continue
    const domain = registrableDomain(new URL(href).hostname)
    if (domain === null) continue
    if (domain === own) toSender = true
    domains.add(domain)
  }
  const foreign = domains.size - (toSender ? 1 : 0)
  features.set('links.domains', Math.min(8, domains.size))
  features.set('links.to_sender', toSender ? 1 : 0)
  features.set('links.only_elsewhere', foreign > 0 && !toSender ? 1 : 0)
  features.set('links.share_elsewhere', domains.size === 0 ? 0 : foreign / domains.size)
  if (mail.from !== null && own !== null) {
    const label = own.slice(0, own.indexOf('.'))
    const name = mail.from.name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
    features.set('sender.named_as_domain', label.length > 2 && name.includes(label) ? 1 : 0)
    features.set('sender.free_mail', freeMail.has(own) ? 1 : 0)
    const said = `${mail.subject} ${mail.body.slice(0, 2_000)}`.toLowerCase()
    features.set('text.names_domain', label.length > 3 && said.includes(label) ? 1 : 0)
    const elsewhere = [...domains].filter((domain) => domain !== own)
    features.set(
      'links.names_domain',
      elsewhere.some((domain) => nameIn(domain, said) || nameIn(domain, name)) ? 1 : 0,
    )
  }
  return features
}

/** Whether the name of a domain is said in a text. */
function nameIn(domain: string, text: string): boolean {
  const label = domain.slice(0, domain.indexOf('.'))
  return label.length > 3 && text.includes(label)
}

/** How much text there is and what it is made of. */
function textFeatures({ mail }: RiskMessage, features: Map<string, number>): void {
  const text = mail.body.slice(0, reach)
  let letters = 0
  let capitals = 0
  let digits = 0
  let foreign = 0
  let marks = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x61 && unit <= 0x7a) letters++
    else if (unit >= 0x41 && unit <= 0x5a) capitals++
    else if (unit >= 0x30 && unit <= 0x39) digits++
    else if (unit >= 0x370) foreign++
    else if (unit === 0x21 || unit === 0x24) marks++
  }
  const all = Math.max(1, letters + capitals + foreign)
  features.set('text.length', Math.log2(1 + mail.body.length))
  features.set('text.capitals', capitals / all)
  features.set('text.digits', digits / (all + digits))
  features.set('text.foreign_letters', foreign / all)
  features.set('text.marks', marks / (all / 100 + 1))
  features.set('text.subject', Math.min(120, mail.subject.length))
  features.set('mail.hidden', Math.log2(1 + mail.hidden.reduce((sum, { text }) => sum + text.length, 0)))
  features.set('mail.attachments', Math.min(5, mail.attachments.length))
}
