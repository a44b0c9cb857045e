/** Writes the model of leaks into the files that the service reads, and on record what it was made from. */
import { writeFileSync } from 'node:fs'
import type { JointModel, JointNumbers } from '../../../shared/risk/leak/joint.ts'
import type { LeakModel, LeakNumbers } from '../../../shared/risk/leak/model.ts'
import { writeTrees } from '../../../shared/risk/overall/trees.ts'
import { isDrafts, writeLearnedFrom } from '../manifest.ts'

const folder = new URL('../../../shared/risk/leak/', import.meta.url)
const round = (value: number): number => Math.round(value * 1_000) / 1_000

export function writeLeaks({ draft, asked, bias, signs, curve }: LeakModel, joint: JointModel): void {
  writeFileSync(new URL('draft.bin', folder), Int8Array.from(draft.table))
  writeFileSync(new URL('asked.bin', folder), Int8Array.from(asked.table))
  const numbers: LeakNumbers = {
    bias: round(bias),
    draft: { scale: draft.scale },
    asked: { scale: asked.scale },
    signs: Object.fromEntries(
      Object.entries(signs).map(([sign, weight]) => [sign, round(weight)]),
    ) as LeakNumbers['signs'],
    curve,
  }
  writeFileSync(new URL('leak.json', folder), `${JSON.stringify(numbers, null, 2)}\n`)
  writeFileSync(new URL('joint.bin', folder), writeTrees(joint.trees))
  const { scale, bias: ofTrees } = joint.trees
  const jointly: JointNumbers = {
    edges: joint.edges.map((some) => Array.from(some)),
    trees: { scale, bias: ofTrees },
    curve: joint.curve,
  }
  writeFileSync(new URL('joint.json', folder), `${JSON.stringify(jointly, null, 1)}\n`)
  const files = ['leak.json', 'draft.bin', 'asked.bin', 'joint.json', 'joint.bin'].map(
    (name) => `leak/${name}`,
  )
  writeLearnedFrom(files, isDrafts, ['training/letters-honest.jsonl'])
}
