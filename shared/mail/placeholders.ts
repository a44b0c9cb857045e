/** Keeps large attachments that are decoded already away from mailparser, which takes 11 ms a megabyte. */
import { randomBytes } from 'node:crypto'
import { type Edit, isAttachment, type MimePart } from './mime-tree.ts'
import type { DecodedBody } from './strict-base64.ts'

/** Bytes of decoded content from which it pays. */
const worthwhile = 4 * 1024

/** What a placeholder begins with: unknown to senders, so that no attachment can pass for one. */
const mark = randomBytes(24).toString('hex')

/** Stand-ins for attachments' content: put into the message before mailparser reads it, exchanged afterwards. */
export class Placeholders {
  readonly edits: Edit[] = []
  readonly #contents: DecodedBody[] = []
  #exchanged = 0

  /** `decoded` is content of parts that is beyond doubt. */
  constructor(decoded: ReadonlyMap<MimePart, DecodedBody>) {
    for (const [part, content] of decoded) {
      if (content.length < worthwhile || !isAttachment(part)) continue
      const insert = Buffer.from(`${mark} ${this.#contents.length}`).toString('base64')
      this.edits.push({ at: part.bodyStart, remove: part.bodyEnd - part.bodyStart, insert })
      this.#contents.push(content)
    }
  }

  /** The content that `found` stands for; undefined where it is content itself. */
  contentFor(found: Buffer): DecodedBody | undefined {
    if (this.#contents.length === 0 || found.length > 100) return undefined
    const text = found.toString('latin1')
    if (!text.startsWith(`${mark} `)) return undefined
    this.#exchanged++
    return this.#contents[Number(text.slice(mark.length + 1))]
  }

  /** Whether every stand-in has been exchanged: else mailparser saw other parts than we did. */
  get complete(): boolean {
    return this.#exchanged === this.#contents.length
  }
}
