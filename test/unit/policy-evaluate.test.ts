/** Evaluating policies: what applies, what wins, and that nothing else matters. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AppliedPolicy, policyActions, policyDirections } from '../../shared/domain/policy.ts'
import { evaluate, outcomeOf } from '../../shared/policy/evaluate.ts'
import { plainText } from '../../shared/policy/search.ts'
import { inboundOf, outboundOf, policyOf } from '../support/policies.ts'

const blocklist = (action: 'block' | 'withhold' | 'flag', fields: Partial<AppliedPolicy> = {}) =>
  policyOf('domain_blocklist', action, { domains: ['example.com'] }, fields)

test('the most severe action wins, whatever the order and the scope', () => {
  const flag = blocklist('flag')
  const withhold = blocklist('withhold', { inbox_id: 'inb_1' })
  const block = blocklist('block')
  const redact = policyOf('pii_redaction', 'redact', { entities: ['email'] })
  const subject = inboundOf({ redacted: [redact.id] })
  const outcome = (...policies: AppliedPolicy[]) => outcomeOf(evaluate(policies, subject))
  expect(outcome(redact, flag, withhold, block)).toMatchObject({ action: 'block', policyId: block.id })
  expect(outcome(redact, withhold, flag)).toMatchObject({ action: 'withhold', policyId: withhold.id })
  expect(outcome(redact, flag)).toMatchObject({ action: 'flag', policyId: flag.id })
  expect(outcome(redact)).toMatchObject({ action: 'redact', policyId: redact.id })
  expect(outcome()).toEqual({ action: null, policyId: null, reason: '', fired: [] })
})

test('of equally severe ones the policy made first is named, and all that fired are told', () => {
  const [first, second] = [blocklist('block'), blocklist('block')]
  const outcome = outcomeOf(evaluate([second, first], inboundOf()))
  expect(outcome.policyId).toBe(first.id)
  expect(outcome.reason).toBe('The sender ada@example.com is on the block list.')
  expect(outcome.fired.map(({ policyId }) => policyId)).toEqual([second.id, first.id])
})

const someAction = fc.constantFrom('block', 'withhold', 'flag')
const somePolicy = fc
  .record({
    type: fc.constantFrom('domain_allowlist', 'domain_blocklist'),
    action: someAction,
    domain: fc.constantFrom('a.test', 'b.test', '*.a.test', 'x@a.test'),
    direction: fc.constantFrom(...policyDirections),
    enabled: fc.boolean(),
    inbox_id: fc.constantFrom(null, 'inb_1'),
  })
  .map(({ type, action, domain, direction, ...fields }) =>
    policyOf(type, action, { domains: [domain], direction }, fields),
  )
const somebody = fc.constantFrom('x@a.test', 'y@a.test', 'x@m.a.test', 'x@b.test', 'x@c.test', '')
const someSubject = fc.oneof(
  fc
    .record({ author: somebody, authenticated: fc.boolean(), mailFrom: somebody })
    .map(({ author, ...rest }) => inboundOf({ authors: author === '' ? [] : [author], ...rest })),
  fc.array(somebody, { minLength: 1, maxLength: 4 }).map((recipients) => outboundOf({ recipients })),
)

test('what is disabled or looks the other way never fires, and changes nothing for the others', () => {
  fc.assert(
    fc.property(fc.array(somePolicy, { maxLength: 8 }), someSubject, (policies, subject) => {
      const relevant = policies.filter(
        ({ enabled, config }) => enabled && ['both', subject.direction].includes(String(config.direction)),
      )
      expect(evaluate(policies, subject)).toEqual(evaluate(relevant, subject))
    }),
  )
})

test('the order of policies decides nothing', () => {
  fc.assert(
    fc.property(
      fc
        .array(somePolicy, { maxLength: 8 })
        .chain((policies) =>
          fc.tuple(fc.constant(policies), fc.shuffledSubarray(policies, { minLength: policies.length })),
        ),
      someSubject,
      ([policies, shuffled], subject) => {
        const { fired: _, ...one } = outcomeOf(evaluate(policies, subject))
        const { fired: __, ...other } = outcomeOf(evaluate(shuffled, subject))
        expect(other).toEqual(one)
      },
    ),
  )
})

test('one more block list never makes a message fare better; the action is that of the worst that fired', () => {
  const severity = (action: string | null) => (action === null ? 9 : policyActions.indexOf(action as 'block'))
  fc.assert(
    fc.property(
      fc.array(somePolicy, { maxLength: 6 }),
      somePolicy,
      someSubject,
      (policies, added, subject) => {
        fc.pre(added.type === 'domain_blocklist')
        const before = outcomeOf(evaluate(policies, subject))
        const after = outcomeOf(evaluate([...policies, added], subject))
        expect(severity(after.action)).toBeLessThanOrEqual(severity(before.action))
        const worst = Math.min(9, ...after.fired.map(({ action }) => severity(action)))
        expect(severity(after.action)).toBe(worst)
      },
    ),
  )
})

test('any text with any keyword is evaluated without an exception', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
      fc.constantFrom('word', 'substring'),
      (text, keyword, match) => {
        fc.pre(plainText(keyword).trim() !== '')
        const policy = policyOf('keyword_filter', 'block', { keywords: [keyword], match })
        const holding = inboundOf({ texts: [`${text} ${keyword} ${text}`] })
        const fired = evaluate([policy], holding).length
        if (match === 'substring') expect(fired).toBe(1)
        else expect(fired).toBeLessThanOrEqual(1)
      },
    ),
  )
})
