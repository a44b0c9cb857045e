/** The numbers of the items of HTML's ordered lists, as browsers count and write them. */
import type { Attributes } from './html-events.ts'

/** An open list whose items are numbered. */
export interface NumberedList {
  /** Number of the next item, and what the one behind it has more: -1 where the list counts down. */
  next: number
  readonly step: 1 | -1
  readonly write: (number: number) => string
}

/** How numbers are written, by `type`; whatever has no such form is written in digits. */
const forms: Readonly<Record<string, (number: number) => string>> = {
  a: letters,
  A: (number) => letters(number).toUpperCase(),
  i: roman,
  I: (number) => roman(number).toUpperCase(),
}

/** Whether a list counts down from how many items it has. */
export const countsItems = (name: string, attributes: Attributes): boolean =>
  name === 'ol' && attributes.has('reversed') && integer(attributes.get('start')) === null

/** Null for a list whose items have no numbers; `items` is how many a list has that {@link countsItems}. */
export function numberedList(name: string, attributes: Attributes, items: number): NumberedList | null {
  if (name !== 'ol') return null
  const isReversed = attributes.has('reversed')
  const start = integer(attributes.get('start')) ?? (isReversed ? items : null)
  const write = forms[attributes.get('type')?.trim() ?? ''] ?? String
  return { next: start ?? 1, step: isReversed ? -1 : 1, write }
}

/** What stands in front of an item that opens in `list`, which counts on; null where that is no number. */
export function numberOf(list: NumberedList | null, attributes: Attributes): string | null {
  if (list === null) return null
  const number = integer(attributes.get('value')) ?? list.next
  list.next = number + list.step
  return `${list.write(number)}.`
}

const integer = (value: string | undefined): number | null =>
  value !== undefined && /^\s{0,9}[+-]?\d{1,6}(?!\d)/.test(value) ? Number.parseInt(value, 10) : null

/** 1 is `a`, 27 is `aa`. */
function letters(number: number): string {
  if (number < 1) return String(number)
  let written = ''
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    written = String.fromCharCode(97 + ((left - 1) % 26)) + written
  return written
}

const romans = 'm cm d cd c xc l xl x ix v iv i'.split(' ')
const values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]

function roman(number: number): string {
  if (number < 1 || number > 3_999) return String(number)
  let left = number
  let written = ''
  for (const [index, value] of values.entries()) for (; left >= value; left -= value) written += romans[index]
  return written
}
