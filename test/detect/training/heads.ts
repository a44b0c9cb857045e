/** Trains all linear heads at once: of attacks on agents, of spam and phishing, and of forms. */
import type { Head } from '../../../shared/risk/model/linear-model.ts'
import type { ScamModel } from '../../../shared/risk/scam/signals.ts'
import type { Row } from '../rows.ts'
import { type LayeredExample, teachesWords } from './examples.ts'
import { trainingOptions } from './folds.ts'
import { train } from './linear.ts'
import { type ScamLesson, teachesScam, trainScam } from './scam-folds.ts'

export interface Heads {
  injection: Head
  scam: ScamModel
}

/** A table of weights as whole numbers from -127 to 127; the few beyond the scale are cut. */
export interface Quantised {
  table: Int8Array
  scale: number
  bias: number
}

/** What the heads learn from; the examples of a row are made once. */
export interface Lessons {
  injection: readonly LayeredExample[]
  scam: readonly ScamLesson[]
}

/** The heads, by all lessons of rows that `taught` says. */
export function trainHeads({ injection, scam }: Lessons, taught: (row: Row) => boolean): Heads {
  const attack = train(
    injection.filter(({ row }) => teachesWords(row) && taught(row)),
    trainingOptions,
  )
  const trained = trainScam(scam.filter(({ row }) => teachesScam(row) && taught(row)))
  return {
    injection: quantise(attack),
    scam: {
      heads: { spam: quantise(trained.heads.spam), phishing: quantise(trained.heads.phishing) },
      form: quantise(trained.form),
    },
  }
}

export function quantise({ table, bias }: { table: ArrayLike<number>; bias: number }): Quantised {
  const sizes = Float32Array.from(table, Math.abs).sort()
  const scale = Number((sizes[Math.floor(sizes.length * 0.9995)]! / 127).toPrecision(6))
  const whole = Int8Array.from(table, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))))
  return { table: whole, scale, bias: Math.round(bias * 1_000) / 1_000 }
}
