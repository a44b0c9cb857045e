/** Works the queues of the page: loads the messages of a batch of jobs and runs their stages. */

import { ClaimLostError, type Job, type JobOutcome } from '../../queue/queue.ts'
import { findPendingMessages } from '../../store/inbound-message.ts'
import { inbound } from '../pipeline.ts'
import { commit, prepare } from '../run.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Assessing, Scanning } from './pipeline-items.ts'

/** Takes scan and assess jobs until the queue stops. */
export async function workInbound(parts: InboundParts): Promise<void> {
  await parts.queue.work('scan', (jobs) => runEach('scan', inbound.queue.scan, jobs, parts))
  await parts.queue.work('assess', (jobs) => runTogether('assess', inbound.queue.assess, jobs, parts))
}

/** One job after the other: a message that takes long, or fails, concerns no other. */
async function runEach(
  name: 'scan',
  stages: readonly Stage<Scanning, InboundParts>[],
  jobs: Job<'scan'>[],
  parts: InboundParts,
): Promise<JobOutcome[]> {
  return Promise.all(jobs.map((job) => attempt(name, stages, [job], parts).then((outcomes) => outcomes[0]!)))
}

/** All jobs in one transaction; when that fails, each alone, so that a poison message fails by itself. */
async function runTogether(
  name: 'assess',
  stages: readonly Stage<Assessing, InboundParts>[],
  jobs: Job<'assess'>[],
  parts: InboundParts,
): Promise<JobOutcome[]> {
  const together = await attempt(name, stages, jobs, parts)
  if (jobs.length === 1 || together.every((outcome) => !('error' in outcome))) return together
  const alone: JobOutcome[] = []
  for (const job of jobs) alone.push(...(await attempt(name, stages, [job], parts)))
  return alone
}

async function attempt<Name extends 'scan' | 'assess', Item>(
  name: Name,
  stages: readonly Stage<Item, InboundParts>[],
  jobs: Job<Name>[],
  parts: InboundParts,
): Promise<JobOutcome[]> {
  const { database, queue, log } = parts
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
      await prepare(stages, items, parts)
      await commit(stages, items, parts)
    }
    return jobs.map(({ id }) => ({ id }))
  } catch (error) {
    const ids = jobs.map(({ data }) => data.messageId)
    if (error instanceof ClaimLostError)
      log.info({ queue: name, message_ids: ids }, 'jobs are held by another worker')
    else log.warn({ err: error, queue: name, message_ids: ids }, 'stage failed; it is tried again')
    return jobs.map(({ id }) => ({ id, error: error as Error }))
  }
}
