/** The text of a part that is shown. */
import { simpleParser } from 'mailparser'
import { decodeKnown, decodeUndeclared } from './charset.ts'
import { unflow } from './format-flowed.ts'
import type { MimePart } from './mime-tree.ts'
import { decodeField } from './read-headers.ts'

/** The text of `part` of `raw`, whose bytes are decoded to `content`; lines end with LF. Never throws. */
export async function shownText(raw: Buffer, part: MimePart, content: Buffer): Promise<string> {
  const { params, value } = part.type
  const charset = params.get('charset') ?? ''
  const known = decodeKnown(content, charset)
  if (known === null || (known.includes(unreadable) && !/^(?:utf-?8)?$/i.test(charset))) {
    const theirs = await textByMailparser(raw, part)
    if (theirs?.includes(unreadable) === false) return theirs
  }
  const text = known ?? decodeUndeclared(content)
  const flowed = value === 'text/plain' && params.get('format')?.toLowerCase() === 'flowed'
  return (flowed ? unflow(text, params.get('delsp')?.toLowerCase() === 'yes') : text).replace(/\r\n/g, '\n')
}

const unreadable = '\ufffd'

/**
 * mailparser knows charsets that Node has no decoder for (of DOS, UTF-32), and forgives what Node's don't. Undefined
 * where it takes the part for something else than we do.
 */
async function textByMailparser(raw: Buffer, part: MimePart): Promise<string | undefined> {
  if (part.type.params.has('boundary')) return undefined
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
