/** The record of what keys have read: noted in memory, and written beside the calls, so that no read waits for it. */
import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import { Batcher } from '../../lib/batcher.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/database.ts'
import { keepReads, type MessageRead } from '../../store/message-read.ts'

/** Milliseconds in which what comes after a statement is gathered for the next one. */
const gatherMs = 250

/**
 * The first read after a pause is written at once, all that follow within `gatherMs` by one statement. What the database
 * doesn't take is lost, which is logged; beyond `limits.recordedReadsWaiting` so is what is new, so that a database that is slow
 * costs no memory. People who are signed in read for themselves, and are no agents: theirs are not noted.
 */
export class ReadRecord {
  readonly #writes: Batcher<MessageRead[], null>
  readonly #log: Log
  readonly #underWay = new Set<Promise<unknown>>()
  #waiting = 0

  constructor(database: Database, log: Log) {
    this.#log = log
    this.#writes = new Batcher(
      async (calls) => {
        await keepReads(database, merged(calls.flat()))
        return calls.map(() => null)
      },
      { maxItems: 1_000, maxWeight: 5_000, gatherMs, gatherFrom: 1 },
      () => true,
    )
  }

  /** Notes that a key has just been shown what these messages say. It never fails, and nobody waits for it. */
  note({ tenantId, keyId, session }: Principal, messageIds: readonly string[]): void {
    if (session === true || messageIds.length === 0) return
    if (this.#waiting + messageIds.length > limits.recordedReadsWaiting) {
      this.#log.warn(
        { tenant_id: tenantId, reads: messageIds.length },
        'reads are not on record: too many wait',
      )
      return
    }
    const at = new Date().toISOString()
    const reads = messageIds.map((messageId) => ({ tenantId, keyId, messageId, firstAt: at, lastAt: at }))
    this.#waiting += reads.length
    const written = this.#writes
      .add(reads, reads.length)
      .catch((error: Error) =>
        this.#log.warn(
          { tenant_id: tenantId, reads: reads.length, reason: error.name },
          'reads are not on record',
        ),
      )
      .finally(() => {
        this.#waiting -= reads.length
        this.#underWay.delete(written)
      })
    this.#underWay.add(written)
  }

  /** Resolves once all that was noted is written, or lost. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}

/** Each message of a key once: read first, and last. */
function merged(reads: readonly MessageRead[]): MessageRead[] {
  const byMessage = new Map<string, MessageRead>()
  for (const read of reads) {
    const place = `${read.tenantId} ${read.keyId} ${read.messageId}`
    const known = byMessage.get(place)
    byMessage.set(place, known === undefined ? read : { ...known, lastAt: read.lastAt })
  }
  return [...byMessage.values()]
}
