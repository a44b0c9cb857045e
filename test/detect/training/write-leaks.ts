/** Writes the model of leaks into the files that the service reads, and on record what it was made from. */
import { writeFileSync } from 'node:fs'
import type { LeakModel, LeakNumbers } from '../../../shared/risk/leak/model.ts'
import { isDrafts, writeLearnedFrom } from '../manifest.ts'

const folder = new URL('../../../shared/risk/leak/', import.meta.url)
const round = (value: number): number => Math.round(value * 1_000) / 1_000

export function writeLeaks({ draft, asked, bias, signs, ...bounds }: LeakModel): void {
  writeFileSync(new URL('draft.bin', folder), Int8Array.from(draft.table))
  writeFileSync(new URL('asked.bin', folder), Int8Array.from(asked.table))
  const numbers: LeakNumbers = {
    bias: round(bias),
    draft: { scale: draft.scale },
    asked: { scale: asked.scale },
    signs: Object.fromEntries(
      Object.entries(signs).map(([sign, weight]) => [sign, round(weight)]),
    ) as LeakNumbers['signs'],
    ...bounds,
  }
  writeFileSync(new URL('leak.json', folder), `${JSON.stringify(numbers, null, 2)}\n`)
  writeLearnedFrom(['leak/leak.json', 'leak/draft.bin', 'leak/asked.bin'], isDrafts, [
    'training/letters-honest.jsonl',
  ])
}
