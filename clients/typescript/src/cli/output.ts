/** What a command says: for people as lines and tables, or as JSON. */

/** Control characters of a mail must not move the cursor, or do worse to whoever reads it in a terminal. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')

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
    const text = this.json ? JSON.stringify(value) : [lines].flat().map(printable).join('\n')
    this.#out.write(`${text}\n`)
  }

  /** Rows under their titles; as JSON, a line for each value. */
  table<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => string>): void {
    if (this.json) {
      for (const row of rows) this.#out.write(`${JSON.stringify(row)}\n`)
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
