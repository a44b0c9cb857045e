/** One INSTREAM command to clamd through the npm package clamscan, over a connection of our own. */
import { once } from 'node:events'
import { createConnection, type NetConnectOpts, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import NodeClam from 'clamscan'

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
  #socket: Socket | undefined
  #ended = false

  constructor(address: NetConnectOpts) {
    super()
    this.#address = address
    const path = 'path' in address ? address.path : undefined
    this.settings.clamdscan =
      path === undefined
        ? { socket: false, host: 'clamd', port: 1 }
        : { socket: path, host: false, port: false }
  }

  override _initSocket(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(new Error('the session has ended'))
      const socket = createConnection(this.#address)
      this.#socket = socket
      socket.setNoDelay?.(true)
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('clamd closed the connection')))
      socket.once('connect', () => resolve(socket))
    })
  }

  /** Sends `content`, of one byte or more, and answers what clamd said. */
  ask(content: Uint8Array): Promise<ClamdReply> {
    return this.scanStream(
      Readable.from(this.#chunks(content), { objectMode: false, highWaterMark: chunkBytes }),
    )
  }

  /** Drops the connection; whatever was under way never settles. */
  end(): void {
    this.#ended = true
    this.#socket?.destroy()
  }

  async *#chunks(content: Uint8Array): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const socket = this.#socket
      if (socket?.writableNeedDrain) await once(socket, 'drain')
      // A turn of the event loop lets an early reply (stream too long) be read before a write meets a closed socket.
      else if (at > 0) await nextTurn()
      yield bytes.subarray(at, at + chunkBytes)
    }
  }
}
