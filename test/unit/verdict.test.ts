/** Holds the one table of verdicts, for mail that comes in and mail that leaves. */
import { expect, test } from 'vitest'
import { holdsOf, isCautious, isLockedDown, verdictOf } from '../../shared/judge/verdict.ts'

const bounds = { withholdAbove: 70, flagAbove: 30 }
const quiet = {
  score: 0,
  policy: null,
  infected: false,
  unjudged: false,
  incomplete: false,
  cautious: false,
} as const
const judged = (more: Partial<Parameters<typeof verdictOf>[0]>) => verdictOf({ ...quiet, ...more }, bounds)

test('a bound itself is not above it', () => {
  expect(judged({ score: 30 })).toEqual({ verdict: 'clean', reasons: [] })
  expect(judged({ score: 31 })).toEqual({ verdict: 'flagged', reasons: ['risk'] })
  expect(judged({ score: 70 })).toEqual({ verdict: 'flagged', reasons: ['risk'] })
  expect(judged({ score: 71 })).toEqual({ verdict: 'withheld', reasons: ['risk'] })
})

test('the gravest reason decides, and only those that led to the verdict are named', () => {
  expect(judged({ infected: true, incomplete: true })).toEqual({ verdict: 'withheld', reasons: ['infected'] })
  expect(judged({ unjudged: true, score: 100, policy: 'withhold' })).toEqual({
    verdict: 'withheld',
    reasons: ['unjudged', 'risk', 'policy'],
  })
  expect(judged({ policy: 'block' }).verdict).toBe('withheld')
  expect(judged({ policy: 'flag', incomplete: true })).toEqual({
    verdict: 'flagged',
    reasons: ['incomplete', 'policy'],
  })
  expect(judged({ policy: 'redact' }).verdict).toBe('clean')
})

test('a cautious level withholds what would be flagged, and leaves clean mail alone', () => {
  expect([1, 2, 3, 4].map(isCautious)).toEqual([false, true, false, true])
  expect(judged({ score: 31, cautious: true })).toEqual({ verdict: 'withheld', reasons: ['level', 'risk'] })
  expect(judged({ cautious: true }).verdict).toBe('clean')
})

test('what leaves waits for each reason that withholds it, for lockdown, and for withheld mail that it passes on', () => {
  expect([1, 2, 3, 4].map(isLockedDown)).toEqual([false, false, false, true])
  const free = { securityLevel: 3, ofWithheld: false }
  expect(holdsOf(judged({}), free)).toEqual([])
  expect(holdsOf(judged({ score: 40, incomplete: true }), free)).toEqual([])
  expect(holdsOf(judged({ unjudged: true, policy: 'withhold' }), free)).toEqual(['policy', 'unjudged'])
  expect(holdsOf(judged({ score: 80 }), { securityLevel: 4, ofWithheld: true })).toEqual([
    'level',
    'risk',
    'withheld',
  ])
  expect(holdsOf(judged({ score: 40 }), { securityLevel: 4, ofWithheld: false })).toEqual(['level'])
})
