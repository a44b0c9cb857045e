/** Bank accounts that are no IBAN, and addresses of crypto currencies. */
import { createHash } from 'node:crypto'
import type { Span } from '../span.ts'
import { weighted } from './checksums.ts'
import { isWordAt } from './context.ts'

const between = '[^\\d\\n]{0,20}?'
const accountWords = new RegExp(
  `\\b(?:(?:bank |checking |savings |current |giro|beneficiary )?(?:account|acct|a\\/c)(?: ?(?:no|nr|num|number|#))?|konto(?:nummer|-?nr)?|kontonr|num[eé]ro de compte|n[uú]mero de cuenta|cuenta|conto(?: corrente)?|conta(?: corrente)?|rekening(?:nummer)?|numer konta)(?![\\p{L}]| (?:executive|manager|balance|team|rep|of \\d))${between}(?<![\\p{L}\\p{N}])(\\d(?:[ -]?\\d){6,16})(?![\\p{L}\\p{N}]|[-.]\\d)`,
  'giu',
)
const routingWords = new RegExp(
  `\\b(?:routing|aba|rtn|transit)${between}(?<![\\p{L}\\p{N}])(\\d{9})(?![\\p{L}\\p{N}])`,
  'giu',
)
const sortCode = new RegExp(`\\bsort ?code${between}(\\d{2}[ -]?\\d{2}[ -]?\\d{2})(?![\\p{L}\\p{N}])`, 'giu')
const bic =
  /\b(?:bic|swift)(?:[ -]?code)?[ :#-]{1,4}(?:is )?([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![\p{L}\p{N}])/gu

/** Account, routing and sort numbers in `text`, each with the word that says so. */
export function findBankAccounts(text: string): Span[] {
  return [
    ...captured(text, accountWords, 0.8),
    ...captured(text, routingWords, 0.9).filter(({ start }) => isRouting(text.slice(start, start + 9))),
    ...captured(text, sortCode, 0.9),
    ...captured(text, bic, 0.7),
  ]
}

function captured(text: string, pattern: RegExp, confidence: number): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length
    spans.push({ type: 'bank_account', start: end - match[1]!.length, end, confidence })
  }
  return spans
}

/** Check digit of the American Bankers Association. */
const isRouting = (digits: string): boolean =>
  weighted(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 && !digits.startsWith('000')

const coin =
  /(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{11,87}|0x[0-9a-fA-F]{40}|[LM][1-9A-HJ-NP-Za-km-z]{26,33}|T[1-9A-HJ-NP-Za-km-z]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93})/g

/** Addresses of crypto currencies in `text`: those with a check sum are checked. */
export function findCryptoAddresses(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(coin)) {
    const start = match.index
    const end = start + match[0].length
    if (isWordAt(text, start - 1) || isWordAt(text, end) || /[+/=]/.test(text.charAt(end))) continue
    if (isCoin(match[0])) spans.push({ type: 'crypto_address', start, end, confidence: 0.95 })
  }
  return spans
}

function isCoin(address: string): boolean {
  if (address.startsWith('0x')) return !/^0x(.)\1+$/.test(address)
  if (/^(?:bc1|tb1|ltc1)/.test(address)) return isBech32(address)
  return address.length > 60 || hasBase58Check(address)
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The last four bytes are the head of a double SHA-256 over the others. */
function hasBase58Check(address: string): boolean {
  let value = 0n
  for (const char of address) value = value * 58n + BigInt(base58.indexOf(char))
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex')
  if (bytes.length !== 25) return false
  const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
}

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** BIP 173, and BIP 350 with its other constant. */
function isBech32(address: string): boolean {
  const split = address.lastIndexOf('1')
  const prefix = address.slice(0, split)
  const values = [...prefix].map((char) => char.charCodeAt(0) >> 5)
  values.push(0, ...[...prefix].map((char) => char.charCodeAt(0) & 31))
  values.push(...[...address.slice(split + 1)].map((char) => bech32.indexOf(char)))
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    for (let i = 0; i < 5; i++) if ((top >>> i) & 1) check ^= generators[i]!
  }
  return check === 1 || check === 0x2bc830a3
}
