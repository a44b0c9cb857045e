/** Reads the message of a DATA command within the limits of size, memory and rate. */
import type { SMTPServerDataStream } from 'smtp-server'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Buffered } from './peer-limits.ts'

interface Limits {
  maxBytes: number
  /** What the sender said of its size in MAIL (RFC 1870); undefined where it didn't. */
  declaredBytes: number | undefined
  /** Room for so many bytes of a large message: what gives it back; null where there was none within `waitMs`. */
  room(bytes: number, waitMs: number): Promise<(() => void) | null>
  /** Called when there was none in time: ends the session, so that the rest of the message isn't sent for nothing. */
  noRoom: () => void
  /** Least rate; 0: a message may take as long as it likes. */
  minBytesPerSecond: number
  /** Called when the sender falls below the rate: ends the session. */
  tooSlow: () => void
}

/** Bytes for which room is made at first; each time it is full, for twice as many. */
const firstBytes = 128 * 1024

/**
 * The bytes that came so far. Of several chunks, in memory that threads share, so that a large message is read there
 * without a copy of its own; each is copied as it comes, since chunks that are kept until the last has come outlive the
 * collection of what is young, and make the engine look through all that it has.
 */
class Gathered {
  #first: Buffer | null = null
  #bytes: Buffer | null = null
  #length = 0

  /** Where room has to be made, it is for `expected` bytes at least. */
  add(chunk: Buffer, expected: number): void {
    if (this.#length === 0) this.#first = chunk
    else {
      this.#makeRoom(this.#length + chunk.length, expected)
      chunk.copy(this.#bytes!, this.#length)
    }
    this.#length += chunk.length
  }

  clear(): void {
    this.#first = this.#bytes = null
    this.#length = 0
  }

  /** Nobody writes to it. */
  taken(): Uint8Array {
    return this.#bytes?.subarray(0, this.#length) ?? this.#first ?? Buffer.alloc(0)
  }

  #makeRoom(length: number, expected: number): void {
    const had = this.#bytes ?? this.#first!
    if (this.#bytes !== null && length <= had.length) return
    let capacity = Math.max(firstBytes, had.length, expected)
    while (capacity < length) capacity *= 2
    this.#bytes = Buffer.from(new SharedArrayBuffer(capacity))
    had.copy(this.#bytes, 0, 0, this.#length)
    this.#first = null
  }
}

/** The peer hung up, or was hung up on, before its message had ended. */
export class PeerGone extends Error {}

/**
 * One message being received; each of `buffered` counts its bytes as long as they are held. Of a large one no more is read
 * until there is room for all of it, of one that said so nothing at all: its sender waits meanwhile, and what it was given can always be ended.
 */
export class ReceivedMail {
  readonly #stream: SMTPServerDataStream
  readonly #buffered: readonly Buffered[]
  readonly #limits: Limits
  #held = 0
  readonly #giveBack: (() => void)[] = []

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
    const gathered = new Gathered()
    let refusal: ServiceError | undefined
    let roomFor = limits.smtpLargeBytes
    let waits = false
    let inWindow = 0
    let received = 0
    let seconds = 0
    const window = setInterval(() => {
      // It is we who read nothing then.
      if (waits) {
        inWindow = 0
        return
      }
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
        const next = this.#held + chunk.length
        while (
          (next > roomFor && roomFor < this.#limits.maxBytes) ||
          (!Number.isNaN(roomFor) && this.#asksSooner(next))
        ) {
          waits = true
          roomFor = (await this.#moreRoom(roomFor)) ?? Number.NaN
          waits = false
          if (!Number.isNaN(roomFor)) continue
          refusal = new ServiceError('storage_full')
          if (this.#giveBack.length === 0) this.#limits.noRoom()
        }
        this.#held += chunk.length
        if (this.#giveBack.length === 0) this.#count(chunk.length)
        if (this.#stream.sizeExceeded || this.#held > this.#limits.maxBytes)
          refusal = new ServiceError('message_too_large')
        else if (this.#buffered.some(({ bytes, max }) => bytes > max))
          refusal ??= new ServiceError('storage_full')
        if (refusal === undefined) {
          gathered.add(chunk, this.#said(roomFor))
          continue
        }
        gathered.clear()
        this.release()
      }
    } catch (error) {
      throw new PeerGone('the connection ended within a message', { cause: error })
    } finally {
      clearInterval(window)
    }
    if (this.#stream.sizeExceeded) refusal ??= new ServiceError('message_too_large')
    if (refusal !== undefined) throw refusal
    return gathered.taken()
  }

  /** Gives the memory back to the count; safe to call twice. */
  release(): void {
    if (this.#giveBack.length === 0) this.#count(-this.#held)
    for (const give of this.#giveBack) give()
    this.#held = 0
  }

  /**
   * Room for the rest of a message that has some for `had` bytes, and for how many it then has; null where there was none.
   * Whoever has room already, and sends more than was said, doesn't wait for more: two of them could for each other.
   */
  async #moreRoom(had: number): Promise<number | null> {
    const first = this.#giveBack.length === 0
    const bytes = first ? this.#expected() : Math.min(had, this.#limits.maxBytes - had)
    const give = await this.#limits.room(bytes, first ? limits.smtpRoomMs : 0)
    if (give === null) return null
    // Counted as a whole from here on.
    if (first) this.#count(-this.#held)
    this.#giveBack.push(give)
    return first ? bytes : had + bytes
  }

  #count(bytes: number): void {
    for (const count of this.#buffered) count.bytes += bytes
  }

  /** Whether room is asked for ahead of the first megabyte: of a message that says it is large, and where many wait. */
  #asksSooner(bytes: number): boolean {
    if (this.#giveBack.length > 0) return false
    if ((this.#limits.declaredBytes ?? 0) > limits.smtpLargeBytes) return true
    return bytes > limits.smtpAskBytes && this.#buffered.some(({ bytes: held, max }) => held > max / 4)
  }

  /** Bytes of those that it has room for that may be taken for its size: none where nothing was said of that. */
  #said(roomFor: number): number {
    return this.#giveBack.length > 0 && this.#limits.declaredBytes !== undefined ? roomFor : 0
  }

  /** Bytes that the message may have: what was said, or as many as any may have. */
  #expected(): number {
    const { declaredBytes, maxBytes } = this.#limits
    // Some senders count line ends as one byte.
    const said = declaredBytes === undefined ? maxBytes : declaredBytes + declaredBytes / 32
    return Math.max(limits.smtpLargeBytes, Math.min(said, maxBytes))
  }
}
