/** The files of a message that its judging looks into: what may hold text, PDFs, and images that may hold codes. */
import { limits } from '../domain/limits.ts'
import type { JudgedFile, ParsedMail } from '../domain/parsed-mail.ts'
import { isPdf } from './file-text.ts'

/** The attachments that are images worth a look, as many as are looked at: what shows them goes by their first bytes, too. */
export const imagesAmong = (
  files: readonly Pick<JudgedFile, 'content'>[],
  { attachments }: Pick<ParsedMail, 'attachments'>,
): ParsedMail['attachments'] =>
  attachments
    .filter((file) => isImage(file) && isDrawn(files[file.index]?.content))
    .slice(0, limits.codeImages)

/** `files`, the attachments of `mail`, each in its place; none where nobody looks into any. Their content is not copied. */
export function judgedFiles(
  files: readonly JudgedFile[],
  mail: Pick<ParsedMail, 'attachments' | 'textFiles'>,
): JudgedFile[] {
  const wanted = new Set([
    ...(mail.textFiles ?? mail.attachments.map(({ index }) => index)),
    ...imagesAmong(files, mail).map(({ index }) => index),
    ...files.flatMap(({ content }, index) => (isPdf(content) ? [index] : [])),
  ])
  if (wanted.size === 0) return []
  return files.map(({ filename, contentType, charset, content }, index) => ({
    filename,
    contentType,
    charset,
    content: wanted.has(index) ? content : nothing,
  }))
}

const nothing = new Uint8Array()

/** Whether it begins like a PNG or a JPEG, of which codes are read. */
const isDrawn = (content: Uint8Array | undefined): boolean =>
  content !== undefined && /^(?:89504e47|ffd8)/.test(Buffer.from(content.subarray(0, 4)).toString('hex'))

const isImage = ({ contentType, filename, sizeBytes }: ParsedMail['attachments'][number]): boolean =>
  sizeBytes <= limits.codeImageBytes &&
  (/^image\//i.test(contentType) || /\.(?:a?png|jpe?g?|jfif|pjpe?g?|gif|bmp|webp)$/i.test(filename))
