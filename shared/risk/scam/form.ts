/** The form of a message as the model sees it: tokens of its header, its way, its HTML and its links, hashed. */
import type { RiskMessage } from '../scorer.ts'
import { headerForm } from './header-form.ts'
import { pageForm } from './page-form.ts'
import { relayForm } from './relay-form.ts'

/** Buckets of the table of forms: a power of two. */
export const formBuckets = 1 << 14

/** The head of forms: weights are `table[bucket] * scale`. */
export interface FormHead {
  table: Int8Array | Float32Array
  scale: number
  bias: number
}

/** Log odds of the form beyond which nothing more is said: what it was learned from is old mail. */
const mostFor = 3
const mostAgainst = 3

/**
 * The buckets of a message's form; null where the message has come over no relay, as drafts and texts have: then
 * its header tells of nobody's program.
 */
export function formOf(message: RiskMessage): Uint32Array | null {
  if (!message.mail.headers.some(({ name }) => name.toLowerCase() === 'received')) return null
  const tokens = [...headerForm(message), ...relayForm(message), ...pageForm(message)]
  return Uint32Array.from(new Set(tokens.map(bucketOf)))
}

/** Log odds of a form. */
export function formLogit(form: Uint32Array, { table, scale, bias }: FormHead): number {
  let sum = 0
  for (const bucket of form) sum += table[bucket]!
  return bias + (sum * scale) / formLength(form.length)
}

/** What the weights of `count` tokens are divided by. */
export const formLength = (count: number): number => Math.sqrt(count + 20)

/** What a form's log odds are to the combiner: what speaks for a scam, and what speaks against one. */
export const formValues = (logit: number): [name: string, value: number][] =>
  logit > 0 ? [['form', Math.min(mostFor, logit)]] : [['form_against', Math.min(mostAgainst, -logit)]]

function bucketOf(token: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < token.length; i++) hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) & (formBuckets - 1)
}
