/** Works the queues of the page: loads the messages of a batch of jobs and runs their stages. */
import { isDatabaseAway } from '../../domain/errors.ts'
import { ClaimLostError, type Job, type JobOutcome } from '../../queue/queue.ts'
import { findPendingMessages } from '../../store/inbound-message.ts'
import { inbound } from '../pipeline.ts'
import { commit, prepare } from '../run.ts'
import type { Stage } from '../stage.ts'
import { Failures, giveUp, isPassing } from './give-up.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing, Scanning } from './pipeline-items.ts'

type Work = InboundParts & { failures: Failures }

/** Takes scan and assess jobs until the queue stops. */
export async function workInbound(parts: InboundParts): Promise<void> {
  const work = { ...parts, failures: new Failures() }
  await parts.queue.work('scan', (jobs) => runEach('scan', inbound.queue.scan, jobs, work))
  await parts.queue.work('assess', (jobs) => runTogether('assess', inbound.queue.assess, jobs, work))
}

/** One job after the other: a message that takes long, or fails, concerns no other. */
async function runEach(
  name: 'scan',
  stages: readonly Stage<Scanning, InboundParts>[],
  jobs: Job<'scan'>[],
  work: Work,
): Promise<JobOutcome[]> {
  return Promise.all(jobs.map((job) => attempt(name, stages, [job], work).then((outcomes) => outcomes[0]!)))
}

/** All jobs in one transaction; when that fails, each alone, so that a poison message fails by itself. */
async function runTogether(
  name: 'assess',
  stages: readonly Stage<Assessing, InboundParts>[],
  jobs: Job<'assess'>[],
  work: Work,
): Promise<JobOutcome[]> {
  const together = await attempt(name, stages, jobs, work)
  const failed = together.find((outcome) => 'error' in outcome)
  if (jobs.length === 1 || failed === undefined || isDatabaseAway(failed.error)) return together
  const alone: JobOutcome[] = []
  for (const job of jobs) alone.push(...(await attempt(name, stages, [job], work)))
  return alone
}

async function attempt<Name extends 'scan' | 'assess', Item>(
  name: Name,
  stages: readonly Stage<Item, InboundParts>[],
  jobs: Job<Name>[],
  work: Work,
): Promise<JobOutcome[]> {
  const { database, queue, log } = work
  try {
    const messages = new Map(
      (
        await findPendingMessages(
          database,
          jobs.map(({ data }) => data),
        )
      ).map((one) => [one.id, one]),
    )
    const due = jobs.filter(({ data }) => messages.get(data.messageId)?.status === 'processing')
    const moot = jobs.filter((job) => !due.includes(job))
    // Deleted meanwhile, or decided by an attempt whose completion was lost.
    if (moot.length > 0) await database.transaction((tx) => queue.finish(tx, name, moot))
    const items = due.map((job) => ({ job, message: messages.get(job.data.messageId)! })) as Item[]
    if (items.length > 0) {
      await prepare(stages, items, work)
      await commit(stages, items, work)
    }
    return jobs.map(({ id }) => ({ id }))
  } catch (error) {
    const ids = jobs.map(({ data }) => data.messageId)
    if (error instanceof ClaimLostError)
      log.info({ queue: name, message_ids: ids }, 'jobs are held by another worker')
    else log.warn({ err: error, queue: name, message_ids: ids }, 'stage failed; it is tried again')
    const [job, ...others] = jobs
    const own = others.length === 0 && !isPassing(error) && !queue.stopping
    if (job !== undefined && own && work.failures.add(job.data.messageId)) return [await end(name, job, work)]
    return jobs.map(({ id }) => ({ id, error: error as Error }))
  }
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
