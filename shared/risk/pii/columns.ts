/** Values in the columns of a table (CSV, tabs, bars) whose head says what they are. */
import type { Span } from '../span.ts'
import { isDate } from './dates.ts'
import type { Entity } from './entities.ts'

interface Column {
  type: Entity
  head: RegExp
  fits(cell: string): boolean
}

const digitsOf = (cell: string): number => cell.replace(/\D/g, '').length

const columns: readonly Column[] = [
  {
    type: 'date_of_birth',
    head: /^(?:dob|d\.o\.b\.?|date[ _]?of[ _]?birth|birth[ _-]?da(?:te|y)|born|geburtsdatum|geboren|date de naissance|fecha de nacimiento|data di nascita|geboortedatum)$/i,
    fits: isDate,
  },
  {
    type: 'passport',
    head: /^(?:passports?(?:[ _]?(?:no\.?|nr|num(?:ber)?|id|#))?|reisepass(?:nummer|-?nr\.?)?|passeport|pasaporte)$/i,
    fits: (cell) => /^[A-Z\d]{1,3}[ -]?[A-Z\d]{5,8}$/.test(cell) && digitsOf(cell) >= 4,
  },
  {
    type: 'driver_license',
    head: /^(?:dl|dl[ _]?(?:no\.?|num(?:ber)?|#)|driv(?:er|ing)['’]?s?[ _]?licen[cs]e(?:[ _]?(?:no\.?|num(?:ber)?|#))?|licen[cs]e[ _]?(?:no\.?|num(?:ber)?)|führerschein(?:nummer|-?nr\.?)?)$/i,
    fits: (cell) =>
      /^[A-Z\d]{1,8}(?:[ -]?[A-Z\d]{1,10}){0,4}$/.test(cell) && digitsOf(cell) >= 5 && cell.length <= 22,
  },
  {
    type: 'us_ssn',
    head: /^(?:ssn|social[ _]?security(?:[ _]?(?:no\.?|num(?:ber)?|#))?)$/i,
    fits: (cell) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(cell),
  },
  {
    type: 'phone',
    head: /^(?:(?:tele)?phone|mobile|cell|tel\.?|telefon|handy|téléphone|teléfono|fax|(?:phone|mobile)[ _]?(?:no\.?|num(?:ber)?))$/i,
    fits: (cell) =>
      /^\+?[\d ().\-/]{7,24}$/.test(cell) && digitsOf(cell) >= 7 && digitsOf(cell) <= 15 && !isDate(cell),
  },
]

/** Some cell that is a head, so that most texts aren't cut into lines. */
const anyHead =
  /(?:^|[,;\t|])[ "]{0,2}(?:dob|d\.o\.b|date|birth|born|geb|fecha|data di|passp|reisepass|pasaporte|dl|driv|licen|führer|ssn|social|phone|tele|mobile|cell|tel|handy|télé|teléf|fax)[\w .'’#-]{0,24}["]?\s{0,2}(?:[,;\t|]|$)/im
const delimiter = /[,;\t|]/g
const maxLine = 2_000
const maxRows = 2_000

/** The values of known columns. One pass over the lines. */
export function findInColumns(text: string): Span[] {
  if (!anyHead.test(text)) return []
  const spans: Span[] = []
  let heads: (Column | null)[] = []
  let mark = ''
  let rows = 0
  for (let start = 0; start < text.length; ) {
    const stop = text.indexOf('\n', start)
    const end = stop < 0 ? text.length : stop
    const line = text.slice(start, Math.min(end, start + maxLine))
    const cells = mark === '' ? [] : cellsOf(line, mark)
    const named = cells.some(({ value }) => columnOf(value) !== null)
    const near = Math.abs(cells.length - heads.length) <= 2 && !named
    if (near && cells.length > 1 && rows < maxRows) {
      rows++
      for (const [index, { value, at }] of cells.entries()) {
        const column = heads[index]
        if (column !== null && column !== undefined && value.length <= 40 && column.fits(value))
          spans.push({
            type: column.type,
            start: start + at,
            end: start + at + value.length,
            confidence: 0.85,
          })
      }
    } else if (!/^[\s|:+-]*$/.test(line) || mark === '') {
      mark = line.match(delimiter)?.[0] ?? ''
      heads = mark === '' ? [] : cellsOf(line, mark).map(({ value }) => columnOf(value))
      if (!heads.some((head) => head !== null)) mark = ''
      rows = 0
    }
    start = end + 1
  }
  return spans
}

const columnOf = (value: string): Column | null =>
  value.length > 40 ? null : (columns.find(({ head }) => head.test(value)) ?? null)

/** The cells of a line without quotes and spaces around them, each with where it starts. */
function cellsOf(line: string, mark: string): { value: string; at: number }[] {
  const cells: { value: string; at: number }[] = []
  let from = 0
  for (const raw of partsOf(line, mark)) {
    const value = raw.trim().replace(/^["']|["']$/g, '')
    cells.push({ value, at: from + (value === '' ? 0 : raw.indexOf(value)) })
    from += raw.length + 1
  }
  return cells
}

/** A line in its parts; a mark between double quotes is a part's own (RFC 4180 §2.6). */
function partsOf(line: string, mark: string): string[] {
  const parts: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') quoted = !quoted
    if (quoted || !line.startsWith(mark, at)) continue
    parts.push(line.slice(from, at))
    from = at + mark.length
    at = from - 1
  }
  // A quote that never ends is none.
  return quoted ? line.split(mark) : [...parts, line.slice(from)]
}
