/** Regular expressions of policies: RE2 (linear time) and no other engine, compiled once. */
import { RE2JS } from 're2js'
import { limits } from '../domain/limits.ts'
import { regexCost } from './regex-cost.ts'

/** Compiled expressions that are kept; the one used longest ago goes first. */
const kept = 2_000
const compiled = new Map<string, RE2JS>()

/**
 * Compiles `pattern` (RE2 syntax), or finds it compiled.
 * @throws RangeError with a sentence for a pattern that isn't RE2's, or whose program is too large.
 */
function compile(pattern: string, caseSensitive: boolean): RE2JS {
  const key = `${caseSensitive ? 's' : 'i'}${pattern}`
  const known = compiled.get(key)
  compiled.delete(key)
  const expression = known ?? compileNew(pattern, caseSensitive)
  compiled.set(key, expression)
  if (compiled.size > kept) compiled.delete(compiled.keys().next().value!)
  return expression
}

function compileNew(pattern: string, caseSensitive: boolean): RE2JS {
  let expression: RE2JS
  try {
    expression = RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
  } catch {
    throw new RangeError('is not a valid RE2 regular expression')
  }
  const size = expression.programSize()
  if (size > limits.policyRegexSize)
    throw new RangeError(
      `is too complex: its RE2 program has ${size} steps, and ${limits.policyRegexSize} is the most`,
    )
  return expression
}

/**
 * What is wrong with the patterns of a policy, each by its index; null: with all of them together. Those that would take
 * too long to compile are not compiled.
 */
export function regexProblems(
  patterns: readonly string[],
  caseSensitive: boolean,
): { index: number | null; message: string }[] {
  const cost = patterns.reduce((sum, pattern) => sum + regexCost(pattern), 0)
  if (cost > limits.policyRegexCost)
    return [
      {
        index: null,
        message: `are too complex together: written out, they have about ${Math.min(cost, 1e9)} steps, and ${limits.policyRegexCost} is the most`,
      },
    ]
  return patterns.flatMap((pattern, index) => {
    const message = problem(pattern, caseSensitive)
    return message === null ? [] : [{ index, message }]
  })
}

function problem(pattern: string, caseSensitive: boolean): string | null {
  try {
    compile(pattern, caseSensitive)
    return null
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

/** Whether `pattern`, one that has no {@link regexProblems}, matches somewhere in `text`. */
export function regexMatches(pattern: string, text: string, caseSensitive: boolean): boolean {
  return compile(pattern, caseSensitive).test(text)
}
