/** Tells a message that can be known again from one that has nothing but its words. */
import { limits } from '../domain/limits.ts'
import { withLineFeeds } from './bare-cr.ts'
import { splitHeaderFields } from './header-fields.ts'

/** What a mailer, or a host on the way, writes anew into each message (RFC 5322 §3.6). */
const marks = new Set(['message-id', 'date', 'received'])

/**
 * Whether the header of `raw` has a Message-ID, a Date or a Received that says something. Without one, as scripts and
 * devices send, the same bytes may be another message: an alert that is raised again.
 */
export function hasOwnMarks(raw: Uint8Array): boolean {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, limits.headerBytes))
  const text = withLineFeeds(start).toString('latin1')
  const end = text.search(/(?:^|\n)\r?\n/)
  const header = end < 0 ? text : text.slice(0, end)
  return splitHeaderFields(header).some(({ key, value }) => marks.has(key) && value !== '')
}
