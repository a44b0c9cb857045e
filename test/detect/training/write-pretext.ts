/** Writes the model of pretexts into the files that the service reads, and on record what it was made from. */
import { writeFileSync } from 'node:fs'
import { writeTrees } from '../../../shared/risk/overall/trees.ts'
import type { PretextModel, PretextNumbers } from '../../../shared/risk/pretext/model.ts'
import { isIncoming, writeLearnedFrom } from '../manifest.ts'

const folder = new URL('../../../shared/risk/pretext/', import.meta.url)
const round = (value: number): number => Math.round(value * 1_000) / 1_000

export function writePretext(model: PretextModel): void {
  const { words, bias, signs, edges, trees, curve, knowing, honestBelow, settledBelow } = model
  writeFileSync(new URL('words.bin', folder), Int8Array.from(words.table))
  writeFileSync(new URL('trees.bin', folder), writeTrees(trees))
  const numbers: PretextNumbers = {
    bias: round(bias),
    words: { scale: words.scale },
    signs: Object.fromEntries(
      Object.entries(signs).map(([sign, weight]) => [sign, round(weight)]),
    ) as PretextNumbers['signs'],
    edges: edges.map((some) => Array.from(some)),
    trees: { scale: trees.scale, bias: trees.bias },
    curve,
    knowing,
    honestBelow,
    settledBelow,
  }
  writeFileSync(new URL('pretext.json', folder), `${JSON.stringify(numbers, null, 1)}\n`)
  writeLearnedFrom(['pretext/pretext.json', 'pretext/words.bin', 'pretext/trees.bin'], isIncoming)
}
