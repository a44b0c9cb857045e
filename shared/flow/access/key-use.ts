/** The record of when keys were last used: noted in memory, and written beside the calls, so that no call waits for it. */

import { limits } from '../../domain/limits.ts'
import type { Principal } from '../../domain/principal.ts'
import { Batcher } from '../../lib/batcher.ts'
import type { Log } from '../../lib/log.ts'
import { type KeyUsed, keepKeyUses } from '../../store/api-key.ts'
import type { Database } from '../../store/database.ts'

/** Milliseconds in which what comes after a statement is gathered for the next one. */
const gatherMs = 1_000

/**
 * A key is written once in `limits.keyUseSeconds` and process, however often it is used; keys that are used at the same
 * time share a statement. What the database doesn't take is logged, and noted anew by the next call. Sessions of people
 * have a record of their own.
 */
export class KeyUse {
  readonly #writes: Batcher<KeyUsed, null>
  readonly #log: Log
  /** Keys that were noted a moment ago, the longest ago first, and when (ms since the epoch). */
  readonly #noted = new Map<string, number>()
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(database: Database, log: Log) {
    this.#log = log
    this.#writes = new Batcher(
      async (uses) => {
        await keepKeyUses(database, uses)
        return uses.map(() => null)
      },
      { maxItems: 1_000, gatherMs, gatherFrom: 1 },
      () => true,
    )
  }

  /** Notes that a key that exists has just been used. It never fails, and nobody waits for it. */
  note({ tenantId, keyId, session }: Pick<Principal, 'tenantId' | 'keyId' | 'session'>): void {
    if (session === true || this.#underWay.size >= limits.keyUsesRemembered) return
    const now = Date.now()
    if (now - (this.#noted.get(keyId) ?? 0) < limits.keyUseSeconds * 1_000) return
    this.#remember(keyId, now)
    const written = this.#writes
      .add({ tenantId, keyId, usedAt: new Date(now).toISOString() })
      .catch((error: Error) => {
        this.#noted.delete(keyId)
        this.#log.warn(
          { tenant_id: tenantId, key_id: keyId, reason: error.name },
          'the use of a key is not on record',
        )
      })
      .finally(() => this.#underWay.delete(written))
    this.#underWay.add(written)
  }

  #remember(keyId: string, now: number): void {
    this.#noted.delete(keyId)
    if (this.#noted.size >= limits.keyUsesRemembered) this.#noted.delete(this.#noted.keys().next().value!)
    this.#noted.set(keyId, now)
  }

  /** Resolves once all that was noted is written, or lost. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
