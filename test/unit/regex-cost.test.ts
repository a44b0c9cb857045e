/** What regular expressions cost to compile is known before they are compiled. */
import { RE2JS } from 're2js'
import { describe, expect, test, vi } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { regexProblems } from '../../shared/policy/regex.ts'
import { regexCost } from '../../shared/policy/regex-cost.ts'

const most = limits.policyKeywordCharacters

/** Numbers that look random, and are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pieces = [
  ...'ab()|*+?.^$-{}[]é😀'.match(/./gu)!,
  ...['(?:', '(?i)', '(?P<n>', '*?', '{2}', '{3,}', '{2,5}', '{0,3}', '{0}', '{,3}'],
  ...[
    '[a-z]',
    '[^a]',
    '[]a]',
    '[^]x]',
    '[[:alpha:]_]',
    '[a\\]b]',
    '[--z]',
    '[a-z-9]',
    '[\\t-\\r]',
    '[😀-😎]',
  ],
  ...['\\d', '\\pL', '\\p{Greek}', '\\PN', '\\x{41}', '\\x41', '\\101', '\\n', '\\C', '\\b', '\\[', '\\)'],
  ...['\\Qa{3}\\E', '\\Q(', '\\E'],
]

test('the cost of a pattern is never less than the program that RE2 makes of it', () => {
  const random = randomOf(7)
  let compared = 0
  for (let round = 0; round < 20_000; round++) {
    const length = 1 + Math.floor(random() * 14)
    const pattern = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')
    const cost = regexCost(pattern)
    if (cost > 3_000) continue
    try {
      const size = RE2JS.compile(pattern, round % 2 === 0 ? 0 : RE2JS.CASE_INSENSITIVE).programSize()
      if (size > cost + 2) throw new Error(`${pattern} has ${size} steps, not ${cost}`)
      compared++
    } catch (error) {
      if (error instanceof Error && / has \d+ steps/.test(error.message)) throw error
    }
  }
  expect(compared).toBeGreaterThan(3_000)
})

describe('a set of patterns that would take long to compile', () => {
  const fill = (piece: string) => piece.repeat(Math.floor(most / piece.length))
  test.each([
    ['copies', fill('a{1000}')],
    ['copies of copies', fill('(?:(?:a{10}){10}){10}')],
    ['copies of what may be missing', fill('(?:a?){1000}')],
    ['copies of nothing', fill('(){1000}')],
    ['copies with a bound above', fill('(?:b{1,30}){1,30}')],
    ['classes of Unicode', fill('\\pL')],
    ['classes of Unicode in classes', `[${fill('\\pN').slice(0, -4)}]`],
    ['ranges in which each letter has another case', fill('[Ā-\u{10ffff}]')],
    ['ranges in one class', `[${fill('Ā-Ԁ').slice(0, -3)}]`],
    ['ranges by number', fill('[\\x{100}-\\x{10fff}]')],
  ])('is refused before any is compiled: %s', (_, pattern) => {
    const compile = vi.spyOn(RE2JS, 'compile')
    const patterns = Array.from(
      { length: limits.policyKeywords },
      (_, index) => `${index}${pattern.slice(3)}`,
    )
    for (const caseSensitive of [true, false])
      expect(regexProblems(patterns, caseSensitive)).toMatchObject([{ index: null }])
    expect(compile).not.toHaveBeenCalled()
  })
})

test('what people write is far below what is refused', () => {
  const patterns = [
    'order\\s+#?\\d{4,12}\\b',
    '(?:invoice|rechnung|facture)\\s*(?:no|nr)?\\.?\\s*\\d+',
    '[\\x{4e00}-\\x{9fff}]{2,10}',
    '[^\\x00-\\x7f]',
    '[\\x{80}-\\x{10ffff}]',
    '\\p{L}{2,20}@example\\.com',
    '[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,24}',
  ]
  expect(regexProblems(patterns, false)).toEqual([])
  const many = Array.from(
    { length: limits.policyKeywords },
    (_, index) => `project-${index}\\s+(?:alpha|beta|gamma)\\b`,
  )
  expect(regexProblems(many, false)).toEqual([])
})
