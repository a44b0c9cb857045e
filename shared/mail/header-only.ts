/** The answer for a message whose content can't be read: its header, and why there is no more. */
import { limits } from '../domain/limits.ts'
import type { ParsedMail, StructuralFinding } from '../domain/parsed-mail.ts'
import { splitHeaderFields } from './header-fields.ts'
import { readHeaders } from './read-headers.ts'

/** Parses the header of `raw` alone; `findings` say why. The raw message must be scanned. Never throws. */
export function parseHeaderOnly(raw: Uint8Array, findings: StructuralFinding[]): ParsedMail {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, limits.headerBytes)).toString(
    'latin1',
  )
  const end = start.search(/\r?\n\r?\n/)
  return {
    ...readHeaders(splitHeaderFields(end < 0 ? start : start.slice(0, end))),
    body: '',
    html: null,
    bodySanitized: '',
    extractedText: '',
    attachments: [],
    findings,
    hidden: [],
    links: [],
    hasForm: false,
    needsScan: true,
  }
}
