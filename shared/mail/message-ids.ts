/** Message-IDs of Message-ID, In-Reply-To and References headers (RFC 5322 §3.6.4). */
import { limits } from '../domain/limits.ts'
import { truncate } from '../lib/clean-text.ts'

/** Least length of a Message-ID without `@`: shorter ones are `none`, `null` and the like. */
const bareIdCharacters = 16

/** What programs write ahead of the `@` for want of an id. */
const noId = /^(?:undefined|null|none|nil|nan)?@/i

/** Whether `id` tells one message from all others: what a mailer writes for want of one would join strangers in a thread. */
export const namesMessage = (id: string): boolean =>
  id.includes('@') ? !noId.test(id) : id.length >= bareIdCharacters

/**
 * The Message-IDs in `text` that name a message, without angle brackets, in order and without repeats; where no brackets
 * are used, its words that have an `@`, or its only word where that is long. Each is cut at limits.messageIdBytes; of more than limits.references the first
 * (the root of the thread) and the last ones are kept.
 */
export function messageIdsOf(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>]{1,10000})>/g)].map((match) => match[1]!)
  const found = bracketed.length > 0 ? bracketed : bareIdsOf(text)
  const ids = [...new Set(found.map(cut).filter(namesMessage))]
  return ids.length <= limits.references ? ids : [ids[0]!, ...ids.slice(1 - limits.references)]
}

function bareIdsOf(text: string): string[] {
  const words = text.split(/[\s<>,;]+/).filter((word) => word !== '')
  const addressed = words.filter((word) => word.includes('@'))
  return addressed.length === 0 && words.length === 1 ? words : addressed
}

/** The Message-ID of a Message-ID header; null where there is none. Odd ones are kept as they are. */
export function messageIdOf(text: string): string | null {
  return messageIdsOf(text)[0] ?? (cut(text.replace(/^\s*<([^<>]*)>\s*$/, '$1')) || null)
}

function cut(id: string): string {
  const compact = id.replace(/\s+/g, '')
  if (compact.length <= limits.messageIdBytes && Buffer.byteLength(compact) <= limits.messageIdBytes)
    return compact
  const bytes = Buffer.from(truncate(compact, limits.messageIdBytes)).subarray(0, limits.messageIdBytes)
  return bytes.toString().replace(/\uFFFD+$/, '')
}
