/** A connection to clamd whose failure is its end: clamscan prints stack traces of any other. */
import { type NetConnectOpts, Socket } from 'node:net'
import { Duplex } from 'node:stream'

const maxReplyCharacters = 1_000

/**
 * clamd says why it takes no more and closes: a write that fails for that must not end the socket before this is read,
 * or a stream that is too long looks like a clamd that is away.
 */
class ReadToTheEnd extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    super._write(chunk, encoding, (error) => {
      if (error) this.emit('write refused', error)
      done()
    })
  }

  override _writev(
    chunks: { chunk: unknown; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    super._writev!(chunks, (error) => {
      if (error) this.emit('write refused', error)
      done()
    })
  }
}

/** Wraps a socket: never emits `error`; `failure` says what went wrong, and `heard` what clamd said before. */
export class ClamdConnection extends Duplex {
  failure: Error | null = null
  heard = ''
  readonly #socket: Socket
  #ended = false

  private constructor(socket: Socket) {
    super({ writableHighWaterMark: 64 * 1024 })
    this.#socket = socket
    socket.on('data', (said: Buffer) => {
      if (this.heard.length < maxReplyCharacters) this.heard += said.toString('latin1')
      this.push(said)
    })
    socket.on('error', (error) => {
      this.failure = error
    })
    socket.once('write refused', (error: Error) => {
      this.failure ??= error
    })
    socket.once('end', () => this.#endReading())
    socket.once('close', () => this.#endReading())
  }

  /** @throws the error of the connection attempt. */
  static open(address: NetConnectOpts, signal: AbortSignal): Promise<ClamdConnection> {
    return new Promise((resolve, reject) => {
      const socket = new ReadToTheEnd({ signal })
      socket.connect(address)
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        socket.setNoDelay(true)
        resolve(new ClamdConnection(socket))
      })
    })
  }

  /** Whether nothing more can come, or go. */
  get over(): boolean {
    return this.#ended || this.#socket.destroyed
  }

  override _read(): void {
    // Replies are a line: what comes is taken at once.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#socket.destroyed) done()
    else this.#socket.write(chunk, () => done())
  }

  override _final(done: () => void): void {
    this.#socket.end()
    done()
  }

  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done()
  }

  #endReading(): void {
    if (this.#ended) return
    this.#ended = true
    this.push(null)
  }
}
