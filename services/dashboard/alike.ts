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

/** How many of `mails` are alike, by likeness. */
export function countAlike(mails: readonly QueuedMail[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const mail of mails) {
    const likeness = likenessOf(mail)
    counts.set(likeness, (counts.get(likeness) ?? 0) + 1)
  }
  return counts
}
