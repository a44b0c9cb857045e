/** Patterns over mail take steps in proportion to its length, counted by a matcher that backtracks. */
import { afterAll, describe, expect, it } from 'vitest'
import { type FoundPattern, madePatterns, makersOf, writtenPatterns } from '../support/patterns.ts'
import { Proofs } from '../support/proofs.ts'
import { isUnbounded, stepsOf, temptations } from '../support/regex-steps.ts'

/** Characters of a text, and how many times longer the long one is. */
const short = 120
const times = 5
/** Steps a character that nobody notices, and those beyond which a pattern is slow whatever it grows by. */
const few = 50
const many = 1_500
/** By how much more than the text the steps of a pattern without bounds may grow. */
const leeway = 1.5
const limit = 4_000_000
/** Steps that a pattern may take which grows faster, but is given only so much text at a time. */
const affordable = 1_200_000

/**
 * Patterns that are given a text of bounded length: how many characters, by the cap in the code. All others must be
 * linear in a text of any length.
 */
const bounded: readonly [file: string, source: string, characters: number, cap: string][] = [
  ['shared/mail/report/plain-bounce.ts', '\\.+$', 320, 'an address'],
  ['shared/mail/visible-text.ts', '[\\p{L}\\p{N}', 50, 'what stands before a character'],
  ['shared/risk/pii/email.ts', ' at .* dot ', 420, 'an address that is spelled out'],
  ['shared/risk/scam/header-form.ts', '"[^"]*"|[^<"]+<', 1_000, 'a header field'],
  ['shared/risk/scam/headers.ts', ' {4,}\\S{3,20}', 120, 'the end of a subject'],
  ['shared/risk/scam/relay-form.ts', '^\\s*from\\s+', 600, 'the start of a Received field'],
  ['shared/risk/scorers/rspamd.ts', '\\/+$', 200, 'a setting'],
  ['shared/risk/required-words.ts', '^(?:[?*+]', 200, 'a pattern of ours'],
  ['shared/risk/secret/assignments.ts', '[.:]+$', 300, 'a value'],
  ['shared/risk/secret/bare-tokens.ts', '[.:]+$', 613, 'a token'],
  ['shared/risk/secret/bare-tokens.ts', '[^\\n]{0,50}["', 60, 'what stands before a token'],
  ['shared/risk/secret/credentials.ts', '\\d.*[^\\w]', 200, 'a user name'],
]

const capOf = ({ file, pattern }: FoundPattern): number | undefined =>
  bounded.find(([where, source]) => where === file && pattern.source.startsWith(source))?.[2]

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
    const shown = JSON.stringify(text.slice(0, 60))
    if (each > many) return `${Math.round(each)} steps a character of ${shown}`
    if (each <= few || !isUnbounded(pattern)) continue
    const growth = steps / stepsOf(pattern, `${text.slice(0, short - 1)}\u0001`, limit)
    if (growth > times * leeway) return `${Math.round(growth)}-fold for ${shown}`
  }
  return null
}

/** The same for one that is given `cap` characters at most: what these can cost. */
function faultWithin(pattern: RegExp, cap: number): string | null {
  for (const text of temptations(pattern, cap, random())) {
    const steps = stepsOf(pattern, text, limit)
    if (steps > affordable) return `${steps} steps for ${JSON.stringify(text.slice(0, 60))}`
  }
  return null
}

/** What was proven before, by this file and its matcher as they are: `npm run proofs` brings it up to date. */
const proofs = new Proofs(new URL('../generated/linear-patterns.json', import.meta.url), [
  import.meta.url,
  new URL('../support/regex-steps.ts', import.meta.url),
])
afterAll(() => proofs.end())

const faultsOf = (found: readonly FoundPattern[]): string[] =>
  found.flatMap((one) => {
    const cap = capOf(one)
    const key = `${cap ?? ''} ${one.pattern}`
    if (proofs.knows(key)) return []
    const said = cap === undefined ? fault(one.pattern) : faultWithin(one.pattern, cap)
    if (said !== null) return `${one.file} ${one.pattern.source.slice(0, 80)}: ${said}`
    proofs.add(key)
    return []
  })

/** What reads mail, and what that is made of. */
const rooms = 'shared/{risk,mail,lib,domain,policy,antivirus,events,flow}/**/*.ts'

describe('patterns over mail', () => {
  it('takes steps in proportion to the text for each that is put together while modules load', async () => {
    const made = await madePatterns(rooms)
    expect(made.length).toBeGreaterThan(600)
    // Made when they are first needed: of a number, of a pattern that is written, of our own kinds of values.
    const later = [
      'shared/lib/data-urls.ts',
      'shared/mail/smuggled-text.ts',
      'shared/risk/pii/national-id.ts',
      'shared/risk/redact.ts',
    ]
    expect(makersOf(rooms).filter((file) => !made.some((one) => one.file === file))).toEqual(later)
    expect(faultsOf(made)).toEqual([])
  })

  it('takes steps in proportion to the text for each that is written in a file', () => {
    const written = writtenPatterns(rooms)
    expect(written.length).toBeGreaterThan(700)
    expect(faultsOf(written)).toEqual([])
    for (const [file, source] of bounded)
      expect(written.some((one) => one.file === file && one.pattern.source.startsWith(source))).toBe(true)
  })

  it.each([/(?:a+)+b/, /(?:a|a){0,12}b/, /\s+$/, /a.*b.*c/, /(?:-{3,}|={3,})end/, /\p{L}{2,}(?=,)/u])(
    'notices that %s is not',
    (slow) => {
      expect(fault(slow)).not.toBeNull()
    },
  )
})
