/** Message-IDs of Message-ID, In-Reply-To and References headers (RFC 5322 §3.6.4). */
import { limits } from '../domain/limits.ts'
import { truncate } from '../lib/clean-text.ts'

/**
 * The Message-IDs in `text`, without angle brackets, in order and without repeats; where no brackets are used,
 * its words that have an `@`. Each is cut at limits.messageIdBytes; of more than limits.references the first
 * (the root of the thread) and the last ones are kept.
 */
export function messageIdsOf(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>]{1,10000})>/g)].map((match) => match[1]!)
  const words =
    bracketed.length > 0 ? bracketed : text.split(/[\s<>,;]+/).filter((word) => word.includes('@'))
  const ids = [...new Set(words.map(cut).filter((id) => id !== ''))]
  return ids.length <= limits.references ? ids : [ids[0]!, ...ids.slice(1 - limits.references)]
}

/** The Message-ID of a Message-ID header; null where there is none. Odd ones are kept as they are. */
export function messageIdOf(text: string): string | null {
  return messageIdsOf(text)[0] ?? (cut(text) || null)
}

function cut(id: string): string {
  const compact = id.replace(/\s+/g, '')
  if (compact.length <= limits.messageIdBytes && Buffer.byteLength(compact) <= limits.messageIdBytes)
    return compact
  const bytes = Buffer.from(truncate(compact, limits.messageIdBytes)).subarray(0, limits.messageIdBytes)
  return bytes.toString().replace(/\uFFFD+$/, '')
}
