/** Stage `relay`: takes messages that are to leave, hands them to the transports, and has what became of them settled. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../../domain/errors.ts'
import { Batcher } from '../../lib/batcher.ts'
import type { DkimKey } from '../../mail/dkim.ts'
import { ClaimLostError, type HeldJob } from '../../queue/queue.ts'
import { failure } from '../../relay/reply.ts'
import { findPendingRecipients } from '../../store/outbound-attempt.ts'
import { findOutbound, type OutboundMessage } from '../../store/outbound-message.ts'
import { findRawMessages } from '../../store/raw-message.ts'
import { commit, prepare } from '../run.ts'
import type { Stage } from '../stage.ts'
import { type Attempted, planAttempt, type RetryPlan } from './attempt-plan.ts'
import { ByteBudget } from './byte-budget.ts'
import { EarlyRecord } from './early-record.ts'
import { type HandedOver, type HandOverParts, handOver } from './hand-over.ts'
import type { RecheckParts } from './parts.ts'
import type { Relaying } from './pipeline-items.ts'
import { type Settlement, settle } from './settle.ts'
import { ContentChangedError, wireContent } from './wire-content.ts'

export interface RelayParts extends HandOverParts, RecheckParts {
  dkimKeys: readonly DkimKey[]
  retry: RetryPlan
  /** What the page has before a message is handed over: it may refuse that, and ends the message and its job then. */
  stages: readonly Stage<Relaying, RecheckParts>[]
}

type RelayJob = HeldJob<'relay'>

/** Messages that one process holds at once, under way or waiting for a session. */
const capacity = 1_024
/** Share of them that one group of jobs may have. */
const groupShare = 0.5
/** Bytes of large messages that one process holds at once. */
const contentBytes = 256 * 1_024 * 1_024
/** Milliseconds between tries to settle what was sent, while the database is away. */
const settleAgainMs = 250

/** Takes relay jobs until the queue stops. */
export async function workRelay(parts: RelayParts): Promise<void> {
  const relay = new Relay(parts)
  await parts.queue.workEach(
    'relay',
    capacity,
    () => relay.busyGroups(),
    (job) => relay.work(job),
  )
}

class Relay {
  readonly #parts: RelayParts
  readonly #budget = new ByteBudget(contentBytes)
  readonly #ofGroup = new Map<string, number>()
  readonly #messages: Batcher<RelayJob, OutboundMessage | null>
  readonly #contents: Batcher<{ tenantId: string; messageId: string }, Uint8Array | null>
  readonly #settlements: Batcher<Settlement, undefined>

  constructor(parts: RelayParts) {
    const { database } = parts
    this.#parts = parts
    this.#messages = new Batcher(
      async (jobs) => {
        const found = await findOutbound(
          database,
          jobs.map(({ data }) => data),
        )
        const byId = new Map(found.map((message) => [message.id, message]))
        return jobs.map(({ data }) => byId.get(data.messageId) ?? null)
      },
      { maxItems: 200, lanes: 2 },
      isDatabaseAway,
    )
    this.#contents = new Batcher(
      async (wanted) => {
        const found = await findRawMessages(database, wanted)
        return wanted.map(({ messageId }) => found.get(messageId) ?? null)
      },
      { maxItems: 100, maxWeight: 32 * 1_024 * 1_024, lanes: 2 },
      isDatabaseAway,
    )
    this.#settlements = new Batcher(
      async (items) => {
        await settle(items, parts)
        return items.map(() => undefined)
      },
      { maxItems: 200, gatherMs: 10, lanes: 2 },
      isDatabaseAway,
    )
  }

  /** Groups of which nothing more is to be fetched for now: the others have their share too. */
  busyGroups(): string[] {
    return [...this.#ofGroup].filter(([, count]) => count >= capacity * groupShare).map(([group]) => group)
  }

  /** Never throws: the job ends in the settlement, or is tried again. */
  async work(job: RelayJob): Promise<void> {
    const { queue, log } = this.#parts
    this.#count(job, 1)
    try {
      const message = await this.#messages.add(job)
      if (message !== null && (await this.#refused(job, message))) return
      const attempted = message === null ? null : await this.#attempt(job, message)
      await this.#settle({ job, ...job.data, attempted })
    } catch (error) {
      log.warn(
        { err: error, message_id: job.data.messageId },
        'a message could not be relayed; it is tried again',
      )
      await queue.fail('relay', job, error as Error).catch(() => {})
    } finally {
      this.#count(job, -1)
    }
  }

  /** Whether the message must not leave any more: then it is ended, and so is its job. */
  async #refused(job: RelayJob, message: OutboundMessage): Promise<boolean> {
    const items: Relaying[] = [{ job, message }]
    await prepare(this.#parts.stages, items, this.#parts)
    if (items[0]!.refusal === undefined) return false
    await commit(this.#parts.stages, items, this.#parts)
    return true
  }

  async #attempt(job: RelayJob, message: OutboundMessage): Promise<Attempted> {
    const { log, metrics, retry } = this.#parts
    const bytes = message.sizeBytes
    await this.#budget.take(bytes)
    try {
      let changed = false
      let loading: Promise<Buffer> | undefined
      const content = () => {
        loading ??= this.#load(message).catch((error: unknown) => {
          changed = error instanceof ContentChangedError
          log[changed ? 'error' : 'warn'](
            { err: error, message_id: message.id },
            'a message could not be read',
          )
          throw error
        })
        return loading
      }
      const early = this.#earlyRecord(job)
      const mayGo = (indexes: readonly number[]) => this.#mayGo(job, indexes)
      const onResults = (known: readonly HandedOver[]) => early.add(known)
      const results = await handOver(message, { content, mayGo, onResults }, this.#parts).finally(() =>
        early.end(),
      )
      for (const { result } of results) metrics.relayed.inc({ outcome: result.outcome })
      const final = changed
        ? results.map((one) => ({ ...one, result: failure('5.6.0', 'the stored message has changed') }))
        : results
      return planAttempt(message, final, retry)
    } finally {
      this.#budget.give(bytes)
    }
  }

  /** Written without the job, which goes on: nothing of it counts as an attempt. */
  #earlyRecord({ data }: RelayJob): EarlyRecord {
    return new EarlyRecord(async (recipients) => {
      const attempted = { recipients, tried: false, simulated: false, next: null }
      await this.#settlements.add({ job: null, ...data, attempted })
    })
  }

  async #load(message: OutboundMessage): Promise<Buffer> {
    const { tenantId, id, sizeBytes } = message
    const stored = await this.#contents.add({ tenantId, messageId: id }, sizeBytes)
    if (stored === null) throw new ContentChangedError('the stored message is gone')
    return wireContent(message, stored, this.#parts.dkimKeys)
  }

  /**
   * Whether the data of a message to these recipients may begin, or end. A job that somebody held before us is looked at
   * once more: whom they sent it to may have been settled since, and one of them is enough to begin anew.
   */
  #mayGo(job: RelayJob, indexes: readonly number[]): boolean | Promise<boolean> {
    const { queue, database } = this.#parts
    if (queue.stopping || !job.held()) return false
    if (job.retryCount === 0) return true
    const { tenantId, messageId } = job.data
    return findPendingRecipients(database, tenantId, messageId).then(
      (pending) => indexes.every((index) => pending.includes(index)) && job.held(),
      () => false,
    )
  }

  /**
   * Settles, for as long as it takes where the database is away: what a peer has taken must not be sent again. Where
   * the claim was lost meanwhile, what was sent is put on record before the next holder looks.
   */
  async #settle(settlement: Settlement): Promise<void> {
    for (;;) {
      try {
        await this.#settlements.add(settlement)
        return
      } catch (error) {
        if (error instanceof ClaimLostError) {
          if (settlement.job === null || settlement.attempted === null) return
          settlement = { ...settlement, job: null, attempted: { ...settlement.attempted, next: null } }
        } else if (isDatabaseAway(error) && settlement.attempted?.tried) await sleep(settleAgainMs)
        else throw error
      }
    }
  }

  #count({ group }: RelayJob, change: number): void {
    if (group === null) return
    const count = (this.#ofGroup.get(group) ?? 0) + change
    if (count > 0) this.#ofGroup.set(group, count)
    else this.#ofGroup.delete(group)
  }
}
