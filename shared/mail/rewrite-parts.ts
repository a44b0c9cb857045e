/** Rewrites parts in forms that mailparser doesn't know, or reads wrongly, into ones that it reads well. */
import { unflow } from './format-flowed.ts'
import type { Edit, MimePart } from './mime-tree.ts'
import { decodeTransfer, findUuBlocks, uuEncodings } from './transfer-encoding.ts'

/** Edits that rewrite uuencoded parts and flowed text as base64, the header that says so first in its part. */
export function rewriteParts(raw: Buffer, parts: readonly MimePart[]): Edit[] {
  return parts.flatMap((part) => {
    if (
      part.enclosed ||
      part.boundary !== null ||
      raw.toString('latin1', part.headerStart, part.headerStart + 5) === 'From '
    )
      return []
    if (uuEncodings.has(part.encoding)) return uuPart(raw, part)
    return isFlowed(part) ? flowedPart(raw, part) : []
  })
}

function uuPart(raw: Buffer, part: MimePart): Edit[] {
  const block = findUuBlocks(raw.toString('latin1', part.bodyStart, part.bodyEnd), 1)[0]
  return block === undefined ? [] : rewritten(part, '', block.content)
}

/** Text that is shown: mailparser joins its flowed lines across levels of quoting, so that answers look quoted. */
function isFlowed(part: MimePart): boolean {
  return (
    part.type.value === 'text/plain' &&
    part.type.params.get('format')?.toLowerCase() === 'flowed' &&
    (part.disposition.value === '' || part.disposition.value === 'inline')
  )
}

function flowedPart(raw: Buffer, part: MimePart): Edit[] {
  const charset = part.type.params.get('charset') ?? ''
  // The lines are found in bytes, which wide charsets don't show.
  if (!/^[\w.:-]{0,60}$/.test(charset) || /utf-?(?:16|32)|ucs/i.test(charset)) return []
  const text = decodeTransfer(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding).toString('latin1')
  const delSp = part.type.params.get('delsp')?.toLowerCase() === 'yes'
  const type = `Content-Type: text/plain${charset === '' ? '' : `; charset="${charset}"`}\r\n`
  return rewritten(part, type, Buffer.from(unflow(text, delSp), 'latin1'))
}

function rewritten(part: MimePart, header: string, content: Buffer): Edit[] {
  return [
    { at: part.headerStart, remove: 0, insert: `${header}Content-Transfer-Encoding: base64\r\n` },
    { at: part.bodyStart, remove: part.bodyEnd - part.bodyStart, insert: content.toString('base64') },
  ]
}
