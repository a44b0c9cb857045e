/** What a language model is shown of a mail: its start and end, and the passages that other scorers have marked. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import { cleanText, truncate } from '../../lib/clean-text.ts'
import { boundedAddress } from '../../lib/link-address.ts'
import type { RiskMessage } from '../scorer.ts'
import { findSecrets } from '../secret/find-secrets.ts'

/** Caps on what is said of a mail beside its text: their number, and characters of one. */
export const shownCaps = {
  subject: 500,
  address: 300,
  files: 20,
  fileName: 120,
  links: 20,
  link: 200,
  passages: 20,
} as const

/** Parts of the characters of text: what each may use, marked passages first. */
export const shownShares = { passages: 0.45, head: 0.35, tail: 0.1, hidden: 0.1 } as const

/** Characters that a marked passage is shown with, on both sides of it. */
const around = 300
/** What stands in place of text that is left out. */
const gap = '[…]'

/**
 * The text to be judged, of which at most `maxCharacters` are the mail's own words; the rest is bounded by
 * {@link shownCaps}. Keys and passwords are masked. `found` is what other scorers have found, with points.
 */
export function shownOf(message: RiskMessage, found: readonly Detection[], maxCharacters: number): string {
  const { mail } = message
  const whole = mail.body.length <= maxCharacters * (1 - shownShares.hidden)
  const room = (share: number) => Math.floor(maxCharacters * share)
  const passages = passagesOf(message, found, whole, room(shownShares.passages))
  const hidden = truncate(
    mail.hidden.map(({ reason, text }) => `[${reason}] ${text}`).join('\n'),
    room(shownShares.hidden),
  )
  const shown = [
    ...aboutOf(message),
    '',
    whole ? mail.body : bothEnds(mail.body, room(shownShares.head), room(shownShares.tail)),
    ...section('Text that a human reader does not see:', hidden),
    ...section('Passages that other checks have marked:', passages.join(`\n${gap}\n`)),
  ].join('\n')
  return masked(cleanText(shown))
}

const section = (title: string, text: string): string[] => (text === '' ? [] : ['', title, text])

function bothEnds(text: string, head: number, tail: number): string {
  const end = text.slice(text.length - tail)
  return `${truncate(text, head)}\n${gap} ${text.length - head - tail} characters left out ${gap}\n${end}`
}

/** Who writes to whom, where links lead, and which files come along. */
function aboutOf({ mail, authentication }: RiskMessage): string[] {
  const from = mail.from === null ? 'nobody' : `${mail.from.name} <${mail.from.address}>`
  const links = mail.links.slice(0, shownCaps.links).map(({ href, text }) => {
    const target = boundedAddress(href, shownCaps.link)
    return text === '' ? target : `${target} (shown as: ${truncate(text, shownCaps.link)})`
  })
  const files = mail.attachments
    .slice(0, shownCaps.files)
    .map(({ filename }) => truncate(filename, shownCaps.fileName))
  return [
    `From: ${truncate(from, shownCaps.address)}`,
    ...(mail.replyTo === '' ? [] : [`Reply-To: ${truncate(mail.replyTo, shownCaps.address)}`]),
    ...(authentication === null ? [] : [`Sender authenticated (DMARC): ${authentication.dmarc.result}`]),
    `Subject: ${truncate(mail.subject, shownCaps.subject)}`,
    ...(files.length === 0 ? [] : [`Attachments: ${files.join(', ')}`]),
    ...(links.length === 0 ? [] : ['Links:', ...links.map((link) => `- ${link}`)]),
  ]
}

/** Where evidence is from that the lines above the passages show. */
const shownAbove = new Set(['subject', 'header:from', 'header:reply-to'])

interface Stretch {
  where: string
  start: number
  end: number
}

/**
 * Passages with what stands around them, the weightiest findings' first: each finding has one before any has two, so
 * that many small ones can't crowd out a large one. What stands in a body that is shown whole is left out.
 */
function passagesOf(
  message: RiskMessage,
  found: readonly Detection[],
  bodyShown: boolean,
  room: number,
): string[] {
  const texts = textsOf(message)
  const stretches: Stretch[] = []
  const bare: string[] = []
  let left = room
  for (const evidence of inTurns(found)) {
    if (left <= 0 || stretches.length + bare.length >= shownCaps.passages) break
    const { where } = evidence
    if (shownAbove.has(where) || (bodyShown && where === 'body')) continue
    const stretch = stretchOf(evidence, texts.get(where))
    if (stretch === null) {
      const text = truncate(evidence.text, left)
      if (bare.includes(`[${where}] ${text}`)) continue
      left -= text.length
      bare.push(`[${where}] ${text}`)
    } else {
      const end = Math.min(stretch.end, stretch.start + left)
      if (stretches.some((one) => one.where === where && one.start <= stretch.start && end <= one.end))
        continue
      left -= end - stretch.start
      stretches.push({ ...stretch, end })
    }
  }
  const cut = stretches.map(({ where, start, end }) => `[${where}] ${texts.get(where)!.slice(start, end)}`)
  return [...cut, ...bare]
}

/** Texts of the mail that evidence may be of, by the name it gives them. */
function textsOf({ mail, attachmentTexts = [] }: RiskMessage): Map<string, string> {
  const texts = new Map(attachmentTexts.map(({ filename, text }) => [`attachment:${filename}`, text]))
  texts.set('body', mail.body)
  if (mail.html !== null) texts.set('html', mail.html)
  return texts
}

/** Evidence of findings that weigh something, the first of each, then the second of each, and so on. */
function inTurns(found: readonly Detection[]): Evidence[] {
  const weighty = found
    .filter(({ points = 0 }) => points > 0)
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
    .map(({ evidence = [] }) => evidence)
  const rounds = Math.min(shownCaps.passages, Math.max(0, ...weighty.map(({ length }) => length)))
  return Array.from({ length: rounds }, (_, round) => weighty.flatMap((one) => one[round] ?? [])).flat()
}

/** Null where the passage doesn't stand in a text that is at hand: it was encoded, say. */
function stretchOf({ where, text, offset }: Evidence, source: string | undefined): Stretch | null {
  if (source === undefined || text === '') return null
  const at = offset ?? source.indexOf(text)
  if (at < 0 || at >= source.length) return null
  return { where, start: Math.max(0, at - around), end: Math.min(source.length, at + text.length + around) }
}

function masked(text: string): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of findSecrets(text).toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(at, start), '[secret]')
    at = end
  }
  return [...pieces, text.slice(at)].join('')
}
