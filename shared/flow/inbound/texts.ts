/** The attachments of a message that are text, as the scorers read them. */
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import { attachmentContents } from '../../mail/attachment-content.ts'
import { decodeUndeclared } from '../../mail/charset.ts'
import { readHtml } from '../../mail/html-text.ts'
import type { RiskMessage } from '../../risk/scorer.ts'
import { textCaps } from '../../risk/text-layers.ts'

/** Bytes of a text attachment beyond which it isn't read at all. */
const maxBytes = 1_000_000

const isText = ({ contentType, filename, sizeBytes }: ParsedMail['attachments'][number]): boolean =>
  sizeBytes <= maxBytes &&
  (/^(?:text\/|application\/(?:json|xml|xhtml|ld\+json|yaml)|message\/rfc822)/i.test(contentType) ||
    /\.(?:txt|md|csv|tsv|html?|json|xml|ya?ml|ics|eml|log|rtf|tex|vcf)$/i.test(filename))

/** Whether a message has text attachments: then its raw bytes are needed. */
export const hasTexts = ({ attachments }: Pick<ParsedMail, 'attachments'>): boolean =>
  attachments.some(isText)

/** What its first text attachments say: of HTML the visible text and, after it, the hidden. */
export async function textsOf(
  raw: Uint8Array | null,
  mail: ParsedMail,
): Promise<NonNullable<RiskMessage['attachmentTexts']>> {
  if (raw === null || !hasTexts(mail)) return []
  const wanted = mail.attachments.filter(isText).slice(0, textCaps.attachments)
  const contents = await attachmentContents(raw)
  return wanted.flatMap(({ index, filename, contentType }) => {
    const content = contents[index]
    if (content === undefined) return []
    const text = decodeUndeclared(content.subarray(0, 4 * textCaps.attachmentCharacters))
    if (!/html/i.test(contentType) && !/\.html?$/i.test(filename)) return [{ filename, text }]
    const html = readHtml(text)
    return [{ filename, text: [html.text, ...html.hidden.map((hidden) => hidden.text)].join('\n') }]
  })
}
