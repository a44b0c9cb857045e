/** Reads the message of a DATA command within the limits of size, memory and rate. */
import type { SMTPServerDataStream } from 'smtp-server'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Buffered } from './peer-limits.ts'

interface Limits {
  maxBytes: number
  /** Least rate; 0: a message may take as long as it likes. */
  minBytesPerSecond: number
  /** Called when the sender falls below the rate: ends the session. */
  tooSlow: () => void
}

/** The peer hung up, or was hung up on, before its message had ended. */
export class PeerGone extends Error {}

/** One message being received; each of `buffered` counts its bytes as long as they are held. */
export class ReceivedMail {
  readonly #stream: SMTPServerDataStream
  readonly #buffered: readonly Buffered[]
  readonly #limits: Limits
  #held = 0

  constructor(stream: SMTPServerDataStream, buffered: readonly Buffered[], bounds: Limits) {
    this.#stream = stream
    this.#buffered = buffered
    this.#limits = bounds
  }

  /**
   * The bytes of the message, read to its end whatever happens, so that the reply comes after the data.
   * @throws ServiceError `message_too_large`, or `storage_full` when sessions hold too much already; PeerGone.
   */
  async read(): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    let refusal: ServiceError | undefined
    let inWindow = 0
    let received = 0
    let seconds = 0
    const window = setInterval(() => {
      seconds += limits.smtpRateSeconds
      // Bytes that trickle in hold the memory of all those before them.
      const late = seconds > limits.smtpDataSeconds + received / limits.smtpDataBytesPerSecond
      const { minBytesPerSecond } = this.#limits
      const slow = inWindow < minBytesPerSecond * limits.smtpRateSeconds
      if (minBytesPerSecond > 0 && (slow || late)) this.#limits.tooSlow()
      inWindow = 0
    }, limits.smtpRateSeconds * 1_000)
    try {
      for await (const chunk of this.#stream as AsyncIterable<Buffer>) {
        inWindow += chunk.length
        received += chunk.length
        if (refusal !== undefined) continue
        this.#held += chunk.length
        for (const count of this.#buffered) count.bytes += chunk.length
        chunks.push(chunk)
        if (this.#stream.sizeExceeded || this.#held > this.#limits.maxBytes)
          refusal = new ServiceError('message_too_large')
        else if (this.#buffered.some(({ bytes, max }) => bytes > max))
          refusal = new ServiceError('storage_full')
        if (refusal === undefined) continue
        chunks.length = 0
        this.release()
      }
    } catch (error) {
      throw new PeerGone('the connection ended within a message', { cause: error })
    } finally {
      clearInterval(window)
    }
    if (this.#stream.sizeExceeded) refusal ??= new ServiceError('message_too_large')
    if (refusal !== undefined) throw refusal
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  /** Gives the memory back to the count; safe to call twice. */
  release(): void {
    for (const count of this.#buffered) count.bytes -= this.#held
    this.#held = 0
  }
}
