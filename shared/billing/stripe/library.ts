/** Stripe's library, read when it is first needed: it is an eighth of all modules, and most services take no money. */
import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const require = createRequire(import.meta.url)

/** The library; Node keeps it once it has been read. */
export const stripeLibrary = (): typeof Stripe => require('stripe') as typeof Stripe
