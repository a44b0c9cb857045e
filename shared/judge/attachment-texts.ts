/** The text in attachments, of mail that comes in and of mail that leaves alike: files, and those in archives, messages, signed files and Outlook's own. */
import {
  beforeMembers,
  hasMembers,
  type Member,
  memberNames,
  readMembers,
  unpackedName,
  zipFault,
} from '../antivirus/read-members.ts'
import type { UnreadReason } from '../domain/attachment-text.ts'
import { limits } from '../domain/limits.ts'
import { cleanText } from '../lib/clean-text.ts'
import { nameToNul } from '../lib/filename.ts'
import { isTnef, tnefFiles } from '../lib/tnef.ts'
import { type FileHint, fileText, isText } from '../mail/file-text.ts'
import { readAttachedMail } from '../mail/read-attached-mail.ts'
import { shortName } from '../mail/short-name.ts'
import { signedFile } from '../mail/signed-file.ts'
import { documentFormat } from './documents/document.ts'
import { openDocumentText } from './documents/office-text.ts'
import { type DocumentReader, readDocument } from './documents/read-document.ts'
import { isRtf, rtfText } from './documents/rtf-text.ts'

/** A file with what it is called. */
export interface AttachedFile extends FileHint {
  content: Uint8Array
}

/** What is read of the attachments of a message. */
export interface AttachmentTexts {
  /** A file in an archive, or in a message, is named behind it: `logs.zip/june.log`. */
  texts: { filename: string; text: string }[]
  /** What the files are called that stand in attachments (archives, messages, signed files), behind those: text or not. */
  heldNames: string[]
  /** Names of those that hold more text, or more files, than was read. */
  cut: string[]
  /** Why nothing was read of a document, by its name. */
  unread: ReadonlyMap<string, UnreadReason>
}

/**
 * The texts of `files`, decided by what they hold, within `limits.attachmentText…` and those of archives; and which of
 * them went on beyond that. Never throws for what they hold. `documents` reads PDFs and Office documents: on a thread of its
 * own where they are a stranger's.
 */
export async function readAttachmentTexts(
  files: readonly AttachedFile[],
  documents: DocumentReader = readDocument,
): Promise<AttachmentTexts> {
  const reader = new Reader(documents)
  for (const file of files) await reader.read({ ...file, filename: cleanText(file.filename) }, 1)
  return {
    texts: reader.texts,
    heldNames: reader.heldNames,
    cut: [...new Set(reader.cut)],
    unread: reader.unread,
  }
}

class Reader {
  readonly texts: { filename: string; text: string }[] = []
  readonly heldNames: string[] = []
  readonly cut: string[] = []
  readonly unread = new Map<string, UnreadReason>()
  readonly #unpacking = { bytes: limits.archiveBytes as number }
  readonly #readDocument: DocumentReader
  #bytes: number = limits.attachmentTextsBytes
  #documents = 0

  constructor(documents: DocumentReader) {
    this.#readDocument = documents
  }

  async read(file: AttachedFile & { whole?: boolean }, depth: number): Promise<void> {
    const signed = signedFile(file.content, file)
    if (signed !== null) {
      if (signed.filename !== file.filename) this.#hold(file.filename, [signed.filename])
      if (depth >= limits.archiveDepth) this.cut.push(file.filename)
      else await this.read({ ...signed, whole: file.whole !== false }, depth + 1)
    }
    if (isTnef(file.content)) await this.#readTnef(file, depth)
    // Its name may have it opened as anything else all the same: a few bytes ahead of a text or a zip hide neither.
    if (isRtf(file.content)) this.#readRtf(file)
    await this.#readAsDocument(file)
    if (!hasMembers(file.content)) {
      // Some programs find the files of a zip without its directory.
      if ((await zipFault(file.content)) === 'damaged') this.cut.push(file.filename)
      return await this.#readFile(file, depth)
    }
    await this.#readArchive(file, depth)
    // A zip is found from its end: who opens the file as text reads what stands before it.
    const before = beforeMembers(file.content)
    if (before.length === 0) return
    // Another archive, which some programs open rather than the last.
    if (before.length < file.content.length && hasMembers(before))
      return await this.#readArchive({ ...file, content: before }, depth + 1)
    const all = isText(file.content, file)
    await this.#readFile(all ? file : { ...file, content: before }, depth)
  }

  /** Notes what files in `holder` are called; one with a NUL in its name, also by what stands ahead of that. */
  #hold(holder: string, written: readonly string[]): void {
    const names = written.flatMap((name) => {
      const ahead = nameToNul(name)
      return ahead === null ? [name] : [ahead, name]
    })
    const room = Math.max(0, limits.heldNames - this.heldNames.length)
    for (const name of names.slice(0, room)) this.heldNames.push(`${shortName(holder)}/${shortName(name)}`)
    if (names.length > room) this.cut.push(holder)
  }

  async #readFile(file: AttachedFile & { whole?: boolean }, depth: number): Promise<void> {
    const { filename, content } = file
    if (!isText(content, file)) return
    if (this.#bytes <= 0 || this.texts.length >= limits.attachmentTexts) {
      this.cut.push(filename)
      return
    }
    const mail = await readAttachedMail(content, file)
    const most = Math.min(limits.attachmentTextBytes, this.#bytes)
    const { text, whole } = fileText(mail?.bare ?? content, file, most)
    this.#bytes -= Math.min(content.length, most)
    if (!whole || file.whole === false) this.cut.push(filename)
    if (text !== '') this.texts.push({ filename, text })
    const parts = mail?.parts.filter((part) => isNoBody(part.filename)) ?? []
    this.#hold(filename, [
      ...parts.map((part) => part.filename),
      ...parts.flatMap(({ nulName }) => (nulName === undefined ? [] : [nulName])),
    ])
    for (const part of mail?.parts ?? []) {
      if (depth < limits.archiveDepth)
        await this.read({ ...part, filename: `${filename}/${part.filename}` }, depth + 1)
      else this.cut.push(filename)
    }
  }

  /** Its source is read as well: what the document doesn't show. */
  #readRtf({ filename, content }: AttachedFile): void {
    const most = Math.min(limits.attachmentTextBytes, this.#bytes)
    const text = cleanText(rtfText(content.subarray(0, most)))
    this.#bytes -= Math.min(text.length, most)
    if (text !== '' && this.texts.length < limits.attachmentTexts) this.texts.push({ filename, text })
  }

  async #readTnef({ filename, content }: AttachedFile, depth: number): Promise<void> {
    let left: number = depth >= limits.archiveDepth ? 0 : limits.archiveFiles
    for (const file of tnefFiles(Buffer.from(content.buffer, content.byteOffset, content.byteLength))) {
      if (left-- === 0) {
        this.cut.push(filename)
        return
      }
      if (isNoBody(file.name)) this.#hold(filename, [file.name])
      const name = `${filename}/${cleanText(file.name)}`
      const { content: held, whole } = file
      await this.read({ filename: name, contentType: '', charset: null, content: held, whole }, depth + 1)
    }
  }

  async #readAsDocument({
    filename,
    content,
    whole = true,
  }: AttachedFile & { whole?: boolean }): Promise<void> {
    const format = documentFormat(content)
    if (format === null) return
    if (++this.#documents > limits.documents || content.length > limits.documentSize || this.#bytes <= 0) {
      this.cut.push(filename)
      this.unread.set(filename, 'too_large')
      return
    }
    const read = await this.#readDocument(content, format)
    if (read.unread !== null) this.unread.set(filename, read.unread)
    const text = read.text.slice(0, this.#bytes)
    this.#bytes -= text.length
    if (!whole || !read.whole || text.length < read.text.length) this.cut.push(filename)
    if (text !== '') this.texts.push({ filename, text })
  }

  async #readArchive({ filename, content }: AttachedFile, depth: number): Promise<void> {
    // The antivirus calls what is nested deeper unscannable.
    if (depth > limits.archiveDepth) return
    const { names, whole } = memberNames(content, filename.slice(filename.lastIndexOf('/') + 1))
    this.#hold(filename, names)
    if (!whole) this.cut.push(filename)
    const most = limits.attachmentTextBytes
    const isOffice = documentFormat(content) !== null
    let isOpen = false
    for await (const member of readMembers(content, most, this.#unpacking)) {
      if (isOffice && officePart.test(member.name)) continue
      isOpen ||= member.name === 'mimetype' && openMark.test(Buffer.from(member.content).toString('latin1'))
      if (isOpen && openPart.test(member.name)) continue
      const said = isOpen && openText.test(member.name) ? openDocumentText(member.content) : null
      const file = memberFile(filename, member)
      await this.read(
        said === null ? file : { ...file, content: Buffer.from(said), charset: 'utf-8' },
        depth + 1,
      )
    }
    if (this.#unpacking.bytes <= 0) this.cut.push(filename)
  }
}

/** Whether it is no text of the message itself, which has no name of its own. */
const isNoBody = (name: string): boolean => !/^message\.(?:txt|html|rtf)$/.test(name)

/** Parts of an Office document, which is read as such. */
const officePart = /^(?:\[Content_Types\]\.xml|(?:_rels|docProps|word|xl|ppt|customXml)\/.*\.(?:xml|rels))$/i
/** What an OpenDocument file says that it is, of its parts those that say nothing, and those that do. */
const openMark = /^application\/vnd\.oasis\.opendocument\./
const openPart =
  /^(?:mimetype|(?:META-INF|Configurations2)\/.*\.xml|(?:meta|settings|manifest)\.(?:xml|rdf))$/
const openText = /(?:^|\/)(?:content|styles)\.xml$/

function memberFile(archive: string, { name, content, whole }: Member): AttachedFile & { whole: boolean } {
  const inner = name === '' ? unpackedName(archive) : `${archive}/${cleanText(name)}`
  return { filename: inner, contentType: '', content, whole }
}
