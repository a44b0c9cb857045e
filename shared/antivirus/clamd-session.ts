/** One INSTREAM command to clamd through the npm package clamscan, over a connection of our own. */
import { once } from 'node:events'
import type { NetConnectOpts } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import NodeClam from 'clamscan'
import { ClamdConnection } from './clamd-connection.ts'

const chunkBytes = 64 * 1024

/** What clamd said of a stream; `isInfected` is null when it gave no verdict. */
export interface ClamdReply {
  isInfected: boolean | null
  viruses: string[]
  resultString: string
}

/**
 * clamscan hides its socket, so it could be neither ended at a deadline nor held back when clamd reads slowly.
 * Here the connection is ours.
 */
export class ClamdSession extends NodeClam {
  readonly #address: NetConnectOpts
  readonly #signal: AbortSignal
  #connection: ClamdConnection | undefined

  /** `signal` ends the session; what was under way then never settles. */
  constructor(address: NetConnectOpts, signal: AbortSignal) {
    super()
    this.#address = address
    this.#signal = signal
    // clamscan only looks whether there is an address at all.
    this.settings.clamdscan = { socket: 'clamd', host: false, port: false }
  }

  override async _initSocket(): Promise<Duplex> {
    this.#connection = await ClamdConnection.open(this.#address, this.#signal)
    return this.#connection
  }

  /** What clamd said, also when the connection failed after it. */
  get heard(): string {
    return this.#connection?.heard ?? ''
  }

  /** What went wrong with the connection, where something did. */
  get failure(): Error | null {
    return this.#connection?.failure ?? null
  }

  /** Sends `content`, of one byte or more, and answers what clamd said. */
  ask(content: Uint8Array): Promise<ClamdReply> {
    return this.scanStream(
      Readable.from(this.#chunks(content), { objectMode: false, highWaterMark: chunkBytes }),
    )
  }

  async *#chunks(content: Uint8Array): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const connection = this.#connection!
      if (connection.writableNeedDrain) await once(connection, 'drain')
      // A turn of the event loop lets an early reply (stream too long) be read before a write meets a closed socket.
      await nextTurn()
      if (connection.heard !== '') throw new Error('clamd answered before the end of the stream')
      if (connection.over) throw new Error('clamd closed the connection')
      yield bytes.subarray(at, at + chunkBytes)
    }
  }
}
