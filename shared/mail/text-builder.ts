/** Lays out text in lines as a browser would show it, far enough to be read as plain text. */

import { TableRows } from './table-rows.ts'

/** White space that HTML collapses; a no-break space is not among it. */
const space = /[ \t\r\n\f]+/g

/** Quotes in one another that are told apart. */
const mostQuotes = 10

/** What tables are made of, as far as text shows it. */
export type TablePart = 'table' | 'row' | 'cell'

export class TextBuilder {
  readonly #pieces: string[] = []
  readonly #rows = new TableRows(this.#pieces)
  /** Whether nothing was put out of a cell that stands in one line with the one before it. */
  #besideCell = false
  /** Line ends owed before the next text: several demands make the largest. */
  #lines = 0
  #space = false
  #prefix = ''
  /** Quotes that what follows stands in, one in another. */
  #quotes = 0
  #empty = true
  /** How many texts were put out. */
  #count = 0

  /** Text in which white space collapses. */
  text(text: string): void {
    const collapsed = text.replace(space, ' ')
    if (collapsed === ' ') {
      this.#space = true
      return
    }
    if (collapsed === '') return
    const start = collapsed.startsWith(' ') ? 1 : 0
    const end = collapsed.length - (collapsed.endsWith(' ') ? 1 : 0)
    if (start === 1) this.#space = true
    this.#begin()
    this.#pieces.push(collapsed.slice(start, end))
    this.#space = end < collapsed.length
  }

  /** Text whose white space counts. */
  preformatted(text: string): void {
    if (text === '') return
    this.#begin()
    this.#pieces.push(text.replace(/\r\n?/g, '\n').replaceAll('\n', `\n${this.#quoteMarks}`))
  }

  /** At least `count` line ends before what follows; of a paragraph (`soft`) none where a cell goes on a line with it. */
  lines(count: number, soft = false): void {
    if (soft && this.#besideCell) return
    this.#lines = Math.max(this.#lines, count)
    this.#space = false
  }

  /** One line end more: two in a row make an empty line. */
  lineBreak(): void {
    this.#lines = Math.min(this.#lines + 1, 3)
    this.#space = false
  }

  /** What follows is an item of a list, with this number in front where its items have any. */
  item(number: string | null): void {
    this.lines(1)
    this.#prefix = `${number ?? '-'} `
  }

  /** A quote begins (1) or ends (-1): its lines get `> `, up to {@link mostQuotes} of them. */
  quote(step: 1 | -1): void {
    this.lines(2)
    this.#quotes += step
  }

  get #quoteMarks(): string {
    return '> '.repeat(Math.min(this.#quotes, mostQuotes))
  }

  /** What follows is a part of a table. */
  begin(part: TablePart): void {
    if (part === 'table') this.#rows.beginTable()
    else if (part === 'row') this.#rows.beginRow()
    else if (this.#rows.beginCell()) {
      this.#besideCell = true
      this.#lines = 0
      this.#space = true
    }
  }

  /** That is over; what follows a cell is another one of the same row. */
  end(part: TablePart): void {
    if (part === 'table') this.#rows.endTable()
    else if (part === 'row') this.#rows.endRow()
    else {
      this.#rows.endCell()
      if (this.#lines === 0) this.#space = true
    }
  }

  /** What the next text would stand right behind; empty where it begins a word or a line. */
  get last(): string {
    return this.#space || this.#lines > 0 ? '' : (this.#pieces.at(-1)?.at(-1) ?? '')
  }

  /** Puts `sign` in front of what follows; what this answers is for {@link endMark}. */
  beginMark(sign: string): number {
    this.#prefix += sign
    return this.#count
  }

  /** Puts `sign` behind what was put out since it began, or takes it back where that is nothing. */
  endMark(sign: string, begun: number): void {
    if (this.#count > begun) this.#pieces.push(sign)
    else if (this.#prefix.endsWith(sign)) this.#prefix = this.#prefix.slice(0, -sign.length)
  }

  toString(): string {
    return this.#pieces.join('').trim()
  }

  #begin(): void {
    if (this.#empty) this.#pieces.push(this.#quoteMarks)
    else if (this.#lines > 0) this.#pieces.push('\n'.repeat(this.#lines), this.#quoteMarks)
    else if (this.#space && !this.#empty) this.#pieces.push(' ')
    this.#rows.put(this.#lines)
    if (this.#prefix !== '') this.#pieces.push(this.#prefix)
    this.#besideCell = false
    this.#lines = 0
    this.#space = false
    this.#prefix = ''
    this.#empty = false
    this.#count++
  }
}
