/** Check digits: Luhn, ISO 7064, Verhoeff and weighted sums. */

/** Luhn (ISO/IEC 7812-1) over a string of digits. */
export function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Remainder modulo 97 of a number written in digits and letters, where A is 10 and Z 35 (ISO 7064). */
export function mod97(characters: string): number {
  let rest = 0
  for (let i = 0; i < characters.length; i++) {
    const unit = characters.charCodeAt(i)
    rest = unit < 0x40 ? (rest * 10 + unit - 48) % 97 : (rest * 100 + (unit & 0x1f) + 9) % 97
  }
  return rest
}

/** Sum of the digits, each times its weight. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += (digits.charCodeAt(i) - 48) * weights[i]!
  return sum
}

const verhoeffProducts = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const verhoeffPermutations = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Verhoeff's check (1969) over a string of digits. */
export function verhoeff(digits: string): boolean {
  let state = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const permuted = Number(verhoeffPermutations[i % 8]![digit])
    state = Number(verhoeffProducts[state]![permuted])
  }
  return state === 0
}

/** ISO 7064 mod 11,10 over a string of digits. */
export function mod11And10(digits: string): boolean {
  let product = 10
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = (digits.charCodeAt(i) - 48 + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === digits.charCodeAt(digits.length - 1) - 48
}
