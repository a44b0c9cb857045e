/** Runs a group of stages over a batch: all preparation first, then all effects in one transaction. */
import { noteWork } from '../lib/stall-watch.ts'
import type { Database, TransactionOptions } from '../store/database.ts'
import type { Metrics } from './metrics.ts'
import type { Stage } from './stage.ts'

interface RunParts {
  database: Database
  metrics: Metrics
}

/** What `step` answers; how long it takes is on record as of the stage of that name. */
export async function timed<Answer>(
  { metrics }: Pick<RunParts, 'metrics'>,
  stage: string,
  step: () => Promise<Answer>,
): Promise<Answer> {
  noteWork(`stage ${stage}`)
  const end = metrics.stage.startTimer({ stage })
  const answer = await step()
  end()
  return answer
}

/** The preparation of each stage, in order. */
export async function prepare<Item, Parts extends RunParts>(
  stages: readonly Stage<Item, Parts>[],
  items: Item[],
  parts: Parts,
) {
  for (const stage of stages) {
    if (stage.prepare !== undefined) await timed(parts, stage.name, () => stage.prepare!(items, parts))
  }
}

/** The effects of each stage, in order, in one transaction. */
export async function commit<Item, Parts extends RunParts>(
  stages: readonly Stage<Item, Parts>[],
  items: Item[],
  parts: Parts,
  options: TransactionOptions = {},
) {
  await parts.database.transaction(async (tx) => {
    for (const stage of stages) {
      if (stage.commit !== undefined)
        await timed(parts, `${stage.name}_commit`, () => stage.commit!(tx, items, parts))
    }
  }, options)
}
