/** Personal data that would leave with a mail, beyond what its readers have told themselves. */
import type { Detection, Evidence } from '../../domain/analysis.ts'
import type { Entity } from '../../domain/entity.ts'
import { rightsOf } from '../disclosure/rights.ts'
import { masked } from '../masked.ts'
import { contextOf, outboundTexts } from '../outbound-texts.ts'
import { isSampleSsn, isTestCard } from '../pii/samples.ts'
import type { RiskMessage, Scorer } from '../scorer.ts'

const maxEvidence = 5
/** Values from which a mail is a list of people rather than a letter about one. */
const bulkFrom = { grave: 4, light: 25 }
/** What is known already weighs less: the reader has written it himself. */
const echoShare = 0.3

/** The result that each kind is reported under. */
const results: Partial<Record<Entity, string>> = {
  credit_card: 'payment_card',
  us_ssn: 'identity_number',
  national_id: 'identity_number',
  passport: 'identity_number',
  driver_license: 'identity_number',
  iban: 'bank_account',
  bank_account: 'bank_account',
  date_of_birth: 'date_of_birth',
  email: 'contact',
  phone: 'contact',
  ip: 'technical',
  crypto_address: 'technical',
}
/** In the singular and the plural. */
const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  payment_card: ['a payment card number', 'payment card numbers'],
  identity_number: ['a number of an identity document', 'numbers of identity documents'],
  bank_account: ['a bank account number', 'bank account numbers'],
  date_of_birth: ['a date of birth', 'dates of birth'],
  contact: ['the address or telephone number of somebody else', 'addresses or telephone numbers of others'],
  technical: ['the address of a machine or wallet', 'addresses of machines or wallets'],
}
const grave = new Set(['payment_card', 'identity_number', 'bank_account'])

interface Found {
  values: Map<string, number>
  evidence: Evidence[]
  /** Of the values, how many are examples that anybody may know. */
  examples: number
}

export const pii: Scorer = {
  name: 'pii',
  directions: ['outbound'],
  budgetMs: 2_000,
  score: (message) => {
    const found = gather(message)
    const detections = [...found].map(([result, { values, evidence }]): Detection => {
      const [one, many] = words[result]!
      return {
        method: 'pii',
        result,
        detail: `Contains ${values.size === 1 ? one : `${values.size} ${many}`}.`,
        confidence: Math.max(...values.values()),
        evidence,
      }
    })
    return [...detections, ...bulk(found)]
  },
}

/** Distinct values by result, each with its confidence. */
function gather(message: RiskMessage): Map<string, Found> {
  const found = new Map<string, Found>()
  const { thread, inboxAddress, recipients } = contextOf(message)
  const parties = new Set(
    [inboxAddress, ...recipients, ...thread.flatMap(({ from, recipients: to }) => [...from, ...to])].map(
      keyOf,
    ),
  )
  // Whom the inbox has dealt with for long is told of others what the business takes.
  const dealt = rightsOf(contextOf(message)).weight
  let told: string | null = null
  for (const { where, text, spans } of outboundTexts(message)) {
    for (const { type, start, end, confidence } of spans) {
      const result = results[type]
      if (result === undefined) continue
      const value = text.slice(start, end)
      const key = keyOf(value)
      if (parties.has(key)) continue
      told ??= keyOf(thread.map((mail) => `${mail.subject} ${mail.text}`).join(' '))
      if (type === 'us_ssn' && isSampleSsn(key)) continue
      const one = found.get(result) ?? { values: new Map<string, number>(), evidence: [], examples: 0 }
      const example = isTestCard(key, text, start)
      const known = (key.length >= 6 && told.includes(key)) || example
      const share = confidence * (known ? echoShare : 1) * dealt
      if (example && !one.values.has(key)) one.examples++
      one.values.set(key, Math.max(one.values.get(key) ?? 0, share))
      if (one.evidence.length < maxEvidence) one.evidence.push({ where, text: masked(value), offset: start })
      found.set(result, one)
    }
  }
  return found
}

function bulk(found: ReadonlyMap<string, Found>): Detection[] {
  let heavy = 0
  let all = 0
  for (const [result, { values, examples }] of found) {
    all += values.size
    if (grave.has(result)) heavy += values.size - examples
  }
  if (heavy >= bulkFrom.grave)
    return [
      {
        method: 'pii',
        result: 'bulk',
        detail: `Contains ${heavy} numbers of cards, accounts and documents: a list rather than a letter.`,
        confidence: Math.min(1, 0.3 + heavy / (2 * bulkFrom.grave)),
      },
    ]
  if (all < bulkFrom.light) return []
  return [
    {
      method: 'pii',
      result: 'contact_list',
      detail: `Contains ${all} addresses, telephone numbers and the like: a list of people.`,
      confidence: Math.min(1, 0.3 + all / (2 * bulkFrom.light)),
    },
  ]
}

const keyOf = (value: string): string => value.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '')
