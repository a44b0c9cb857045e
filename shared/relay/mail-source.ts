/** The message as a stream: it begins when the peer has asked for the data, and asks whether it may begin, and may end. */
import { Readable } from 'node:stream'

/** Bytes handed on at a time. */
const pieceBytes = 64 * 1_024

/** The message is no longer ours to send, or not to be sent: its data ends without the final dot, so that no peer takes it. */
export class NotOursError extends Error {}

type MayGo = () => boolean | Promise<boolean>

/** Reads `content` in pieces; `onBegin` is called when the first one is asked for. */
export class MailSource extends Readable {
  /** Whether the data has begun: from then on a lost connection leaves open whether the peer has the message. */
  begun = false
  /** Whether its last piece has been handed on: until then there is nothing that a peer could take over. */
  whole = false
  readonly #content: Buffer
  readonly #mayGo: MayGo
  readonly #onBegin: () => void
  #at = 0

  constructor(content: Buffer, mayGo: MayGo, onBegin: () => void) {
    super({ highWaterMark: pieceBytes })
    this.#content = content
    this.#mayGo = mayGo
    this.#onBegin = onBegin
  }

  override _read(): void {
    const last = this.#at + pieceBytes >= this.#content.length
    if (this.begun && !last) {
      this.#give(last)
      return
    }
    if (!this.begun) this.#onBegin()
    const may = this.#mayGo()
    if (typeof may === 'boolean') this.#giveIf(may, last)
    else
      may.then(
        (granted) => this.#giveIf(granted, last),
        (error: Error) => this.destroy(error),
      )
  }

  #giveIf(may: boolean, last: boolean): void {
    if (may) this.#give(last)
    else this.destroy(new NotOursError('the message is not to be sent now'))
  }

  #give(last: boolean): void {
    if (this.destroyed) return
    this.begun = true
    this.whole = last
    const piece = this.#content.subarray(this.#at, this.#at + pieceBytes)
    this.#at += pieceBytes
    this.push(piece)
    if (last) this.push(null)
  }
}
