/** Writes what was learned into the files that the service reads, and beside them what it was learned from. */
import { writeFileSync } from 'node:fs'
import type { ModelNumbers } from '../../../shared/risk/model/model.ts'
import { type OverallNumbers, questions } from '../../../shared/risk/overall/model.ts'
import { writeTrees } from '../../../shared/risk/overall/trees.ts'
import type { HeadNumbers, ScamNumbers } from '../../../shared/risk/scam/model.ts'
import { isMail, writeLearnedFrom } from '../manifest.ts'
import type { Fitted } from './combiner.ts'
import type { Joined } from './fit.ts'
import type { Heads } from './heads.ts'

const risk = new URL('../../../shared/risk/', import.meta.url)
const written: string[] = []
function write(name: string, content: Uint8Array | string): void {
  writeFileSync(new URL(name, risk), content)
  written.push(name)
}
const writeNumbers = (name: string, numbers: object): void =>
  write(name, `${JSON.stringify(numbers, null, 2)}\n`)

/** Writes the tables of the heads, and the numbers and trees of what stands on them. */
export function writeModel({ injection, scam }: Heads, joined: Joined): void {
  writeNumbers('model/model.json', {
    heads: { injection: { file: 'injection.bin', ...table('model/injection.bin', injection) } },
    injection: { ...said(joined.injection), curve: joined.injection.curve },
  } satisfies ModelNumbers)
  writeNumbers('scam/scam.json', {
    heads: {
      spam: table('scam/spam.bin', scam.heads.spam),
      phishing: table('scam/phishing.bin', scam.heads.phishing),
    },
    form: table('scam/form.bin', scam.form),
    paths: { spam: said(joined.scam.paths.spam), phishing: said(joined.scam.paths.phishing) },
    curve: joined.scam.curve,
  } satisfies ScamNumbers)
  for (const question of questions)
    write(`overall/${question}.bin`, writeTrees(joined.overall[question].trees))
  const { attack, unwanted } = joined.overall
  const numbers: OverallNumbers = {
    features: joined.binned.names,
    edges: joined.binned.edges,
    questions: {
      attack: { scale: attack.trees.scale, bias: attack.trees.bias, curve: attack.curve },
      unwanted: { scale: unwanted.trees.scale, bias: unwanted.trees.bias, curve: unwanted.curve },
    },
  }
  write('overall/overall.json', `${JSON.stringify(numbers)}\n`)
  writeLearnedFrom(written, isMail)
}

function table(name: string, head: { table: ArrayLike<number>; scale: number; bias: number }): HeadNumbers {
  write(name, Int8Array.from(head.table) as unknown as Uint8Array)
  return { scale: head.scale, bias: head.bias }
}

/** A combiner's numbers without those that make no difference. */
function said({ bias, weights }: Fitted): Fitted {
  const telling = Object.entries(weights).filter(([, weight]) => Math.abs(weight) >= 0.005)
  return {
    bias: round(bias),
    weights: Object.fromEntries(telling.map(([name, weight]) => [name, round(weight)])),
  }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
