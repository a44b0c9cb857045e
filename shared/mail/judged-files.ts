/** The files of a message that its judging looks into: what may hold text, PDFs, and images that may hold codes. */
import { limits } from '../domain/limits.ts'
import type { JudgedFile, ParsedMail } from '../domain/parsed-mail.ts'
import { isPdf } from './file-text.ts'

/** The attachments that are images worth a look, as many as are looked at. */
export const imagesAmong = ({ attachments }: Pick<ParsedMail, 'attachments'>): ParsedMail['attachments'] =>
  attachments.filter(isImage).slice(0, limits.codeImages)

/** `files`, the attachments of `mail`, each in its place; none where nobody looks into any. Their content is not copied. */
export function judgedFiles(
  files: readonly JudgedFile[],
  mail: Pick<ParsedMail, 'attachments' | 'textFiles'>,
): JudgedFile[] {
  const wanted = new Set([
    ...(mail.textFiles ?? mail.attachments.map(({ index }) => index)),
    ...imagesAmong(mail).map(({ index }) => index),
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

const isImage = ({ contentType, filename, sizeBytes }: ParsedMail['attachments'][number]): boolean =>
  sizeBytes <= limits.codeImageBytes &&
  (/^image\/(?:png|jpe?g|pjpeg)$/i.test(contentType) || /\.(?:png|jpe?g)$/i.test(filename))
