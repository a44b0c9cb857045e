/** Works the queues of the page: loads the messages of a batch of jobs and runs their stages. */
import { isDatabaseAway } from '../../domain/errors.ts'
import { ClaimLostError, type Job, type JobOutcome } from '../../queue/queue.ts'
import { findPendingMessages, type PendingMessage } from '../../store/inbound-message.ts'
import { Failures, isPassing } from '../failures.ts'
import { commit, prepare } from '../run.ts'
import type { Stage } from '../stage.ts'
import { traceVerdict } from '../trace.ts'
import { giveUp } from './give-up.ts'
import type { InboundParts } from './parts.ts'
import { inbound } from './pipeline.ts'
import type { Assessing, Receiving, Scanning } from './pipeline-items.ts'
import { byBytes, readMails } from './read-mail.ts'

type Work = InboundParts & { failures: Failures }

/** Takes scan and assess jobs until the queue stops. */
export async function workInbound(parts: InboundParts): Promise<void> {
  const work = { ...parts, failures: new Failures() }
  await parts.queue.work('receive', (jobs) => runReceived(jobs, work))
  await parts.queue.work('scan', (jobs) => runEach('scan', inbound.queue.scan, jobs, work))
  await parts.queue.work('assess', (jobs) => runTogether('assess', inbound.queue.assess, jobs, work))
}

/** Jobs together; should that fail, each alone, so that none can hold up the others. */
async function runReceived(jobs: Job<'receive'>[], work: Work): Promise<JobOutcome[]> {
  const run = (some: Job<'receive'>[]) =>
    commit<Receiving, InboundParts>(
      inbound.queue.receive,
      some.map((job) => ({ job })),
      work,
    )
  const failed = (error: unknown, some: Job<'receive'>[]) => {
    const ids = some.flatMap(({ data }) => data.messages.map(({ messageId }) => messageId))
    work.log.warn({ err: error, queue: 'receive', message_ids: ids }, 'stage failed; it is tried again')
    return some.map(({ id }) => ({ id, error: error as Error }))
  }
  try {
    await run(jobs)
    return jobs.map(({ id }) => ({ id }))
  } catch (error) {
    if (jobs.length === 1 || isDatabaseAway(error)) return failed(error, jobs)
    const outcomes: JobOutcome[] = []
    for (const job of jobs)
      outcomes.push(
        ...(await run([job]).then(
          () => [{ id: job.id }],
          (own: unknown) => failed(own, [job]),
        )),
      )
    return outcomes
  }
}

/** Each job by itself, side by side: a message that takes long, or fails, concerns no other. */
async function runEach(
  name: 'scan',
  stages: readonly Stage<Scanning, InboundParts>[],
  jobs: Job<'scan'>[],
  work: Work,
): Promise<JobOutcome[]> {
  return Promise.all(jobs.map((job) => attempt(name, stages, job, work)))
}

/**
 * Jobs in chunks, those that are done at about the same time in one transaction; the jobs of a chunk that fails each
 * alone, when the others have committed, so that a poison message fails by itself. One that failed before is tried
 * alone at once.
 */
async function runTogether(
  name: 'assess',
  stages: readonly Stage<Assessing, InboundParts>[],
  jobs: Job<'assess'>[],
  work: Work,
): Promise<JobOutcome[]> {
  const suspects = jobs.filter(({ data }) => work.failures.has(data.messageId))
  const failed =
    jobs.length === 1
      ? new Map<Job<'assess'>, Error>()
      : await runChunks(
          name,
          stages,
          jobs.filter((job) => !suspects.includes(job)),
          work,
        )
  const outcomes = new Map<string, JobOutcome>(jobs.map(({ id }) => [id, { id }]))
  const until = Date.now() + aloneMs
  let away = [...failed.values()].find(isDatabaseAway)
  for (const job of jobs) {
    if (jobs.length > 1 && !suspects.includes(job) && !failed.has(job)) continue
    const { id } = job
    const error = away ?? (Date.now() > until || work.queue.stopping ? new NotReachedError() : undefined)
    const outcome = error === undefined ? await attempt(name, stages, job, work) : { id, error }
    outcomes.set(id, outcome)
    if ('error' in outcome && isDatabaseAway(outcome.error)) away = outcome.error
  }
  return [...outcomes.values()]
}

/** Milliseconds in which jobs are begun alone; the rest is handed back. */
const aloneMs = 60_000
/** Messages per chunk, that is, per crossing to a thread: the crossing costs as much as scoring a small message. */
const chunkSize = 16
/** Bytes of raw mail that is read and assessed at a time: in memory it is several times as much. */
const roundBytes = 8 * 1024 * 1024
const bytesOf = (due: { message: PendingMessage }[]) =>
  due.reduce((sum, { message }) => sum + message.sizeBytes, 0)
/** Milliseconds that a chunk that is done waits for the others: where all are quick, one transaction does. */
const gatherMs = 500

class NotReachedError extends Error {}

/** Prepares chunks side by side and commits what is done; answers the jobs that failed. */
async function runChunks(
  name: 'assess',
  stages: readonly Stage<Assessing, InboundParts>[],
  jobs: Job<'assess'>[],
  work: Work,
): Promise<Map<Job<'assess'>, Error>> {
  const failed = new Map<Job<'assess'>, Error>()
  const fail = (error: unknown, those: Job<'assess'>[]) => {
    logFailure(name, error, those, work)
    for (const job of those) failed.set(job, error as Error)
  }
  let done: Assessing[] = []
  const commitDone = async () => {
    const items = done
    done = []
    if (items.length === 0) return
    await commit(stages, items, work).then(
      () => traceVerdicts(items, work),
      (error: unknown) => fail(error, items.map(jobOf)),
    )
  }
  let committing = Promise.resolve()
  const timer = setInterval(() => {
    committing = committing.then(commitDone)
  }, gatherMs)
  try {
    const due = await dueMessages(name, jobs, work)
    for (const round of byBytes(due, roundBytes, ({ message }) => message.sizeBytes)) {
      try {
        const items = await inFull(round, work)
        const chunks: Assessing[][] = []
        for (let at = 0; at < items.length; at += chunkSize) chunks.push(items.slice(at, at + chunkSize))
        await Promise.all(
          chunks.map((chunk) =>
            prepare(stages, chunk, work).then(
              () => void done.push(...chunk),
              (error: unknown) => fail(error, chunk.map(jobOf)),
            ),
          ),
        )
      } catch (error) {
        fail(
          error,
          round.map(({ job }) => job),
        )
      }
      // What is read stays in memory until it is committed.
      if (bytesOf(due) > roundBytes) {
        committing = committing.then(commitDone)
        await committing
      }
    }
  } catch (error) {
    fail(error, jobs)
  }
  clearInterval(timer)
  await committing
  await commitDone()
  return failed
}

/** The messages that were decided, once that is committed. */
function traceVerdicts(items: readonly Assessing[], { log }: Work): void {
  for (const { message, decision, reasons = [] } of items)
    if (decision !== undefined)
      traceVerdict(log, { ...decision, messageId: message.id, inboxId: message.inboxId }, reasons)
}

const jobOf = ({ job }: Assessing): Job<'assess'> => job

/** The messages of the jobs that are still to be worked on; the other jobs are ended. */
async function dueMessages<Name extends 'scan' | 'assess'>(
  name: Name,
  jobs: Job<Name>[],
  { database, queue }: Work,
): Promise<{ job: Job<Name>; message: PendingMessage }[]> {
  if (jobs.length === 0) return []
  const found = await findPendingMessages(
    database,
    jobs.map(({ data }) => data),
  )
  const messages = new Map(found.map((one) => [one.id, one]))
  const due = jobs.filter(({ data }) => messages.has(data.messageId))
  const moot = jobs.filter((job) => !due.includes(job))
  // Deleted meanwhile, or decided by an attempt whose completion was lost.
  if (moot.length > 0) await database.transaction((tx) => queue.finish(tx, name, moot))
  return due.map((job) => ({ job, message: messages.get(job.data.messageId)! }))
}

/** The same, with their mails read again. */
async function inFull(
  due: { job: Job<'assess'>; message: PendingMessage }[],
  work: Work,
): Promise<Assessing[]> {
  const read = await readMails(
    due.map(({ message }) => message),
    work,
  )
  return due.map(({ job }, index) => ({ job, message: read[index]! }))
}

async function attempt<Name extends 'scan' | 'assess', Item>(
  name: Name,
  stages: readonly Stage<Item, InboundParts>[],
  job: Job<Name>,
  work: Work,
): Promise<JobOutcome> {
  const { id, data } = job
  try {
    const due = await dueMessages(name, [job], work)
    const items = (name === 'assess' ? await inFull(due as never, work) : due) as Item[]
    if (items.length > 0) {
      await prepare(stages, items, work)
      await commit(stages, items, work)
      if (name === 'assess') traceVerdicts(items as Assessing[], work)
    }
    return { id }
  } catch (error) {
    logFailure(name, error, [job], work)
    const own = !isPassing(error) && !work.queue.stopping
    return own && work.failures.add(data.messageId) ? end(name, job, work) : { id, error: error as Error }
  }
}

function logFailure<Name extends 'scan' | 'assess'>(
  name: Name,
  error: unknown,
  jobs: Job<Name>[],
  { log }: Work,
) {
  const ids = jobs.map(({ data }) => data.messageId)
  if (error instanceof ClaimLostError)
    log.info({ queue: name, message_ids: ids }, 'jobs are held by another worker')
  else log.warn({ err: error, queue: name, message_ids: ids }, 'stage failed; it is tried again')
}

/** Gives a message up; should even that fail, it is tried again. */
async function end<Name extends 'scan' | 'assess'>(
  name: Name,
  job: Job<Name>,
  work: Work,
): Promise<JobOutcome> {
  const { id, data } = job
  try {
    await giveUp(name, job, work)
    work.log.error(
      { queue: name, message_id: data.messageId },
      'stage keeps failing: the message is withheld',
    )
    return { id }
  } catch (error) {
    work.log.error(
      { err: error, queue: name, message_id: data.messageId },
      'a failing message could not be withheld',
    )
    return { id, error: error as Error }
  }
}
