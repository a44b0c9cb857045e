/** Reads the message of a DATA command within the limits of size, memory and rate. */
import type { SMTPServerDataStream } from 'smtp-server'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'

interface Limits {
  maxBytes: number
  /** 0: off. */
  minBytesPerSecond: number
  /** Called when the sender falls below the rate: ends the session. */
  tooSlow: () => void
}

/** One message being received; `buffered` counts the bytes that all sessions of the process hold. */
export class ReceivedMail {
  readonly #stream: SMTPServerDataStream
  readonly #buffered: { bytes: number }
  readonly #limits: Limits
  #held = 0

  constructor(stream: SMTPServerDataStream, buffered: { bytes: number }, bounds: Limits) {
    this.#stream = stream
    this.#buffered = buffered
    this.#limits = bounds
  }

  /**
   * The bytes of the message, read to its end whatever happens, so that the reply comes after the data.
   * @throws ServiceError `message_too_large`, or `storage_full` when sessions hold too much already.
   */
  async read(): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    let refusal: ServiceError | undefined
    let inWindow = 0
    const window = setInterval(() => {
      if (inWindow < this.#limits.minBytesPerSecond * limits.smtpRateSeconds) this.#limits.tooSlow()
      inWindow = 0
    }, limits.smtpRateSeconds * 1_000)
    try {
      for await (const chunk of this.#stream as AsyncIterable<Buffer>) {
        inWindow += chunk.length
        if (refusal !== undefined) continue
        this.#held += chunk.length
        this.#buffered.bytes += chunk.length
        chunks.push(chunk)
        if (this.#stream.sizeExceeded || this.#held > this.#limits.maxBytes)
          refusal = new ServiceError('message_too_large')
        else if (this.#buffered.bytes > limits.smtpBufferedBytes) refusal = new ServiceError('storage_full')
        if (refusal === undefined) continue
        chunks.length = 0
        this.release()
      }
    } finally {
      clearInterval(window)
    }
    if (this.#stream.sizeExceeded) refusal ??= new ServiceError('message_too_large')
    if (refusal !== undefined) throw refusal
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  /** Gives the memory back to the count; safe to call twice. */
  release(): void {
    this.#buffered.bytes -= this.#held
    this.#held = 0
  }
}
