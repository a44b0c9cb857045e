/** What the service's own scorers read and find in a row, the trained heads being given. */
import type { Detection } from '../../../shared/domain/analysis.ts'
import { assess } from '../../../shared/risk/assess.ts'
import { combine } from '../../../shared/risk/combine.ts'
import { scorers } from '../../../shared/risk/index.ts'
import { featuresOf } from '../../../shared/risk/overall/features.ts'
import type { RiskMessage, Scorer } from '../../../shared/risk/scorer.ts'
import { injectionBy } from '../../../shared/risk/scorers/injection.ts'
import { scamBy } from '../../../shared/risk/scorers/scam.ts'
import { messageOf, type Row, rowImages } from '../rows.ts'
import type { Heads } from './heads.ts'

export interface Reading {
  row: Row
  /** Signals of the combiners, by name. */
  injection: Map<string, number>
  scam: Map<string, number>
  /** Points of the scorers that learned nothing. */
  rules: number
  /** What the trees look at. */
  features: Map<string, number>
}

const learned = new Set(['injection', 'scam', 'overall', 'pretext', 'llm_scan'])
export const rules: readonly Scorer[] = scorers.filter(({ name }) => !learned.has(name))
const silent = { bias: 0, weights: {}, curve: [] }

/** Reads a row by `heads`. */
export async function readingOf(row: Row, heads: Heads): Promise<Reading> {
  const message = await messageOf(row)
  let readings: ReadonlyMap<string, number> = new Map()
  let found: readonly Detection[] = []
  const listener: Scorer = {
    name: 'overall',
    directions: ['inbound'],
    budgetMs: 1_000,
    breaksTies: true,
    score: (_, context) => {
      readings = context.readings ?? readings
      found = context.found ?? found
      return []
    },
  }
  const heard = [injectionBy(heads.injection, silent), scamBy(heads.scam, { spam: silent, phishing: silent })]
  const images = await rowImages(row, message)
  await assess(message, { llm: null, images, builtIn: [...rules, ...heard, listener] })
  const ofRules = found.filter(({ method }) => !learned.has(method))
  return {
    row,
    injection: part(readings, 'injection.'),
    scam: part(readings, 'scam.'),
    rules: combine(ofRules).risk_score,
    features: featuresOf(message as RiskMessage, ofRules, readings),
  }
}

function part(readings: ReadonlyMap<string, number>, prefix: string): Map<string, number> {
  return new Map(
    [...readings].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    ),
  )
}
