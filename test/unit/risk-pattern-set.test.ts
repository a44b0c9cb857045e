/** Patterns that are tried only where the words they need are there: they find what they would find anyway. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PatternSet } from '../../shared/risk/pattern-set.ts'

const patterns = [
  /\b(?:act|order|call) (?:now|today)\b|\blimited offer/,
  /\bone[ -]time (?:mail|offer)|\bno (?:need|cost)\b/,
  /(?:us ?\$|\$) ?\d{1,3}(?:,\d{3})+/,
  /\be-?mail.{0,20}(?:list|lists)\b(?! of)|광고/,
]

describe('PatternSet', () => {
  const set = new PatternSet(patterns)

  it('matches what the patterns match, one by one', () => {
    const pieces =
      'act;order; call; ;now;today;limited offer;one;-;time;mail;offer;no;need;cost;$;us;12;,000;e;list;s; of;광고;x;.'
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces.split(';'), ' '), { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const prepared = set.on(text)
        for (const [index, pattern] of patterns.entries()) {
          expect(prepared.exec(index) !== null, `${pattern} on ${text}`).toBe(pattern.test(text))
          if (pattern.test(text)) expect(prepared.possible(index)).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('tells what matched, and tries nothing where the words are missing', () => {
    const prepared = set.on('order now: a limited offer')
    expect(prepared.exec(0)).toBe('order now')
    expect([0, 1, 2, 3].map((index) => prepared.possible(index))).toEqual([true, false, true, false])
  })
})
