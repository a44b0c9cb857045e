/** Names of tar entries that their own header has no room for: of an entry ahead of it, GNU's or that of pax (POSIX.1-2001). */
import { DamagedArchiveError } from './formats/damaged.ts'

/** Types of entries that say something of the one behind them, or of all behind them. */
const kinds: Record<string, 'gnu' | 'pax' | 'pax-global' | 'link'> = {
  L: 'gnu',
  K: 'link',
  x: 'pax',
  X: 'pax',
  g: 'pax-global',
}

/** Bytes of such an entry that are read; longer ones are refused: a name has 4,096 on most systems, and attributes some more. */
const mostBytes = 1_048_576

/** What entries ahead of an entry say of it. */
export class TarNames {
  #name: string | null = null
  #size: number | null = null

  /**
   * Takes an entry of type `flag`; false where it is a file, or another that says nothing of one.
   * @throws DamagedArchiveError where it can't be read, or is read in several ways: programs would show several names.
   */
  take(flag: string, content: Uint8Array): boolean {
    const kind = Object.hasOwn(kinds, flag) ? kinds[flag] : undefined
    if (kind === undefined) return false
    if (content.length > mostBytes) throw new DamagedArchiveError('a name is too long')
    if (kind === 'gnu') this.#call(textOf(content))
    if (kind !== 'pax' && kind !== 'pax-global') return true
    const records = paxRecords(content)
    const [path, size] = [records.get('path'), records.get('size')]
    // Some programs give it to every file, and others to none.
    if (kind === 'pax-global' && (path !== undefined || size !== undefined))
      throw new DamagedArchiveError('all its entries have one name or size')
    if (path !== undefined) this.#call(textOf(path))
    if (size !== undefined) this.#size = Number(textOf(size))
    return true
  }

  #call(name: string): void {
    if (this.#name !== null && this.#name !== name) throw new DamagedArchiveError('an entry has two names')
    this.#name = name
  }

  /**
   * The name of the next file, whose own header says `name` and `size`, in bytes.
   * @throws DamagedArchiveError where it is said to be of another size: the next header would be somewhere else.
   */
  nameFor(name: string, size: number): string {
    const [given, givenSize] = [this.#name, this.#size]
    this.#name = null
    this.#size = null
    if (givenSize !== null && givenSize !== size) throw new DamagedArchiveError('an entry has two sizes')
    return given ?? name
  }
}

/** Text up to the first NUL. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return Buffer.from(bytes.subarray(0, end < 0 ? bytes.length : end)).toString('utf8')
}

const lineEnd = 0x0a
const equals = 0x3d

/** Records `length keyword=value\n`, where the length counts all of it; the last of a keyword counts. @throws DamagedArchiveError */
function paxRecords(content: Uint8Array): Map<string, Uint8Array> {
  const records = new Map<string, Uint8Array>()
  for (let at = 0; at < content.length && content[at] !== 0; ) {
    const digits = Buffer.from(content.subarray(at, at + 9)).toString('latin1')
    const written = /^\d{1,7} /.exec(digits)?.[0]
    const end = at + Number.parseInt(written ?? '0', 10)
    const record = content.subarray(at + (written?.length ?? 0), end)
    const middle = record.indexOf(equals)
    if (written === undefined || end > content.length || content[end - 1] !== lineEnd || middle < 1)
      throw new DamagedArchiveError('a record of a tar is damaged')
    const keyword = Buffer.from(record.subarray(0, middle)).toString('latin1')
    if (keyword === 'path' || keyword === 'size') records.set(keyword, record.subarray(middle + 1, -1))
    at = end
  }
  return records
}
