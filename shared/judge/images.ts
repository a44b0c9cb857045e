/** The images of a message in which codes are looked for. */
import type { ParsedMail } from '../domain/parsed-mail.ts'
import { imagesAmong } from '../mail/judged-files.ts'
import type { Image } from '../risk/scorer.ts'

/** Its first images, as they came; `files` are its attachments. */
export function imagesOf(files: readonly { content: Uint8Array }[], mail: ParsedMail): Image[] {
  return imagesAmong(files, mail).flatMap(({ index, filename }) => {
    const content = files[index]?.content
    return content === undefined ? [] : [{ where: `attachment:${filename}`, content }]
  })
}
