/** Mails of a queue that are equal, as a person sees it: of one way, with one subject but for its numbers, for one reason. */
import type { QueuedMail } from '../../shared/domain/review-queue.ts'

/** The same text for mails that are alike. */
export function likenessOf({
  direction,
  inbox_id,
  from,
  subject,
  reasons,
}: Pick<QueuedMail, 'direction' | 'inbox_id' | 'from' | 'subject' | 'reasons'>): string {
  const words = subject
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{N}+/gu, '#')
    .trim()
  // What leaves is from the inbox itself.
  const sender = direction === 'inbound' ? from.toLowerCase() : ''
  return JSON.stringify([direction, inbox_id, sender, words, reasons.toSorted()])
}

/** How many mails are alike, and to how many different recipients they are to be sent: to none, what came in. */
export interface Alike {
  count: number
  recipients: number
}

/** How many of `mails` are alike, by likeness. */
export function countAlike(mails: readonly QueuedMail[]): ReadonlyMap<string, Alike> {
  const alike = new Map<string, QueuedMail[]>()
  for (const mail of mails) {
    const likeness = likenessOf(mail)
    alike.set(likeness, [...(alike.get(likeness) ?? []), mail])
  }
  const counted = ([likeness, those]: [string, QueuedMail[]]) => {
    const to = those.filter(({ direction }) => direction === 'outbound').map((one) => one.to.toLowerCase())
    return [likeness, { count: those.length, recipients: new Set(to).size }] as const
  }
  return new Map([...alike].map(counted))
}
