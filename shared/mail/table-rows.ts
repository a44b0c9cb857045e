/** The rows of HTML tables as they are laid out in text: cells in one line, and a bar between them where one says nothing. */

/** Characters of a cell that stands in one line with its neighbours, whatever paragraphs it has. */
const shortCell = 100
/** Pieces of a cell that are looked at: one with more is long. */
const mostPieces = 2 * shortCell
/** Cells that make columns of a row: fewer are only side by side. */
const leastColumns = 3

interface Row {
  /** What each cell has put out, by place among all that was; where it begins is null for one that is empty. */
  cells: { start: number | null; end: number }[]
  /** Whether it says something, and whether it goes over several lines. */
  begun: boolean
  broken: boolean
}

/** The tables that are open, innermost last, by what is put out to `pieces`. */
export class TableRows {
  readonly #pieces: string[]
  /** Of each table its open row, and how many cells those had in which each said something. */
  readonly #tables: { row: Row | null; columns: Set<number> }[] = []

  constructor(pieces: string[]) {
    this.#pieces = pieces
  }

  beginTable(): void {
    this.#tables.push({ row: null, columns: new Set() })
  }

  endTable(): void {
    this.#tables.pop()
  }

  beginRow(): void {
    const table = this.#tables.at(-1)
    if (table !== undefined) table.row = { cells: [], begun: false, broken: false }
  }

  /** Whether the cell that begins stands in one line with the one before it. */
  beginCell(): boolean {
    const row = this.#tables.at(-1)?.row
    if (row === null || row === undefined) return false
    const before = row.cells.at(-1)
    const { length } = this.#pieces
    row.cells.push({ start: null, end: length })
    return before !== undefined && row.begun && !row.broken && this.#textOf(before).length <= shortCell
  }

  endCell(): void {
    const cell = this.#tables.at(-1)?.row?.cells.at(-1)
    if (cell !== undefined) cell.end = this.#pieces.length
  }

  /** Something is put out next; `lines` is how many ends of lines were put out ahead of it. */
  put(lines: number): void {
    for (let at = this.#tables.length - 1; at >= 0; at--) {
      const row = this.#tables[at]!.row
      const cell = row?.cells.at(-1)
      if (!row || cell === undefined) continue
      row.broken ||= lines > 0 && row.begun
      row.begun = true
      if (cell.start !== null) return
      cell.start = this.#pieces.length
    }
  }

  /** Writes bars between the cells where one of several columns is empty: which one is seen by its place alone. */
  endRow(): void {
    const table = this.#tables.at(-1)
    const row = table?.row
    if (!table || !row) return
    table.row = null
    const { cells } = row
    const first = cells.find(({ start }) => start !== null)
    if (row.broken || first === undefined || cells.length < leastColumns) return
    const texts = cells.map((cell) => this.#textOf(cell))
    if (texts.some((text) => text.length > shortCell)) return
    if (!this.#isInCells(first.start!, cells)) return
    if (!texts.includes('')) table.columns.add(cells.length)
    else if (table.columns.has(cells.length)) {
      this.#pieces.length = first.start!
      const [head, ...rest] = texts
      const behind = rest.map((text) => (text === '' ? '|' : `| ${text}`))
      this.#pieces.push([head, ...behind].join(' ').trimStart())
    }
  }

  #textOf({ start, end }: Row['cells'][number]): string {
    return start === null
      ? ''
      : this.#pieces
          // A longer one is told by the piece beyond: each may be a character.
          .slice(start, Math.min(end, start + mostPieces))
          .join('')
          .trim()
  }

  /** Whether all that was put out from `from` on stands in one of the cells: what stands between them would be lost. */
  #isInCells(from: number, cells: Row['cells']): boolean {
    let at = from
    for (const { start, end } of cells) {
      if (start === null) continue
      if (end - start > mostPieces || this.#pieces.slice(at, start).join('').trim() !== '') return false
      at = end
    }
    return this.#pieces.slice(at).join('').trim() === ''
  }
}
