/** Patterns over mail take steps in proportion to its length, counted by a matcher that backtracks. */
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { injectionRules } from '../../shared/risk/injection/index.ts'
import { stepsOf, temptations } from '../support/regex-steps.ts'

/** Characters of a text, and how many times longer the long one is. */
const short = 200
const times = 5
/** Steps a character that nobody notices, and those beyond which a pattern is slow whatever it grows by. */
const few = 50
const many = 800
/** By how much more than the text the steps of a pattern without bounds may grow. */
const leeway = 1.5
/** A repetition without a bound; where all have one, the steps at each character have one, too. */
const unbounded = /(?<!\\)(?:[*+]|\{\d+,\})/
const limit = 4_000_000

/** Numbers from 0 up to 1, the same each time. */
function random(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Why a pattern is not linear: a text that keeps it busy. */
function fault(pattern: RegExp): string | null {
  for (const text of temptations(pattern, short * times, random())) {
    const steps = stepsOf(pattern, text, limit)
    const each = steps / text.length
    if (each > many) return `${Math.round(each)} steps a character of ${JSON.stringify(text.slice(0, 60))}`
    if (each <= few || !unbounded.test(pattern.source)) continue
    const growth = steps / stepsOf(pattern, text.slice(0, short), limit)
    if (growth > times * leeway) return `${Math.round(growth)}-fold for ${JSON.stringify(text.slice(0, 60))}`
  }
  return null
}

/** The patterns written in the files that take texts apart. */
function literals(): RegExp[] {
  const files = [
    ...['text-layers', 'decode', 'fold', 'markup', 'confusables', 'word-finder', 'combine'].map(
      (name) => `shared/risk/${name}.ts`,
    ),
    'shared/risk/scorers/injection.ts',
    'shared/risk/scorers/hidden-text.ts',
    ...globSync('shared/risk/{model,injection}/*.ts').filter((file) => !file.endsWith('required-words.ts')),
  ]
  const found: RegExp[] = []
  for (const file of files)
    new Visitor({
      Literal(node) {
        if ('regex' in node) found.push(new RegExp(node.regex.pattern, node.regex.flags))
      },
    }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

describe('patterns over mail', () => {
  it('takes steps in proportion to the text for each rule of injection', () => {
    expect(injectionRules.length).toBeGreaterThan(200)
    expect(injectionRules.flatMap(({ pattern }) => fault(pattern) ?? [])).toEqual([])
  }, 120_000)

  it('takes steps in proportion to the text for each pattern of the layers', () => {
    const patterns = literals()
    expect(patterns.length).toBeGreaterThan(40)
    expect(patterns.flatMap((pattern) => fault(pattern) ?? [])).toEqual([])
  }, 120_000)

  it.each([/(?:a+)+b/, /(?:a|a){0,12}b/, /\s+$/, /a.*b.*c/, /(?:-{3,}|={3,})end/])(
    'notices that %s is not',
    (slow) => {
      expect(fault(slow)).not.toBeNull()
    },
  )
})
