/** Fills the slots of drafts with values that were made up and pass the checks of their kind: cards, accounts, keys. */

const digits = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const alphabets: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  b62: digits + lower + lower.toUpperCase(),
  b64: `${digits}${lower}${lower.toUpperCase()}+/`,
  B32: `${lower.toUpperCase()}234567`,
}
/** Digits of an account number behind its check digits. */
const accounts: Readonly<Record<string, string>> = {
  DE: 'nnnnnnnnnnnnnnnnnn',
  AT: 'nnnnnnnnnnnnnnnn',
  NL: 'INGBnnnnnnnnnn',
  FR: 'nnnnnnnnnnnnnnnnnnnnnnn',
  ES: 'nnnnnnnnnnnnnnnnnnnn',
  IT: 'Ennnnnnnnnnnnnnnnnnnnnn',
  BE: 'nnnnnnnnnnnn',
}

/** Fills the slots of the texts of one draft: a slot that is written twice, `#` and all, has one value. */
export function filled(random: () => number): (text: string) => string {
  const values = new Map<string, string>()
  return (text) =>
    text.replace(
      /\{((?:card[5n-]?|amex|ssn|iban|hex|b62|b64|B32)(?: ?\w+)?(?:#\d)?)\}/g,
      (_, slot: string) => {
        const value = values.get(slot) ?? valueFor(slot, random)
        values.set(slot, value)
        return value
      },
    )
}

function valueFor(slot: string, random: () => number): string {
  const [kind = '', detail = ''] = slot.replace(/#\d$/, '').split(' ')
  if (kind in alphabets) return drawn(alphabets[kind]!, Number(detail), random)
  if (kind === 'iban') return ibanOf(detail, random)
  // From 100 to 665: the ranges that are given out.
  if (kind === 'ssn')
    return `${100 + Math.floor(random() * 565)}-${10 + Math.floor(random() * 89)}-${1000 + Math.floor(random() * 8999)}`
  if (kind === 'amex') return cardOf('37', 15, random).replace(/^(.{4})(.{6})/, '$1 $2 ')
  const card = cardOf(kind === 'card5' ? '52' : '4', 16, random)
  return kind === 'cardn' ? card : card.replace(/(.{4})(?=.)/g, kind === 'card-' ? '$1-' : '$1 ')
}

const drawn = (alphabet: string, length: number, random: () => number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')

/** A number with the check digit of ISO/IEC 7812. */
function cardOf(prefix: string, length: number, random: () => number): string {
  const body = prefix + drawn(digits, length - prefix.length - 1, random)
  let sum = 0
  for (const [index, digit] of [...body].reverse().entries())
    sum += index % 2 === 0 ? ((Number(digit) * 2) % 10) + (digit >= '5' ? 1 : 0) : Number(digit)
  return body + ((10 - (sum % 10)) % 10)
}

/** An account number with the check digits of ISO 13616. */
function ibanOf(country: string, random: () => number): string {
  const account = accounts[country]!.replaceAll('n', () => drawn(digits, 1, random))
  const plain = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(plain) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`.replace(/(.{4})(?=.)/g, '$1 ')
}
