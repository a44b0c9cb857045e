/** Tells failures that are a message's own from those of its surroundings, and counts them, so that none is tried for ever. */
import { ScannerUnavailableError } from '../antivirus/scanner.ts'
import { isTemporary } from '../domain/errors.ts'
import { ClaimLostError } from '../queue/queue.ts'
import { databaseCode } from '../store/store-error.ts'

/** Times that one process tries a stage on a message it fails on; with the queue's backoff, a quarter of a minute. */
export const attempts = 4
/** Messages that failures are remembered of. */
const remembered = 10_000

/** Counts the failures that are the message's own, by message. */
export class Failures {
  readonly #counts = new Map<string, number>()

  /** Whether a stage has failed on the message, and may do so again. */
  has(messageId: string): boolean {
    return this.#counts.has(messageId)
  }

  /** Whether a stage has failed on the message so often that trying again is of no use. */
  add(messageId: string): boolean {
    const count = (this.#counts.get(messageId) ?? 0) + 1
    this.#counts.delete(messageId)
    if (count >= attempts) return true
    if (this.#counts.size >= remembered) this.#counts.delete(this.#counts.keys().next().value!)
    this.#counts.set(messageId, count)
    return false
  }
}

/** Whether an error tells of the surroundings (database, antivirus, threads, another worker), and nothing of the message. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ClaimLostError || error instanceof ScannerUnavailableError) return true
  // The database's own failure may be met by this message's statements alone.
  return !databaseCode(error).startsWith('XX') && isTemporary(error)
}
