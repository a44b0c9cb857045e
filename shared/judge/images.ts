/** The images of a message in which codes are looked for. */
import type { ParsedMail } from '../domain/parsed-mail.ts'
import { codeCaps } from '../risk/scam/read-codes.ts'
import type { Image } from '../risk/scorer.ts'

const isImage = ({ contentType, filename, sizeBytes }: ParsedMail['attachments'][number]): boolean =>
  sizeBytes <= codeCaps.bytes &&
  (/^image\/(?:png|jpe?g|pjpeg)$/i.test(contentType) || /\.(?:png|jpe?g)$/i.test(filename))

/** Whether a message has images that are worth a look: then its raw bytes are needed. */
export const hasImages = ({ attachments }: Pick<ParsedMail, 'attachments'>): boolean =>
  attachments.some(isImage)

/** Its first images, as they came; `files` are its attachments. */
export function imagesOf(files: readonly { content: Uint8Array }[], mail: ParsedMail): Image[] {
  const wanted = mail.attachments.filter(isImage).slice(0, codeCaps.images)
  return wanted.flatMap(({ index, filename }) => {
    const content = files[index]?.content
    return content === undefined ? [] : [{ where: `attachment:${filename}`, content }]
  })
}
