/** What of a draft comes from untrusted mail of its thread: recipients, links, passages. */
import type { OutboundContext, ThreadMail } from '../outbound-context.ts'
import { findEmails } from '../pii/email.ts'
import { plainForm } from '../plain-form.ts'
import { fingerprintsOf, passageShared, shared } from './fingerprints.ts'

/** A recipient that only the text of an untrusted mail named, and the score of that mail. */
export interface TaintedRecipient {
  address: string
  riskScore: number
}

/**
 * Recipients that are no party of the thread and unknown to the inbox, but stand in the text of an untrusted mail
 * of it: somebody who wrote in has chosen them.
 */
export function taintedRecipients({
  recipients,
  knownRecipients,
  thread,
  inboxAddress,
}: OutboundContext): TaintedRecipient[] {
  const known = new Set([inboxAddress, ...knownRecipients].map(lower))
  // Only who wrote is a party by himself; To and Cc are what an untrusted mail claims.
  const parties = new Set(
    thread
      .flatMap(({ from, recipients: to, trusted }) => [...from.slice(0, 1), ...(trusted ? to : [])])
      .map(lower),
  )
  const strangers = recipients.map(lower).filter((address) => !known.has(address) && !parties.has(address))
  if (strangers.length === 0) return []
  const named = new Map<string, number>()
  for (const mail of thread)
    if (!mail.trusted)
      for (const address of addressesIn(mail))
        named.set(address, Math.max(named.get(address) ?? 0, mail.riskScore))
  return strangers.flatMap((address) => {
    const riskScore = named.get(address)
    return riskScore === undefined ? [] : [{ address, riskScore }]
  })
}

function addressesIn({ subject, text, recipients, from, links }: ThreadMail): string[] {
  const plain = plainForm(`${subject}\n${text}\n${links.join('\n')}`).text
  return [
    ...findEmails(plain).map(({ start, end }) => unspelled(plain.slice(start, end))),
    ...recipients,
    ...from.slice(1),
  ].map(lower)
}

/** `joe [at] corp dot example` as a machine writes it. */
const unspelled = (text: string): string =>
  text.includes('@')
    ? text
    : text.replace(/ ?[[({<]?\bat\b[\])}>]? ?/i, '@').replace(/ ?[[({<]?\bdot\b[\])}>]? ?/gi, '.')

/** Links of the draft that first stood in an untrusted mail of the thread which was judged risky. */
export function taintedLinks(
  links: readonly string[],
  { thread }: OutboundContext,
  riskFrom: number,
): string[] {
  const risky = new Set(
    thread
      .filter(({ trusted, riskScore }) => !trusted && riskScore >= riskFrom)
      .flatMap((mail) => mail.links.map(address)),
  )
  return [...new Set(links)].filter((link) => risky.has(address(link)))
}

/** Fingerprints in common from which a draft repeats a mail rather than a phrase. */
const passageFrom = 2

/**
 * Passages of the fresh text of the draft that stand in an untrusted mail of the thread which was judged risky, though
 * somebody reads them who did not write that: instructions that travel on. What the inbox wrote before anybody had
 * written to it there stays its own; what it wrote later may be what it was told. @returns the longest passage of each
 * such mail, as offsets into `fresh`, none twice.
 */
export function taintedPassages(
  fresh: string,
  { thread, opening, recipients }: OutboundContext,
  riskFrom: number,
): { start: number; end: number }[] {
  const concerning = thread.filter(({ trusted, riskScore, from }) => {
    const writers = new Set(from.map(lower))
    return !trusted && riskScore >= riskFrom && recipients.some((one) => !writers.has(lower(one)))
  })
  if (concerning.length === 0) return []
  const draft = new Set(fingerprintsOf(fresh))
  const own = new Set(opening.flatMap((text) => [...fingerprintsOf(text)]))
  const passages = new Map<string, { start: number; end: number }>()
  for (const { text } of concerning) {
    const foreign = fingerprintsOf(text).filter((mark) => !own.has(mark))
    if (shared(foreign, draft) < passageFrom) continue
    const passage = passageShared(fresh, text, opening) ??
      passageShared(fresh, text, []) ?? { start: 0, end: fresh.length }
    passages.set(`${passage.start}-${passage.end}`, passage)
  }
  return [...passages.values()]
}

/** Recipients who wrote an untrusted mail of the thread that was judged risky. */
export function suspects({ thread, recipients }: OutboundContext, riskFrom: number): string[] {
  const writers = new Set(
    thread
      .filter(({ trusted, riskScore }) => !trusted && riskScore >= riskFrom)
      .flatMap(({ from }) => from.map(lower)),
  )
  return recipients.map(lower).filter((one) => writers.has(one))
}

const address = (link: string): string =>
  link
    .toLowerCase()
    .replace(/[#].*$/, '')
    .replace(/\/$/, '')

export interface ThreadShare {
  /** Mails of the thread of which the draft repeats the better part. */
  mails: number
  /** Recipients of the draft who are no party of those mails. */
  outsiders: string[]
}

/** How much of the thread a draft repeats for readers who were not part of it; null: nothing much. */
export function threadDump(
  texts: readonly string[],
  { thread, recipients, inboxAddress, knownRecipients }: OutboundContext,
): ThreadShare | null {
  if (thread.length === 0) return null
  const draft = new Set(texts.flatMap(fingerprintsOf))
  const repeated = thread.filter((mail) => {
    const marks = fingerprintsOf(mail.text)
    return marks.length >= 3 && shared(marks, draft) >= marks.length * 0.6
  })
  if (repeated.length === 0) return null
  const parties = new Set(
    repeated
      .flatMap((mail) => [...mail.from, ...mail.recipients])
      .concat(inboxAddress)
      .map(lower),
  )
  const known = new Set(knownRecipients.map(lower))
  const outsiders = recipients.map(lower).filter((one) => !parties.has(one) && !known.has(one))
  return outsiders.length === 0 ? null : { mails: repeated.length, outsiders }
}

export interface Overlap {
  threadId: string
  /** Fingerprints in common, and their share of the draft's. */
  marks: number
  share: number
}

/** Threads at which a mark counts as the inbox's own boilerplate. */
const boilerplateFrom = 4

/** Other threads of the inbox from which the draft takes passages that its own thread doesn't have. */
export function overlaps(texts: readonly string[], { thread, otherThreads }: OutboundContext): Overlap[] {
  if (otherThreads.length === 0) return []
  const own = new Set(thread.flatMap((mail) => fingerprintsOf(mail.text)))
  const draft = [...new Set(texts.flatMap(fingerprintsOf))].filter((mark) => !own.has(mark))
  if (draft.length === 0) return []
  const uses = new Map<number, number>()
  const sets = otherThreads.map(({ threadId, fingerprints }) => ({ threadId, marks: new Set(fingerprints) }))
  for (const { marks } of sets)
    for (const mark of draft) if (marks.has(mark)) uses.set(mark, (uses.get(mark) ?? 0) + 1)
  const telling = draft.filter((mark) => (uses.get(mark) ?? 0) < boilerplateFrom)
  return sets
    .map(({ threadId, marks }) => ({
      threadId,
      marks: shared(telling, marks),
      share: shared(telling, marks) / draft.length,
    }))
    .filter(({ marks, share }) => marks >= 3 && (share >= 0.1 || marks >= 8))
    .toSorted((a, b) => b.marks - a.marks)
}

const lower = (text: string): string => text.toLowerCase()
