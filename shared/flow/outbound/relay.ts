/** Stage `relay`: takes messages that are to leave, hands them to the transports, and has what became of them settled. */
import { isDatabaseAway } from '../../domain/errors.ts'
import { Batcher } from '../../lib/batcher.ts'
import type { DkimKey } from '../../mail/dkim.ts'
import type { HeldJob } from '../../queue/queue.ts'
import { failure } from '../../relay/reply.ts'
import { DamagedBlobError } from '../../store/blobs.ts'
import { findPendingRecipients, writeOutcomes } from '../../store/outbound-attempt.ts'
import {
  findForHanding,
  findOutbound,
  type HandingAsked,
  type HandingFound,
  type OutboundMessage,
} from '../../store/outbound-message.ts'
import { databaseCode } from '../../store/store-error.ts'
import { Failures, isPassing } from '../failures.ts'
import { timed } from '../run.ts'
import { Settler } from '../settler.ts'
import { traceRefused, traceRelayed } from '../trace.ts'
import { type Attempted, dueRecipients, planAttempt, type RetryPlan } from './attempt-plan.ts'
import { ByteBudget } from './byte-budget.ts'
import { EarlyRecord } from './early-record.ts'
import { type HandedOver, type HandOverParts, handOver } from './hand-over.ts'
import { LastLook } from './last-look.ts'
import type { RecheckParts } from './parts.ts'
import type { Relaying, RelayRefusal } from './pipeline-items.ts'
import { endRefused, leaveOutSuppressed, recheck, unanswered } from './recheck.ts'
import { type Settlement, settle } from './settle.ts'
import { UnfitContentError, wireContent } from './wire-content.ts'

export interface RelayParts extends HandOverParts, RecheckParts {
  dkimKeys: readonly DkimKey[]
  /** Patterns of the header fields that senders may set, now. */
  sendHeaders: readonly string[]
  retry: RetryPlan
}

type RelayJob = HeldJob<'relay'>

/** Messages that one process holds at once, under way or waiting for a session. */
const capacity = 1_024
/** Share of them that one group of jobs may have. */
const groupShare = 0.5
/** Bytes of large messages that one process holds at once. */
const contentBytes = 256 * 1_024 * 1_024
/** Milliseconds for which a look at whether a message may go stands: for its data, and its other recipients. */
const lookStandsMs = 100
/** Milliseconds of an attempt in which envelopes are begun: the job's time covers them and what the last one takes. */
const beginMs = 3_600_000

/** Takes relay jobs until the queue stops. */
export async function workRelay(parts: RelayParts): Promise<void> {
  const relay = new Relay(parts)
  await parts.queue.workEach(
    'relay',
    () => relay.capacity(),
    () => relay.busyGroups(),
    (job) => relay.work(job),
  )
}

class Relay {
  readonly #parts: RelayParts
  readonly #budget = new ByteBudget(contentBytes)
  readonly #ofGroup = new Map<string, number>()
  readonly #messages: Batcher<RelayJob, OutboundMessage | null>
  readonly #handing: Batcher<HandingAsked, HandingFound | null>
  readonly #settler: Settler<Settlement>
  readonly #failures = new Failures()

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
      { maxItems: 200 },
      isDatabaseAway,
    )
    // Whether it may go and what it says are asked at the same time: of each message once.
    this.#handing = new Batcher(
      async (items) => {
        const asked = new Map<string, HandingAsked>()
        for (const item of items) if (item.wantsContent || !asked.has(item.id)) asked.set(item.id, item)
        const found = await findForHanding(database, [...asked.values()])
        return items.map(({ id }) => found.get(id) ?? null)
      },
      { maxItems: 200, maxWeight: 32 * 1_024 * 1_024, lanes: 2 },
      isDatabaseAway,
    )
    this.#settler = new Settler({
      settle: (items) => settle(items, parts),
      matters: ({ attempted }) => attempted !== null && attempted.recipients.length > 0,
      keep: ({ tenantId, messageId, attempted }) =>
        writeOutcomes(database, [{ tenantId, messageId, recipients: attempted?.recipients ?? [] }]),
      // What was sent is put on record before the next holder looks.
      unclaimed: (item) =>
        item.job === null || item.attempted === null
          ? null
          : { ...item, job: null, attempted: { ...item.attempted, next: null } },
      stopping: () => parts.queue.stopping,
      gatherMs: 10,
      log: parts.log,
    })
  }

  /** Messages that may be held at once: none in addition while those that were sent can't be settled. */
  capacity(): number {
    return Math.min(capacity, this.#settler.mostHeld())
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
      const item: Relaying | null = message === null ? null : { job, message }
      if (item !== null && (await this.#refused(item))) return
      const attempted = item === null ? null : await this.#attempt(job, item)
      await this.#settler.settle({ job, ...job.data, attempted })
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
  async #refused(item: Relaying): Promise<boolean> {
    const parts = this.#parts
    const refusal = await this.#recheck(item)
    if (refusal === null) {
      await leaveOutSuppressed(item.message, parts)
      return false
    }
    await parts.database.transaction(
      (tx) => timed(parts, 'recheck_commit', () => endRefused(tx, item, refusal, parts)),
      { durable: true },
    )
    traceRefused(parts.log, item.message.id, refusal)
    return true
  }

  /** Why it must not leave; null where it may. What the check fails on time and again must not, and waits no longer. */
  async #recheck(item: Relaying): Promise<RelayRefusal | null> {
    const { queue, log } = this.#parts
    try {
      return await timed(this.#parts, 'recheck', () => recheck(item, this.#parts))
    } catch (error) {
      // What the database says tells of it, and of a release that doesn't fit it: with time that is mended.
      const own = !isPassing(error) && databaseCode(error) === '' && !queue.stopping
      if (!own || !this.#failures.add(item.message.id)) throw error
      log.error({ err: error, message_id: item.message.id }, 'recheck keeps failing: the message is not sent')
      return unanswered
    }
  }

  /**
   * As it is in the database now, which stays as it is: some recipients may be under way. What must not leave, or not to
   * somebody, comes again with its job, and is ended then. @returns who may get it.
   */
  async #lookAgain(job: RelayJob, item: Relaying): Promise<readonly number[]> {
    const { tenantId, id, securityLevel, hasPolicies } = item.message
    const asked = { tenantId, id, securityLevel, wantsContent: false }
    if (!hasPolicies && (await this.#handing.add(asked))?.unopposed) return pendingOf(item.message)
    const message = await this.#messages.add(job)
    if (message === null) return []
    const again: Relaying = { ...item, message }
    const refusal = await timed(this.#parts, 'recheck', () => recheck(again, this.#parts))
    if (again.passed !== undefined) item.passed = again.passed
    return refusal === null ? pendingOf(message) : []
  }

  async #attempt(job: RelayJob, item: Relaying): Promise<Attempted> {
    const { log, metrics, retry } = this.#parts
    const { message } = item
    const bytes = message.sizeBytes
    await this.#budget.take(bytes, job.group)
    try {
      let unfit: UnfitContentError | undefined
      let loading: Promise<Buffer> | undefined
      const content = () => {
        loading ??= this.#load(message).catch((error: unknown) => {
          if (error instanceof UnfitContentError) unfit = error
          log[unfit === undefined ? 'warn' : 'error'](
            { err: error, message_id: message.id },
            'a message could not be read',
          )
          throw error
        })
        return loading
      }
      const early = this.#earlyRecord(job)
      const look = new LastLook(() => this.#lookAgain(job, item))
      const mayGo = (indexes: readonly number[]) => this.#mayGo(job, look, indexes)
      const onResults = (known: readonly HandedOver[]) => early.add(known)
      const mail = { content, mayGo, onResults, beginUntil: performance.now() + beginMs }
      const results = await handOver(message, dueRecipients(message), mail, this.#parts).finally(() =>
        early.end(),
      )
      for (const { result } of results) metrics.relayed.inc({ outcome: result.outcome })
      const final =
        unfit === undefined ? results : results.map((one) => ({ ...one, result: outcomeOf(unfit!) }))
      traceRelayed(log, message.id, final)
      return planAttempt(message, final, retry)
    } finally {
      this.#budget.give(bytes, job.group)
    }
  }

  /** Written without the job, which goes on: nothing of it counts as an attempt. */
  #earlyRecord({ data }: RelayJob): EarlyRecord {
    return new EarlyRecord(async (recipients) => {
      const attempted = { recipients, tried: false, simulated: false, next: null, retryAt: null }
      await this.#settler.once({ job: null, ...data, attempted })
    })
  }

  async #load(message: OutboundMessage): Promise<Buffer> {
    const { tenantId, id, securityLevel, sizeBytes } = message
    const asked = { tenantId, id, securityLevel, wantsContent: true }
    const found = await this.#handing.add(asked, sizeBytes).catch((error: unknown) => {
      if (error instanceof DamagedBlobError)
        throw new UnfitContentError('5.6.0', 'the stored message is damaged')
      throw error
    })
    const stored = found?.content ?? null
    if (stored === null) throw new UnfitContentError('5.6.0', 'the stored message is gone')
    return wireContent(message, stored, this.#parts)
  }

  /**
   * Whether a message may go to these recipients: asked when there is a session for it, and when its data may begin, and
   * end. It may have waited for any of that, and what holds by then, or did a moment ago, counts. A job that somebody
   * held before us is looked at each time: whom they sent it to may have been settled since, and one of them is enough
   * to begin anew.
   */
  #mayGo(job: RelayJob, look: LastLook, indexes: readonly number[]): boolean | Promise<boolean> {
    const { queue, database } = this.#parts
    if (queue.stopping || this.#settler.stuck || !job.held()) return false
    const allowed = look.allowed(lookStandsMs)
    const mayAll = (found: readonly number[]) => indexes.every((index) => found.includes(index))
    if (job.retryCount === 0 && !(allowed instanceof Promise)) return mayAll(allowed)
    const { tenantId, messageId } = job.data
    const pending = job.retryCount === 0 ? allowed : findPendingRecipients(database, tenantId, messageId)
    return Promise.all([allowed, pending]).then(
      (found) => found.every(mayAll) && job.held(),
      () => false,
    )
  }

  #count({ group }: RelayJob, change: number): void {
    if (group === null) return
    const count = (this.#ofGroup.get(group) ?? 0) + change
    if (count > 0) this.#ofGroup.set(group, count)
    else this.#ofGroup.delete(group)
  }
}

const outcomeOf = ({ enhancedCode, message }: UnfitContentError) => failure(enhancedCode, message)

/** Recipients that are waiting, and may be sent to. */
const pendingOf = ({ recipients, suppressed }: OutboundMessage): number[] =>
  recipients
    .filter(({ status, address }) => status === 'pending' && !suppressed.includes(address))
    .map(({ index }) => index)
