/** Plans and prices: a JSON file that an operator may replace. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Config, ConfigError } from './config.ts'

/** The plan of an account that has subscribed to none. */
export const freePlan = 'free'

const plan = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a short identifier')
    .refine((id) => id !== freePlan, `must not be "${freePlan}": that is the plan without a subscription`),
  name: z.string().min(1).max(100),
  /** A month's price, in the smallest unit of the currency. */
  amount: z.int().min(1).max(100_000_000),
  /** Granted with each month that is paid. */
  credits: z.int().min(1).max(1_000_000_000),
  /** Id of the price at Stripe; without one, the service makes it there. */
  stripe_price: z.string().min(1).optional(),
})
export type Plan = z.output<typeof plan>

const prices = z
  .strictObject({
    currency: z.string().regex(/^[a-z]{3}$/, 'must be three small letters (ISO 4217)'),
    credits: z.strictObject({
      /** What 1,000 credits cost, in the smallest unit of the currency; any number costs in proportion, rounded up. */
      price_per_1000: z.int().min(1).max(100_000_000),
      min: z.int().min(1),
      max: z.int().min(1).max(1_000_000_000),
    }),
    plans: z.array(plan).max(50),
  })
  .refine(({ credits }) => credits.min <= credits.max, 'credits.min must not be above credits.max')
  .refine(
    ({ plans }) => new Set(plans.map(({ id }) => id)).size === plans.length,
    'two plans have the same id',
  )
export type Prices = z.output<typeof prices>

/** Reads PLANS_FILE, or else the file beside this one. @throws ConfigError with all that is wrong with it. */
export function readPrices({ PLANS_FILE }: Config): Prices {
  const file = PLANS_FILE ?? new URL('./plans.json', import.meta.url)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code = 'is not valid JSON' } = error as NodeJS.ErrnoException
    throw new ConfigError([`PLANS_FILE: ${code}`])
  }
  const { data, error } = prices.safeParse(given)
  if (error !== undefined)
    throw new ConfigError(
      error.issues.map(({ path, message }) => `PLANS_FILE: ${[...path, message].join(' ')}`),
    )
  return data
}

/** What so many credits cost, in the smallest unit of the currency. */
export const priceOf = ({ credits }: Prices, count: number): number =>
  Math.ceil((count * credits.price_per_1000) / 1_000)
