/** What a command says: for people as lines and tables, or as JSON. */

/** Characters that move the cursor, or do worse to whoever reads a mail in a terminal; new lines and tabs are none. */
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text for a terminal. */
export const printable = (text: string): string => text.replace(unprintable, '\ufffd')

/** JSON for a terminal, too: it escapes only some of them by itself. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Where a command writes to. */
export class Output {
  readonly json: boolean
  readonly #out: NodeJS.WritableStream
  readonly #progress: NodeJS.WritableStream & { isTTY?: boolean }

  constructor(
    json: boolean,
    out: NodeJS.WritableStream,
    progress: NodeJS.WritableStream & { isTTY?: boolean },
  ) {
    this.json = json
    this.#out = out
    this.#progress = progress
  }

  /** What was asked for: `value` where JSON is wanted, else the lines. */
  result(value: unknown, lines: string | readonly string[]): void {
    const text = this.json ? jsonOf(value) : [lines].flat().map(printable).join('\n')
    this.#out.write(`${text}\n`)
  }

  /** Rows under their titles; as JSON, a line for each value. */
  table<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => string>): void {
    if (this.json) {
      for (const row of rows) this.#out.write(`${jsonOf(row)}\n`)
      return
    }
    const cells = rows.map((row) =>
      Object.values(columns).map((cell) => printable(cell(row)).replaceAll('\n', ' ')),
    )
    const titles = Object.keys(columns)
    const widths = titles.map((title, index) =>
      Math.max(title.length, ...cells.map((row) => row[index]!.length)),
    )
    for (const row of [titles, ...cells])
      this.#out.write(
        `${row
          .map((cell, index) => cell.padEnd(widths[index]!))
          .join('  ')
          .trimEnd()}\n`,
      )
    if (rows.length === 0) this.note('There are none.')
  }

  /** Something beside the result, for people. */
  note(line: string): void {
    this.#progress.write(`${printable(line)}\n`)
  }

  /** How far long work has got; on a terminal the line is written over by the next. */
  progress(line: string): void {
    if (this.#progress.isTTY === true) this.#progress.write(`\r\u001b[K${printable(line)}`)
  }

  /** Ends the line of `progress`. */
  progressDone(): void {
    if (this.#progress.isTTY === true) this.#progress.write('\r\u001b[K')
  }
}
