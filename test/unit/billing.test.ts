/** Prices, periods and settings of billing. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../../config/config.ts'
import { priceOf, readPrices } from '../../config/plans.ts'
import { createBilling } from '../../shared/billing/index.ts'
import { nextMonth } from '../../shared/billing/next-month.ts'
import { canonicalJson } from '../../shared/lib/canonical-json.ts'

const problemsOf = (work: () => unknown): readonly string[] => {
  try {
    work()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('a month ends on the same day of the next one, or on its last', () => {
  const ends = (from: string) => nextMonth(new Date(`${from}T10:20:30.000Z`)).slice(0, 10)
  expect(ends('2026-01-15')).toBe('2026-02-15')
  expect(ends('2026-01-31')).toBe('2026-02-28')
  expect(ends('2028-01-31')).toBe('2028-02-29')
  expect(ends('2026-03-31')).toBe('2026-04-30')
  expect(ends('2026-12-31')).toBe('2027-01-31')
  // After a shorter month it is the day on which the first one began.
  const after = (from: string, day: number) => nextMonth(new Date(`${from}T10:20:30.000Z`), day).slice(0, 10)
  expect(after('2026-02-28', 31)).toBe('2026-03-31')
  expect(after('2028-02-29', 30)).toBe('2028-03-30')
  expect(after('2026-04-30', 31)).toBe('2026-05-31')
  expect(after('2026-12-31', 31)).toBe('2027-01-31')
  expect(after('2027-01-31', 31)).toBe('2027-02-28')
  expect(nextMonth(new Date('2026-05-01T23:59:59.999Z'))).toBe('2026-06-01T23:59:59.999Z')
})

test('credits cost in proportion, rounded up, and never nothing', () => {
  const prices = readPrices(parseConfig({}))
  expect(priceOf(prices, 1_000)).toBe(500)
  expect(priceOf(prices, 1_001)).toBe(501)
  expect(priceOf(prices, 1)).toBe(1)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (a, b) => {
      expect(priceOf(prices, a + b)).toBeLessThanOrEqual(priceOf(prices, a) + priceOf(prices, b))
    }),
  )
})

describe('a bad configuration stops the start', () => {
  test('an unknown gateway, and Stripe without its keys', () => {
    expect(problemsOf(() => createBilling(parseConfig({ BILLING_GATEWAY: 'coins' })))).toEqual([
      'BILLING_GATEWAY: must be one of manual, stripe',
    ])
    expect(problemsOf(() => createBilling(parseConfig({ BILLING_GATEWAY: 'stripe' })))).toEqual([
      'STRIPE_SECRET_KEY: required when BILLING_GATEWAY is stripe',
      'STRIPE_WEBHOOK_SECRET: required when BILLING_GATEWAY is stripe',
    ])
  })

  test('a file of plans that is missing, no JSON, or wrong, with all that is wrong', () => {
    const file = join(tmpdir(), `bad-plans-${process.pid}.json`)
    const read = (text: string) => {
      writeFileSync(file, text)
      return problemsOf(() => readPrices(parseConfig({ PLANS_FILE: file })))
    }
    expect(problemsOf(() => readPrices(parseConfig({ PLANS_FILE: '/nonexistent' })))).toEqual([
      'PLANS_FILE: ENOENT',
    ])
    expect(read('{')).toEqual(['PLANS_FILE: is not valid JSON'])
    const plan = { id: 'pro', name: 'Pro', amount: 1, credits: 1 }
    const credits = { price_per_1000: 1, min: 1, max: 2 }
    expect(read(JSON.stringify({ currency: 'usd', credits, plans: [plan, plan] }))).toEqual([
      'PLANS_FILE: two plans have the same id',
    ])
    expect(
      read(JSON.stringify({ currency: 'USD', credits, plans: [{ ...plan, id: 'free', amount: 0 }] })),
    ).toHaveLength(3)
    expect(read(JSON.stringify({ currency: 'usd', credits, plans: [plan] }))).toEqual([])
  })
})

test('canonical JSON is the same for equal values, and another for others', () => {
  const shuffled = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffled)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, item]) => [key, shuffled(item)]),
          )
        : value
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(canonicalJson({ a: 1, b: '1' })).not.toBe(canonicalJson({ a: '1', b: 1 }))
})
