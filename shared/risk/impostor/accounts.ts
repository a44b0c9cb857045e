/** Numbers of bank accounts in a text. */
import { fold } from '../fold.ts'
import { findIbans } from '../pii/iban.ts'

/** Characters of a text that are searched. */
const reach = 20_000
const maxAccounts = 20

/** Words that stand beside a number of an account; without one of them, no text has one. */
const word =
  /iban|account|acct|sort code|routing|swift|\bbic\b|\baba\b|konto|kto|compte|\brib\b|cuenta|\bconta\b|conto|rekening|clabe|ifsc/i

/** Whether a text may have a number of an account at all: cheap, and asked of all mail. */
export const mayHaveAccount = (text: string): boolean =>
  word.test(text.slice(0, reach)) && /\d{6}|\d\d[ -]\d\d/.test(text.slice(0, reach))

/** A number that a text calls that of an account: folded text. */
const numbered =
  /\b(?:account|acct|a\/c|konto|kontonummer|compte|cuenta|conta|conto|rekening(?:nummer)?|clabe)(?: ?(?:number|no|nr|num|numero|n°|#))?\.?(?: is| now)? ?[:#=-]? ?(\d[\d -]{4,24}\d)/g

/** The numbers in a text, without spaces and in capitals: IBANs, and what is called the number of an account. */
export function accountsIn(text: string): Set<string> {
  const found = new Set<string>()
  const read = text.slice(0, reach)
  if (!mayHaveAccount(read)) return found
  for (const { start, end } of findIbans(read)) found.add(plain(read.slice(start, end)))
  for (const [, number = ''] of fold(read).text.matchAll(numbered)) {
    const digits = plain(number)
    if (digits.length >= 6 && digits.length <= 20) found.add(digits)
    if (found.size >= maxAccounts) break
  }
  return found
}

const plain = (number: string): string => number.replace(/[^a-z0-9]/gi, '').toUpperCase()
