/** Lists of people: numbers, addresses and dates of birth of several who are none of the readers. */

import { isSampleIban, isTestCard } from '../pii/samples.ts'
import { findStreetAddresses } from '../pii/street-address.ts'
import type { Span } from '../span.ts'
import { keyOf } from './rights.ts'

/** Distinct values of a kind from which a text is a list of people. */
const listFrom = { numbers: 3, births: 3, contacts: 4, oneContact: 8, rows: 3, streets: 4 }

const numbers = new Set(['credit_card', 'us_ssn', 'passport', 'driver_license', 'national_id'])
const accounts = new Set(['iban', 'bank_account'])
/** A firm's own accounts stand beside their banks. */
const bank = /bank|sparkasse|kasse|\bbic\b|swift|cr[ée]dit|caisse|banc[oa]|banque|\bsort code\b|routing/i
/** Heads of quoted mail name many who have nothing to do with it. */
const mailHead =
  /^[ \t>]*(?:from|to|cc|bcc|sent by|reply-to|von|an|de|à|para|da|a|aan|van)\s?:|^[ \t]*>|\bwrote:|\bschrieb|a écrit/i
/** Forwarded mail without an arrow at its lines names who forwarded it, too. */
const headLine = new RegExp(`${mailHead.source}|forwarded by|sent by|original message`, 'i')
const postcode =
  /(?<![\p{L}\p{N}])(?:\d{5}|\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\p{L}\p{N}])/gu

/** What a list is of. */
export type ListOf = 'numbers' | 'births' | 'contacts' | 'rows' | 'streets'

/** What people `text` lists whose values its readers don't have (`own` says of which they do); null where it lists none. */
export function peopleListed(
  text: string,
  spans: readonly Span[],
  own: (value: string) => boolean,
): { of: ListOf; count: number } | null {
  const kinds = {
    numbers: new Set<string>(),
    births: new Set<string>(),
    email: new Set<string>(),
    phone: new Set<string>(),
  }
  const inHead = headsOf(text)
  for (const { type, start, end } of spans) {
    const value = text.slice(start, end)
    const kind = kindOf(type)
    if (kind === null || own(value)) continue
    if (type === 'iban' && isSampleIban(keyOf(value))) continue
    if (type === 'credit_card' && isTestCard(keyOf(value), text, start)) continue
    const line = lineAt(text, start, end)
    if (accounts.has(type) ? bank.test(line) : inHead(start) || mailHead.test(line)) continue
    kinds[kind].add(keyOf(value))
  }
  const { numbers: ids, births, email, phone } = kinds
  if (births.size > 0 && births.size < listFrom.births) for (const one of bornToo(text, own)) births.add(one)
  if (ids.size >= listFrom.numbers) return { of: 'numbers', count: ids.size }
  if (births.size >= listFrom.births) return { of: 'births', count: births.size }
  const people = Math.max(email.size, phone.size)
  if (Math.min(email.size, phone.size) >= listFrom.contacts || people >= listFrom.oneContact)
    return { of: 'contacts', count: people }
  const named = namedOf(text, own)
  if (named >= listFrom.contacts) return { of: 'contacts', count: named }
  const dates = datesOfPeople(text, own)
  if (dates >= listFrom.births) return { of: 'births', count: dates }
  const rows = Math.max(rowsOf(text, own), customerRows(text.slice(0, tableCharacters), own))
  if (rows >= listFrom.rows) return { of: 'rows', count: rows }
  const streets = streetsOf(text)
  return streets >= listFrom.streets ? { of: 'streets', count: streets } : null
}

function kindOf(type: string): 'numbers' | 'births' | 'email' | 'phone' | null {
  if (numbers.has(type) || accounts.has(type)) return 'numbers'
  if (type === 'date_of_birth') return 'births'
  return type === 'email' || type === 'phone' ? type : null
}

const mostHeads = 100

/** Whether a place of `text` stands in the head of quoted mail, or on a line that is one. */
export function quotedHeads(text: string): (start: number, end: number) => boolean {
  const inHead = headsOf(text)
  return (start, end) => inHead(start) || headLine.test(lineAt(text, start, end))
}

/** Whether a place stands in the head of quoted mail, whose lines may be broken: from its first line to an empty one. */
function headsOf(text: string): (at: number) => boolean {
  const heads: [number, number][] = []
  for (const { index } of text.matchAll(/(?:^|\n)[ \t>]*(?:to|cc|from|an|von|de|à|para|da|a)[ ]?:/giu)) {
    if (index < (heads.at(-1)?.[1] ?? 0)) continue
    if (heads.length >= mostHeads) break
    const stop = /\n[ \t>]*\n/.exec(text.slice(index + 1, index + 4_000))
    heads.push([index, stop === null ? index + 4_000 : index + 1 + stop.index])
  }
  return (at) => heads.some(([from, to]) => from <= at && at < to)
}

/** Characters in which tables and postal addresses are looked for. */
const tableCharacters = 100_000
const mailAddress = /[^\s@|;,]@[\w-]+\.\w/
const date = /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)(?!\d)/
const telephone = /(?<![\d.])\+?\d{2,4}(?:[ ./-]?\d{2,4}){2,4}(?![\d.])/g
/** With a sign that it is one before it, or as long as one: orders and articles have shorter numbers. */
const isTelephone = (number: string): boolean => /^[+0]/.test(number) || number.replace(/\D/g, '').length >= 9

/** The line above a table that says whose mail addresses are in it. */
const tableHead =
  /^(?=[^\n]*(?:name|kunde|cliente?|nom))[^\n]{0,200}[,;|\t]\s?"?(?:e-?)?mail(?:s|adresse)?(?![\p{L}])/imu

/** The line above a table of customers, members or firms with whom to reach there, or what each is worth. */
const customerHead =
  /^(?=[^\n]{0,200}(?<!\p{L})(?:kunden?|kundin|mitglied(?:er)?|firma|ansprechpartner(?:in)?|customers?|clients?|company|contact|members?|subscribers?|patients?|tenants?|donors?|adh[ée]rent|soci[ée]t[ée]|cliente?s?|empresa|socio|s[óo]cio|klant|bedrijf|lid|contactpersoon|azienda|klient|firma|cz[łl]onek|name|naam|nom|nombre|nome)(?!\p{L}))(?=[^\n]{0,200}(?<!\p{L})(?:phone|tel(?:efon)?|telefonnummer|mobil\p{L}{0,4}|e-?mail|umsatz|jahresumsatz|revenue|turnover|spend|mrr|arr|balance|owes|saldo|vertragsende|renewal|chiffre d['’]affaires|ca|t[ée]l[ée]phone|portable|ventas|facturaci[óo]n|tel[ée]fono|m[óo]vil|fatura[çc][ãa]o|telefone|telem[óo]vel|fatturato|telefono|cellulare|omzet|telefoon|einddatum|obr[óo]t|salar(?:y|ies)|base|bonus|wages?|pay|gehalt|lohn|grundgehalt|salaire|prime|sueldo|salario|n[óo]mina|sal[áa]rio|ordenado|stipendio|loon|salaris|pensja|wynagrodzenie)(?!\p{L}))[^\n;,|\t]{1,60}[;,|\t][^\n]{1,240}$/imu

/** Rows below such a head, each of another. */
function customerRows(text: string, own: (value: string) => boolean): number {
  const head = customerHead.exec(text)
  if (head === null) return 0
  const rows = new Set<string>()
  for (const line of text.slice(head.index + head[0].length).split('\n')) {
    const cells = line.length > 400 ? [] : line.split(/[;|\t]|,(?=\S)|, /)
    if (cells.length >= 3 && /\d/.test(line) && /\p{Lu}/u.test(cells[0]!) && !own(line))
      rows.add(keyOf(cells[0]!))
  }
  return rows.size
}

/** Rows of a table with two of a mail address, a date and a telephone number, or with an address and three columns more. */
function rowsOf(text: string, own: (value: string) => boolean): number {
  const rows = new Set<string>()
  const headed = tableHead.test(text.slice(0, tableCharacters))
  for (const line of text.slice(0, tableCharacters).split('\n')) {
    if (line.length > 400) continue
    const columns = line.split(/[|;\t]|,(?=\S)|, /).length
    if (columns < 3) continue
    const plain = line.replace(date, ' ')
    const kinds = [
      mailAddress.test(line),
      plain !== line,
      [...plain.matchAll(telephone)].some(([one]) => isTelephone(one)),
    ].filter(Boolean).length
    if ((kinds >= 2 || (mailAddress.test(line) && (headed || columns >= 5))) && !own(line))
      rows.add(keyOf(line))
  }
  return rows.size
}

const someMonth =
  '(?:jan|feb|fe[bv]r|m[aä]r|mar|a[pv]r|abr|ma[iyg]|jui?n|giu|jui?l|lug|au?g|ao[uû]|ago|sep|set|o[ck]t|ott|out|nov|de[cz]|dic)\\p{L}{0,7}'
/** A full date on which somebody who lives may have been born. */
const bornOn = new RegExp(
  `(?<![\\d./-])(?:\\d{1,2}\\.? (?:de )?${someMonth},? (?:de )?|${someMonth} \\d{1,2},? |\\d{1,2}[./-]\\d{1,2}[./-])(?:19[2-9]|20[01])\\d(?!\\d)`,
  'giu',
)
/** Two names within a few words before it. */
const nameBefore = /(?<!\p{L})\p{Lu}\p{Ll}{1,20} \p{Lu}\p{Ll}{1,20}[^\n.;]{0,30}$/u

/** Dates of birth that stand behind further names: only the first is said to be one. */
const bornToo = (text: string, own: (value: string) => boolean): string[] =>
  [...text.slice(0, tableCharacters).matchAll(bornOn)]
    .filter(({ index }) => nameBefore.test(text.slice(Math.max(0, index - 75), index)))
    .map(([born]) => born)
    .filter((born) => !own(born))
    .map(keyOf)

/** A line that is a name, and a full date of which somebody who works or is ill may be. */
const namedDate =
  /^[\s\-*•\d.)]{0,6}(?:\p{Lu}(?:\.|[\p{L}’'-]{1,20}) ){1,3}\p{Lu}[\p{L}’'-]{1,20}\s{0,3}[,:;|–—(-]?\s{0,3}((?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-](?:19[2-9]\d|200[0-7]))(?!\d)/u

/** Lines of people and dates of their birth, whatever says what they are. */
function datesOfPeople(text: string, own: (value: string) => boolean): number {
  const found = new Set<string>()
  for (const line of text.slice(0, tableCharacters).split('\n')) {
    const born = line.length > 200 ? undefined : namedDate.exec(line)?.[1]
    if (born !== undefined && !own(born)) found.add(keyOf(line))
  }
  return found.size
}

const namedNumber =
  /^[\s\-*•\d.)]{0,6}(?:\p{Lu}[\p{L}.’'-]{1,20} ){1,3}\p{Lu}[\p{L}.’'-]{1,20}\s{0,3}[,:;|–—-]?\s{0,3}(\+?[\d(][\d ()./-]{7,18}\d)\s{0,3}$/u

/** Lines that are a name of two words or more and a telephone number, whatever says what it is. */
function namedOf(text: string, own: (value: string) => boolean): number {
  const found = new Set<string>()
  for (const line of text.slice(0, tableCharacters).split('\n')) {
    const number = line.length > 120 ? undefined : namedNumber.exec(line)?.[1]
    if (number === undefined || date.test(number)) continue
    const digits = number.replace(/\D/g, '')
    if (digits.length >= 9 && digits.length <= 14 && !own(number)) found.add(digits)
  }
  return found.size
}

/** Postal addresses, looked for only where there are as many postal codes. */
function streetsOf(text: string): number {
  const codes = text.slice(0, tableCharacters).match(postcode)
  if (codes === null || new Set(codes).size < listFrom.streets) return 0
  const found = findStreetAddresses(text.slice(0, tableCharacters)).map(({ start, end }) =>
    keyOf(text.slice(start, end)),
  )
  return new Set(found).size
}

function lineAt(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 200), start)
  const behind = text.slice(end, end + 200)
  const [first = ''] = behind.split('\n', 1)
  return before.slice(before.lastIndexOf('\n') + 1) + text.slice(start, end) + first
}
