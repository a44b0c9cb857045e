/** The text of a part that is shown. */
import { isUtf8 } from 'node:buffer'
import { decodeKnown, decodeUndeclared } from './charset.ts'
import { unflow } from './format-flowed.ts'
import type { MimePart } from './mime-tree.ts'
import { decodeField } from './read-headers.ts'

/** The text of `part` of `raw`, whose bytes are decoded to `content`; lines end with LF. Never throws. */
export async function shownText(raw: Buffer, part: MimePart, content: Buffer): Promise<string> {
  const { params, value } = part.type
  const charset = params.get('charset') || (value === 'text/html' ? metaCharset(content) : '')
  const known = decodeKnown(content, charset)
  if (known === null || (known.includes(unreadable) && !/^(?:utf-?8)?$/i.test(charset))) {
    const theirs = await textByMailparser(raw, part)
    if (theirs?.includes(unreadable) === false) return theirs
  }
  const text = known ?? decodeUndeclared(content)
  const flowed = value === 'text/plain' && params.get('format')?.toLowerCase() === 'flowed'
  return (flowed ? unflow(text, params.get('delsp')?.toLowerCase() === 'yes') : text).replace(
    /\r{0,3}\n|\r/g,
    '\n',
  )
}

const unreadable = '\ufffd'

/** Bytes of a page in which browsers look for its charset (HTML §13.2.3.2). */
const metaBytes = 1_024
const metaTag = /<meta\s[^>]{0,500}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,60})/i

/** The charset that a page names itself, where its bytes aren't UTF-8; it can't be one that ASCII is no part of. */
function metaCharset(content: Buffer): string {
  const named = metaTag.exec(content.toString('latin1', 0, metaBytes))?.[1] ?? ''
  return named === '' || /^utf-?(?:7|16|32)/i.test(named) || isUtf8(content) ? '' : named
}

/**
 * mailparser knows charsets that we have no decoder for (UTF-32), and forgives what Node's don't. Undefined
 * where it takes the part for something else than we do.
 */
async function textByMailparser(raw: Buffer, part: MimePart): Promise<string | undefined> {
  if (part.type.params.has('boundary')) return undefined
  // Few messages need it, and reading it takes longer than most of them.
  const { simpleParser } = await import('mailparser')
  try {
    const mail = await simpleParser(raw.subarray(part.headerStart, part.bodyEnd), parserOptions)
    return mail.attachments.length > 0 ? undefined : mail.html || mail.text
  } catch {
    return undefined
  }
}

const parserOptions = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
  keepCidLinks: true,
}

const shownFields = ['From', 'Subject', 'Date', 'To', 'Cc', 'Bcc']

/** The fields of an attached message that readers show above its text, a line each. */
export function headLines({ fields }: MimePart): string[] {
  return shownFields.flatMap((name) => {
    const field = fields.find(({ key }) => key === name.toLowerCase())
    return field === undefined ? [] : [`${name}: ${decodeField(field.value)}`]
  })
}
