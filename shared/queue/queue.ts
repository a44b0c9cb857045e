/** The job queue: pg-boss, typed, with every enqueue and completion inside the caller's transaction. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job as BossJob, type ConnectionOptions, PgBoss } from 'pg-boss'
import { limits } from '../domain/limits.ts'
import { busyItems } from '../lib/batcher.ts'
import type { Log } from '../lib/log.ts'
import { PostgresListener } from '../lib/postgres-listener.ts'
import { PostgresPool } from '../lib/postgres-pool.ts'
import { sessionStatements } from '../lib/postgres-session.ts'
import type { Sql } from '../lib/sql.ts'
import { noteWork } from '../lib/stall-watch.ts'
import {
  type DeliveryJob,
  heartbeatSeconds,
  type MessageJob,
  type QueueJobs,
  type QueueName,
  queueNames,
  queues,
  retryLimit,
} from './queues.ts'

/** A claimed job: this process holds it until it is finished, fails, or the claim lapses. */
export interface Job<Name extends QueueName> {
  id: string
  data: QueueJobs[Name]
  /** Attempts before this one. */
  retryCount: number
}

/** A job that is worked on by itself. */
export interface HeldJob<Name extends QueueName> extends Job<Name> {
  group: string | null
  /**
   * Whether nobody else can have taken it over yet, by what the database last said: what can't be undone is asked
   * about first. A process that was stopped for a while, or cut off from the database, finds that it holds nothing.
   */
  held(): boolean
}

/** What became of a job: finished in the handler's own transaction, or to be tried again. */
export type JobOutcome = { id: string } | { id: string; error: Error }

/** Backlog of one queue. */
export interface Backlog {
  queue: QueueName
  /** Jobs that are due: waiting, failed and to be tried again, or being worked on. */
  depth: number
  /** Seconds since the oldest of those was due for the first time. */
  oldestSeconds: number
  /** Jobs whose time hasn't come: scheduled mail, and what a peer or a receiver is to be asked again later. */
  later: number
}

/** Another worker holds the job by now: the transaction must not commit. */
export class ClaimLostError extends Error {}

const channel = 'agent_email_queue'
/** Queues whose jobs are worked on one by one, and whose workers are woken by {@link channel}. */
const workedEach: ReadonlySet<QueueName> = new Set([
  'deliver',
  'relay',
  'notice',
  'confirmation',
  'webhook_notice',
  'sign_in',
  'invitation',
  'passkey_notice',
  'digest',
  'withheld_notice',
  'channel_failure',
])
const idlePollMs = 1_000
/** How long a job is kept that nobody takes, counted from when it is due. */
const retentionSeconds = 10 * 365 * 86_400
/** Milliseconds that a statement of pg-boss may take: monitoring a large queue takes seconds. */
const queryMs = 60_000
/** Milliseconds that batches under way are waited for at the end of the process. */
const drainMs = 8_000
const longestRestMs = 5_000
const restStepMs = 20

/** Creates pg-boss's schema and the queues; safe to run by several processes at once. */
export async function installQueues(databaseUrl: string, log: Log): Promise<void> {
  const pool = openPool(databaseUrl, 2, log)
  const boss = new PgBoss({
    db: bossPool(pool, new PostgresListener(databaseUrl, log)),
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  try {
    await boss.start()
    for (const name of queueNames) {
      const { retryDelay, retryDelayMax, expireInSeconds } = queues[name]
      const options = {
        retryLimit,
        retryDelay,
        retryBackoff: true,
        retryDelayMax,
        expireInSeconds,
        heartbeatSeconds,
        retentionSeconds,
        notify: true,
      }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
    await pool.close()
  }
}

/** One process's access to the queues. */
export class Queue {
  readonly #boss: PgBoss
  readonly #pool: PostgresPool
  readonly #log: Log
  readonly #loops: (() => Promise<void>)[] = []
  readonly #wakers = new Map<QueueName, () => void>()
  readonly #listener: PostgresListener
  #leave: Promise<() => Promise<void>> | undefined
  #stopping = false
  #urgentWork: () => boolean = () => false

  constructor(
    databaseUrl: string,
    log: Log,
    listener: PostgresListener = new PostgresListener(databaseUrl, log),
  ) {
    this.#listener = listener
    this.#log = log
    this.#pool = openPool(databaseUrl, 8, log)
    this.#boss = new PgBoss({
      db: bossPool(this.#pool, listener),
      useListenNotify: true,
      migrate: false,
      schedule: false,
      // Lapsed claims are looked for this often: together with the heartbeat, a dead worker costs seconds.
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
      monitorVacuum: false,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  }

  async start(): Promise<void> {
    await this.#boss.start()
  }

  /** Names work that goes first: while it is under way, pauses between busy batches are longer. */
  yieldTo(urgentWork: () => boolean): void {
    this.#urgentWork = urgentWork
  }

  /** While something else goes first, rests for longer than all workers of the queue have worked on their last batches. */
  async #giveWay(name: QueueName, workedMs: number): Promise<void> {
    const { pauseMs, lanes, yieldFactor } = queues[name]
    const until = Date.now() + Math.min(longestRestMs, yieldFactor * lanes * (pauseMs + workedMs))
    while (this.#urgentWork() && !this.#stopping && Date.now() < until) await sleep(restStepMs)
  }

  /** Whether {@link stop} has been called: what is held and not begun is to be handed back. */
  get stopping(): boolean {
    return this.#stopping
  }

  /** Adds jobs in the caller's transaction; `startAfter` is the earliest time of work. */
  async enqueue<Name extends QueueName>(
    tx: Sql,
    name: Name,
    jobs: { data: QueueJobs[Name]; startAfter?: Date; group?: string }[],
  ): Promise<void> {
    if (jobs.length === 0) return
    const rows = jobs.map(({ data, startAfter, group }) => ({
      data,
      ...(startAfter === undefined ? {} : { startAfter: startAfter.toISOString() }),
      ...(group === undefined ? {} : { group: { id: group } }),
    }))
    await Promise.all([
      this.#boss.insert(name, rows, { db: bossDatabase(tx) }),
      workedEach.has(name) ? tx.query('select pg_notify($1, $2)', [channel, name]) : undefined,
    ])
  }

  /**
   * Makes a job that waits for its time due now, in the caller's transaction; answers whether there is one. It is told by
   * its data and by when it was added, to the millisecond. One that is being worked on stays as it is.
   */
  async hasten<Name extends QueueName>(
    tx: Sql,
    name: Name,
    job: { data: Partial<QueueJobs[Name]>; addedAt: Date },
  ): Promise<boolean> {
    const rows = await tx.query(
      `update pgboss.job set start_after = now(), keep_until = now() + make_interval(secs => $4)
       where name = $1 and data @> $2 and created_on >= $3 and created_on < $3::timestamptz + interval '1 ms'
         and state < 'active' and start_after > clock_timestamp() returning id`,
      [name, JSON.stringify(job.data), job.addedAt.toISOString(), retentionSeconds],
    )
    if (rows.length > 0 && workedEach.has(name)) await tx.query('select pg_notify($1, $2)', [channel, name])
    return rows.length > 0
  }

  /**
   * Ends claimed jobs in the caller's transaction.
   * @throws ClaimLostError when one of them is no longer ours; the transaction must roll back.
   */
  async finish<Name extends QueueName>(tx: Sql, name: Name, jobs: Job<Name>[]): Promise<void> {
    if (jobs.length === 0) return
    const attempts = jobs.map(({ id, retryCount }) => ({ id, retryCount }))
    // pg-boss declares its command response without the fields that it documents.
    const { affected } = (await this.#boss.deleteJob(name, attempts, { db: bossDatabase(tx) })) as {
      affected: number
    }
    if (affected !== jobs.length)
      throw new ClaimLostError(`${jobs.length - affected} of ${jobs.length} ${name} jobs are held elsewhere`)
  }

  /**
   * Works a queue in batches until {@link stop}. `handle` finishes jobs itself, in its own transaction,
   * and answers an outcome for each; one with an error, or all when it throws, are tried again later.
   */
  async work<Name extends QueueName>(
    name: Name,
    handle: (jobs: Job<Name>[]) => Promise<JobOutcome[]>,
  ): Promise<void> {
    const { batchSize, lanes } = queues[name]
    const options = {
      batchSize,
      localConcurrency: lanes,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      heartbeatRefreshSeconds: 3,
      perJobResults: true,
    } as const
    let workedMs = 0
    await this.#boss.work<QueueJobs[Name]>(name, options, async (jobs: BossJob<QueueJobs[Name]>[]) => {
      await this.#giveWay(name, workedMs)
      noteWork(`jobs ${name}`)
      const startedAt = Date.now()
      const outcomes = await handle(jobs).catch((error: Error) => jobs.map(({ id }) => ({ id, error })))
      workedMs = Date.now() - startedAt
      if (jobs.length >= busyItems && !this.#urgentWork()) await sleep(queues[name].pauseMs)
      return outcomes.map((outcome) =>
        'error' in outcome
          ? { id: outcome.id, status: 'failed' as const, output: traceOf(outcome.error) }
          : { id: outcome.id, status: 'completed' as const },
      )
    })
  }

  /**
   * Works a queue one job at a time, up to `capacity()` at once, so that a slow job holds up no other; of those that it
   * takes together it begins with what was made first.
   * Groups in `busyGroups()` are left waiting. `handle` never throws and finishes the job itself.
   */
  async workEach<Name extends QueueName>(
    name: Name,
    capacity: () => number,
    busyGroups: () => string[],
    handle: (job: HeldJob<Name>) => Promise<void>,
  ): Promise<void> {
    await this.#listen()
    const held = new Map<string, Job<Name> & { heldUntil: number }>()
    const running = new Set<Promise<void>>()
    let wake = () => {}
    let awake = false
    // Whether there may be jobs that had to be left waiting: the next one that ends makes room.
    let limited = false
    const { batchSize } = queues[name]
    const wakeUp = () => {
      awake = true
      wake()
    }
    this.#wakers.set(name, wakeUp)
    const heartbeat = setInterval(() => void this.#touch(name, [...held.values()]), 3_000)

    const takeBatch = async (): Promise<{ taken: number; full: boolean }> => {
      const free = Math.min(capacity() - held.size, batchSize)
      const busy = busyGroups()
      limited = free <= 0 || busy.length > 0
      if (free <= 0) return { taken: 0, full: false }
      const heldUntil = Date.now() + heartbeatSeconds * 1_000
      const jobs = await this.#boss.fetch<QueueJobs[Name]>(name, { batchSize: free, ignoreGroups: busy })
      for (const job of jobs.toSorted(madeFirst)) {
        const claim = { id: job.id, data: job.data, retryCount: job.retryCount, heldUntil }
        held.set(job.id, claim)
        noteWork(`job ${name}`)
        const done = handle({
          ...claim,
          group: job.groupId ?? null,
          held: () => Date.now() < claim.heldUntil,
        }).finally(() => {
          // Its claim may have lapsed, and the job have been taken again, by this process too.
          if (held.get(job.id) === claim) held.delete(job.id)
          running.delete(done)
          if (limited) wakeUp()
        })
        running.add(done)
      }
      return { taken: jobs.length, full: jobs.length >= free }
    }

    const loop = (async () => {
      while (!this.#stopping) {
        awake = false
        const { taken, full } = await takeBatch().catch((error: unknown) => {
          this.#log.error({ err: error, queue: name }, 'queue fetch failed')
          return { taken: 0, full: false }
        })
        if (taken > 0 && this.#urgentWork()) await this.#giveWay(name, 0)
        else if (taken >= busyItems) await sleep(queues[name].pauseMs)
        // Fewer than there was room for were all: what comes then wakes.
        if (full || awake || this.#stopping) continue
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, idlePollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    })()
    this.#loops.push(async () => {
      wakeUp()
      await loop
      await Promise.all(running)
      clearInterval(heartbeat)
    })
  }

  /** Hands a claimed job back after an error nobody planned for; it is tried again with backoff. */
  async fail<Name extends QueueName>(name: Name, job: Job<Name>, error: Error): Promise<void> {
    await this.#boss.fail(name, { id: job.id, retryCount: job.retryCount }, traceOf(error))
  }

  /**
   * Backlog of every queue, for metrics. A job that failed here stays due while it pauses: that clamd is away has to
   * show. pg-boss moves its `start_after` then, and keeps `keep_until`, which was counted from the first.
   */
  async backlog(sql: Sql): Promise<Backlog[]> {
    const rows = await sql.query<{ queue: QueueName; depth: number; oldest: number | null; later: number }>(
      `select name as queue, count(*) filter (where due <= now())::int as depth,
              extract(epoch from now() - min(due) filter (where due <= now()))::float8 as oldest,
              count(*) filter (where due > now())::int as later
       from (select name, keep_until - make_interval(secs => $2) as due
             from pgboss.job where name = any($1) and state in ('created', 'retry', 'active')) j group by name`,
      [queueNames, retentionSeconds],
    )
    return queueNames.map((queue) => {
      const row = rows.find((one) => one.queue === queue)
      return {
        queue,
        depth: row?.depth ?? 0,
        oldestSeconds: row?.oldest ?? 0,
        later: row?.later ?? 0,
      }
    })
  }

  /**
   * Takes no further jobs, waits for those being worked on, then disconnects. What takes too long for that is handed
   * back as it is: its handler finds that its claim is gone.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(queueNames.map((name) => this.#boss.offWork(name, { wait: false })))
    await Promise.all(this.#loops.map((end) => end()))
    await this.#boss.stop({ graceful: true, timeout: drainMs })
    await (await this.#leave)?.()
    await this.#pool.close()
  }

  async #touch<Name extends QueueName>(
    name: Name,
    jobs: (Job<Name> & { heldUntil: number })[],
  ): Promise<void> {
    if (jobs.length === 0) return
    const heldUntil = Date.now() + heartbeatSeconds * 1_000
    const attempts = jobs.map(({ id, retryCount }) => ({ id, retryCount }))
    try {
      // pg-boss declares its command response without the fields that it documents.
      const { settled } = (await this.#boss.touch(name, attempts)) as unknown as { settled: string[] }
      const still = new Set(settled)
      for (const job of jobs) job.heldUntil = still.has(job.id) ? heldUntil : 0
    } catch (error) {
      this.#log.warn({ err: error, queue: name }, 'heartbeat failed')
    }
  }

  async #listen(): Promise<void> {
    if (this.#leave !== undefined || this.#stopping) return
    const wakeAll = () => {
      for (const wake of this.#wakers.values()) wake()
    }
    // While its connection is lost, polling goes on.
    this.#leave = this.#listener.watch(channel, {
      onNotification: (payload) => this.#wakers.get(payload as QueueName)?.(),
      onListening: wakeAll,
    })
    await this.#leave
  }
}

/** Claimed jobs come in any order; identifiers begin with the time. */
function madeFirst(a: { data: object }, b: { data: object }): number {
  const [one, other] = [a, b].map(
    ({ data }: { data: Partial<DeliveryJob & MessageJob> }) => data.deliveryId ?? data.messageId ?? '',
  ) as [string, string]
  return one < other ? -1 : one > other ? 1 : 0
}

/** What is kept of an error with its job: never its message, in which the database, say, quotes values of a mail. */
function traceOf(error: Error): { name: string; code?: string } {
  const { code = (error.cause as { code?: unknown } | undefined)?.code } = error as { code?: unknown }
  return { name: error.constructor.name, ...(typeof code === 'string' ? { code } : {}) }
}

function bossDatabase(tx: Sql): NonNullable<ConnectionOptions['db']> {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values) }) }
}

/** pg-boss's own way to the database: ours, so that it gives up what has gone silent, as everything here does. */
function bossPool(pool: PostgresPool, listener: PostgresListener): NonNullable<ConnectionOptions['db']> {
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query<object>(text, values),
    listen: async (channelName, onNotification, onReconnect) => {
      const close = await listener.watch(channelName, { onNotification, onListening: onReconnect })
      return { close }
    },
  }
}

function openPool(url: string, size: number, log: Log): PostgresPool {
  const session = sessionStatements({
    lockMs: limits.databaseLockMs,
    idleInTransactionMs: limits.databaseIdleMs,
    silentHostMs: limits.databaseSilentHostMs,
  })
  const options = {
    url,
    size,
    session,
    name: 'pgboss',
    connectMs: limits.databaseConnectMs,
    queryMs,
    silentMs: limits.databaseSilentMs,
    probeMs: limits.databaseProbeMs,
  }
  return new PostgresPool(options, log)
}
