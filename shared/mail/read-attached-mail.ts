/** What a message says that is attached to another: its texts and its files, decoded. */
import type { FileHint } from './file-text.ts'
import type { MimeTree } from './mime-tree.ts'
import { readMail } from './parse.ts'

/** An attached message, taken apart. */
export interface AttachedMail {
  /** Its bytes without those that are in `parts`: its headers, and what stands between its parts, too. */
  bare: Uint8Array
  /** What an encoding hides from who reads its bytes: its text, its HTML, and its attachments. */
  parts: (FileHint & { content: Uint8Array; nulName?: string })[]
}

/** A field that a header of mail has, at the start of a line. */
const mailField =
  /^(?:from|to|subject|date|received|message-id|mime-version|return-path|content-type)[ \t]{0,9}:/gim
/** Without one of these, a message says what its bytes say. */
const encoded =
  /^content-transfer-encoding[ \t]{0,9}:[ \t]{0,9}(?:base64|quoted-printable|x-?uu)|=\?[\w-]{2,40}\?[bq]\?|^begin [0-7]{3} /im
/** A charset whose bytes are not those of ASCII, or may not be; or one that is told in a roundabout way (RFC 2231). */
const foreign =
  /charset(?:\*|[ \t]{0,9}=\s{0,9}"?(?!utf-?8\b|us-ascii\b|iso-8859-\d{1,2}\b|windows-125\d\b)[\w"])/i
const startBytes = 4_096

/** `content` taken apart; null where it is no message, by its type or its first lines, or hides nothing. Never throws. */
export async function readAttachedMail(
  content: Uint8Array,
  { contentType }: FileHint,
): Promise<AttachedMail | null> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const written = bytes.toString('latin1')
  const fields = written.slice(0, startBytes).match(mailField)?.length ?? 0
  if (!/^message\/(?:rfc822|global)/i.test(contentType) && fields < 2) return null
  if (!encoded.test(written) && !foreign.test(written)) return null
  const { mail, files, tree } = await readMail(content)
  const { subject, from, body, hidden, html, findings } = mail
  const unread = findings.some(({ code }) => code === 'parse_failed' || code.endsWith('_capped'))
  const said = [subject, from?.name ?? '', body, ...hidden.map(({ text }) => text)].join('\n')
  return {
    bare: unread ? bytes : withoutEncoded(bytes, tree),
    parts: [
      { filename: 'message.txt', contentType: 'text/plain', charset: 'utf-8', content: Buffer.from(said) },
      ...(html === null
        ? []
        : [
            {
              filename: 'message.html',
              contentType: 'text/html',
              charset: 'utf-8',
              content: Buffer.from(html),
            },
          ]),
      ...files,
    ],
  }
}

/** `raw` without the bodies of pages, and of parts that are encoded. */
function withoutEncoded(raw: Buffer, { parts }: MimeTree): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const { boundary, encoding, type, bodyStart, bodyEnd } of parts) {
    const decoded = encoding === 'base64' || encoding === 'quoted-printable' || type.value === 'text/html'
    if (boundary !== null || !decoded || bodyStart < at) continue
    pieces.push(raw.subarray(at, bodyStart))
    at = bodyEnd
  }
  return Buffer.concat([...pieces, raw.subarray(at)])
}
