/** Delivers webhooks: one signed request an attempt, retried by the delay table, each delivery on its own. */
import { auditEntry } from '../../domain/audit.ts'
import { isDatabaseAway } from '../../domain/errors.ts'
import { limits } from '../../domain/limits.ts'
import type { Counts } from '../../domain/statistics.ts'
import { eventPayload } from '../../events/index.ts'
import { nextAttemptAt } from '../../events/retry.ts'
import { signatureHeaders } from '../../events/signature.ts'
import { Batcher } from '../../lib/batcher.ts'
import { cleanText } from '../../lib/clean-text.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Log } from '../../lib/log.ts'
import type { GuardedFetch, PostResult } from '../../net/guarded-fetch.ts'
import type { Job, Queue } from '../../queue/queue.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import { addWaitingCounts } from '../../store/mail-statistics.ts'
import {
  type AttemptRecord,
  type DueDelivery,
  findDueDeliveries,
  recordAttempts,
} from '../../store/webhook-delivery.ts'
import type { Metrics } from '../metrics.ts'
import { Settler } from '../settler.ts'
import { traceWebhook } from '../trace.ts'
import { watchHealth } from './health.ts'
import { InboxSlots } from './inbox-slots.ts'
import { signingSecrets } from './signing-secrets.ts'

export interface DeliverParts {
  database: Database
  queue: Queue
  keyring: Keyring
  fetch: GuardedFetch
  /** Seconds before each attempt; their count is the number of attempts. */
  retryDelays: readonly number[]
  log: Log
  metrics: Metrics
}

type DeliverJob = Job<'deliver'> & { group: string | null }
interface Settlement {
  /** Null where the claim on it was lost: the request that was made is put on record all the same. */
  job: DeliverJob | null
  delivery: DueDelivery | null
  record: AttemptRecord | null
  /** When the job is to come again; null when it is done with. */
  next: Date | null
}

/** Deliveries that one process holds at once, under way or waiting for a slot of their inbox. */
const capacity = 1_024
/** Of one inbox and of one tenant, and fewer where receivers failed last time, so that dead ones never fill the capacity. */
const slotLimits = { each: 64, failing: 2, tenant: 512, tenantFailing: 64 }
/** Milliseconds that what finds no slot at a failing receiver is put off: about one request more may have failed by then. */
const putOffMs = limits.webhookMs

/** Takes deliver jobs until the queue stops. */
export async function workDeliveries(parts: DeliverParts): Promise<void> {
  const { database, queue, log } = parts
  const slots = new InboxSlots(slotLimits)
  const loads = new Batcher<DeliverJob, DueDelivery | null | 'later'>(
    async (jobs) => {
      const { deliveries, later } = await findDueDeliveries(
        database,
        jobs.map(({ data }) => data),
      )
      const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
      return jobs.map(({ data: { deliveryId } }) =>
        later.has(deliveryId) ? 'later' : (byId.get(deliveryId) ?? null),
      )
    },
    { maxItems: 100, lanes: 2 },
    isDatabaseAway,
  )
  const load = async (job: DeliverJob): Promise<DueDelivery | null> => {
    let delivery = await loads.add(job)
    while (delivery === 'later') delivery = await loads.add(job)
    return delivery
  }
  const settler = new Settler<Settlement>({
    settle: (items) => settle(items, parts),
    matters: ({ record }) => record !== null,
    keep: ({ record }) => recordAttempts(database, record === null ? [] : [record]),
    unclaimed: (item) =>
      item.job === null || item.record === null ? null : { ...item, job: null, next: null },
    stopping: () => queue.stopping,
    gatherMs: 25,
    log,
  })

  await queue.workEach(
    'deliver',
    () => Math.min(capacity, settler.mostHeld()),
    () => slots.busy(),
    async (job) => {
      const { tenantId } = job.data
      const inbox = job.group ?? tenantId
      const granted = await slots.enter(inbox, tenantId)
      try {
        // One fetch may bring more jobs of an inbox than it has slots. What the receiver may not be asked now is not
        // asked: only a request that was made counts as an attempt.
        if (!granted || queue.stopping) {
          const next = new Date(Date.now() + (granted ? 0 : putOffMs))
          await settler.settle({ job, delivery: null, record: null, next })
          return
        }
        const delivery = await load(job)
        const due =
          delivery === null || delivery.status !== 'pending' ? null : firstAttemptAt(delivery, parts)
        const early = due !== null && due.getTime() > Date.now()
        const record = due === null || early ? null : await attemptDelivery(delivery!, parts)
        if (record !== null) {
          slots.learn(inbox, record.status === 'succeeded')
          traceWebhook(log, delivery!.event, record)
        }
        const next = early ? due : record?.nextAttemptAt == null ? null : new Date(record.nextAttemptAt)
        await settler.settle({ job, delivery, record, next })
      } catch (error) {
        log.warn(
          { err: error, delivery_id: job.data.deliveryId },
          'webhook delivery failed to settle; it is tried again',
        )
        await queue.fail('deliver', job, error as Error).catch(() => {})
      } finally {
        if (granted) slots.leave(inbox, tenantId)
      }
    },
  )
}

/** The delay table has a number for the first attempt too, counted from the event. */
function firstAttemptAt({ attempts, createdAt }: DueDelivery, { retryDelays }: DeliverParts): Date {
  return attempts > 0 ? new Date(0) : new Date(Date.parse(createdAt) + (retryDelays[0] ?? 0) * 1_000)
}

/** Why no request was made. */
const switchedOff = 'the webhook is switched off'

/** Makes one request. Never throws for what the receiver or its network does. */
async function attemptDelivery(delivery: DueDelivery, parts: DeliverParts): Promise<AttemptRecord> {
  const { retryDelays, metrics } = parts
  const attempt = delivery.attempts + 1
  const record = {
    tenantId: delivery.tenantId,
    deliveryId: delivery.id,
    messageId: delivery.messageId,
    attempt,
    madeAt: new Date().toISOString(),
    url: delivery.webhookUrl ?? '',
    responseStatus: null,
    responseBody: null,
    latencyMs: 0,
    // Whether a message was delivered, its own event says; the others come before and after.
    keepsMessage: delivery.event !== 'message.received',
  }
  if (delivery.webhookUrl === null) {
    metrics.webhooks.inc({ outcome: 'removed' })
    const error = 'the webhook URL was removed'
    return { ...record, error, status: 'failed', nextAttemptAt: null, keepsMessage: true }
  }
  if (delivery.webhookDisabled && !delivery.byHand) {
    metrics.webhooks.inc({ outcome: 'disabled' })
    return { ...record, error: switchedOff, status: 'failed', nextAttemptAt: null, keepsMessage: true }
  }
  const result = await post(delivery, delivery.webhookUrl, parts)
  const succeeded = 'status' in result && result.status >= 200 && result.status < 300
  const error = succeeded
    ? null
    : 'status' in result
      ? `answered ${result.status}`
      : `${result.kind}: ${result.message}`
  metrics.webhooks.inc({ outcome: succeeded ? 'succeeded' : 'status' in result ? 'status' : result.kind })
  // Gone, it says (RFC 9110 §15.5.11): it will be so next time.
  const gone = 'status' in result && result.status === 410
  const next = succeeded || gone || delivery.byHand ? null : nextAttemptAt(retryDelays, attempt)
  return {
    ...record,
    responseStatus: 'status' in result ? result.status : null,
    responseBody: 'status' in result ? cleanText(result.body) : null,
    error,
    latencyMs: result.latencyMs,
    status: succeeded ? 'succeeded' : next === null ? 'failed' : 'pending',
    nextAttemptAt: next?.toISOString() ?? null,
  }
}

/** Posts the event. A message or secret that no request can be made of is a failed attempt too: it ends like others. */
async function post(
  delivery: DueDelivery,
  url: string,
  { keyring, fetch, log }: DeliverParts,
): Promise<PostResult | { kind: 'internal'; message: string; latencyMs: number }> {
  try {
    const { event, message, facts, createdAt } = delivery
    const body = JSON.stringify(eventPayload(event, message, facts, createdAt))
    const headers = signatureHeaders({
      id: delivery.id,
      attempt: delivery.byHand ? 1 : delivery.attempts + 1,
      timestamp: Math.floor(Date.now() / 1_000),
      body,
      secrets: signingSecrets(keyring, delivery),
    })
    return await fetch.post(url, {
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      deadlineMs: limits.webhookMs,
      maxResponseBytes: limits.webhookResponseBytes,
    })
  } catch (error) {
    log.error({ err: error, delivery_id: delivery.id }, 'webhook request could not be made')
    return { kind: 'internal', message: 'the request could not be made', latencyMs: 0 }
  }
}

/** Whether no request was made: the URL is gone, or the webhook is switched off. */
const isUnasked = ({ latencyMs, responseStatus, error, url }: AttemptRecord): boolean =>
  url === '' || (latencyMs === 0 && responseStatus === null && error === switchedOff)

/**
 * Whether a delivery has failed for good, which is put on record. Of what was delivered before, and of what was reported
 * before, a further attempt that fails is in the list of attempts, and no failure to report.
 */
function isGivenUp({ delivery, record }: Settlement): boolean {
  if (delivery === null || record?.status !== 'failed' || isUnasked(record)) return false
  return delivery.event === 'message.received' ? delivery.message.status !== 'delivered' : !delivery.byHand
}

/** How many requests of each inbox were answered as they should be, and how many were not, for its statistics. */
function answersOf(items: readonly Settlement[]): Parameters<typeof addWaitingCounts>[1] {
  const inboxes = new Map<string, { tenantId: string; inboxId: string; counts: Counts }>()
  for (const { delivery, record } of items) {
    if (delivery === null || record === null || isUnasked(record)) continue
    const { tenantId, inboxId } = delivery
    const known = inboxes.get(inboxId) ?? { tenantId, inboxId, counts: {} }
    const name = record.status === 'succeeded' ? 'webhook_succeeded' : 'webhook_failed'
    known.counts[name] = (known.counts[name] ?? 0) + 1
    inboxes.set(inboxId, known)
  }
  return [...inboxes.values()]
}

/** Writes attempts, ends their jobs, and queues the next attempts, in one transaction. */
async function settle(items: readonly Settlement[], { database, queue }: DeliverParts): Promise<void> {
  await database.transaction(async (tx) => {
    const records = items.flatMap(({ record }) => record ?? [])
    const givenUp = items.filter(isGivenUp)
    await Promise.all([
      records.length > 0 ? recordAttempts(tx, records) : undefined,
      addWaitingCounts(tx, answersOf(items)),
      insertAuditEntries(
        tx,
        givenUp.map(({ delivery, record }) =>
          auditEntry(
            delivery!.tenantId,
            delivery!.inboxId,
            'webhook_failed',
            'medium',
            'A webhook could not be delivered.',
            {
              message_id: delivery!.messageId,
              delivery_id: delivery!.id,
              attempts: record!.attempt,
              error: record!.error,
            },
          ),
        ),
      ),
      queue.finish(
        tx,
        'deliver',
        items.flatMap(({ job }) => job ?? []),
      ),
      queue.enqueue(
        tx,
        'deliver',
        items.flatMap(({ job, next }) =>
          job === null || next === null
            ? []
            : [{ data: job.data, startAfter: next, ...(job.group === null ? {} : { group: job.group }) }],
        ),
      ),
    ])
    await watchHealth(
      tx,
      queue,
      items.flatMap(({ delivery, record }) =>
        // Of those by hand, what works tells that it works; who tries out what doesn't counts for nothing.
        delivery === null ||
        record === null ||
        (delivery.byHand && record.status !== 'succeeded') ||
        isUnasked(record)
          ? []
          : [{ delivery, record }],
      ),
    )
  })
}
