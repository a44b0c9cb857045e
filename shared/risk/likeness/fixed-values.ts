/** What must be the same in the next copy of a notice: where money, calls and mail would go. */
import { hash } from 'node:crypto'
import { findBankAccounts } from '../pii/bank.ts'
import { findIbans } from '../pii/iban.ts'
import { findPhones } from '../pii/phone.ts'

/** A purse or a key: long, of letters and digits, and no hexadecimal number but one that says so. */
const longSign =
  /(?<![\p{L}\p{N}])(?:0x[0-9a-f]{40}|(?=[a-z0-9]*[g-z])(?=[a-z]*\d)[a-z0-9]{25,100})(?![\p{L}\p{N}])/gu
/** Surety from which digits are taken for a phone's. */
const surePhone = 0.6
const most = 500

/** Accounts, phone numbers and purses in folded text, and `addresses`, hashed so that nobody can read them. */
export function fixedValues(folded: string, addresses: readonly string[], salt: number): string[] {
  const spans = [
    ...findIbans(folded),
    ...findBankAccounts(folded),
    ...findPhones(folded).filter(({ confidence }) => confidence >= surePhone),
  ]
  const found = new Set([
    ...spans.map(({ start, end }) => folded.slice(start, end).replace(/[^\p{L}\p{N}]/gu, '')),
    ...[...folded.matchAll(longSign)].map(([sign]) => sign),
    ...addresses,
  ])
  return [...found].slice(0, most).map((value) => hash('sha256', `${salt} ${value}`).slice(0, 24))
}
