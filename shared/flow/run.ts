/** Runs a group of stages over a batch: all preparation first, then all effects in one transaction. */
import { noteWork } from '../lib/stall-watch.ts'
import type { Database } from '../store/database.ts'
import type { Metrics } from './metrics.ts'
import type { Stage } from './stage.ts'

interface RunParts {
  database: Database
  metrics: Metrics
}

/** The preparation of each stage, in order. */
export async function prepare<Item, Parts extends RunParts>(
  stages: readonly Stage<Item, Parts>[],
  items: Item[],
  parts: Parts,
) {
  for (const stage of stages) {
    if (stage.prepare === undefined) continue
    noteWork(`stage ${stage.name}`)
    const end = parts.metrics.stage.startTimer({ stage: stage.name })
    await stage.prepare(items, parts)
    end()
  }
}

/** The effects of each stage, in order, in one transaction. */
export async function commit<Item, Parts extends RunParts>(
  stages: readonly Stage<Item, Parts>[],
  items: Item[],
  parts: Parts,
  options = { durable: true },
) {
  await parts.database.transaction(async (tx) => {
    for (const stage of stages) {
      if (stage.commit === undefined) continue
      noteWork(`stage ${stage.name}_commit`)
      const end = parts.metrics.stage.startTimer({ stage: `${stage.name}_commit` })
      await stage.commit(tx, items, parts)
      end()
    }
  }, options)
}
