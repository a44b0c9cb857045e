/** The text of an RTF document (Rich Text Format 1.9.1), as who opens it reads it. */
import { decodeCharset } from '../../mail/charset.ts'

/** Whether readers of RTF take `content` for it: Word asks for no more than the first letters of its mark. */
export const isRtf = (content: Uint8Array): boolean =>
  /^\s{0,20}\{\\rt/i.test(Buffer.from(content.subarray(0, 32)).toString('latin1'))

/** Groups that are no text: what the document is made with. */
const technical = new Set(
  'fonttbl colortbl stylesheet info pict filetbl listtable listoverridetable revtbl rsidtbl xmlnstbl themedata colorschememapping datastore latentstyles'.split(
    ' ',
  ),
)
/** Groups that only some programs know, and that say something all the same: what a comment says. */
const shownOnes = new Set(['annotation', 'shptxt', 'nesttableprops', 'pntext'])

const signs: Record<string, string> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  nestrow: '\n',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
}
const symbols = new Map([
  ['~', ' '],
  ['_', '-'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['\n', '\n'],
  ['\r', '\n'],
])

/** Levels of groups that are told apart. */
const mostGroups = 1_000
const word = /([a-z]{1,32})(-?\d{1,10})? ?/iy
const plain = /[^\\{}\r\n]{1,10000}/y

/** What `content` says, formatting left out. Linear; never throws. */
export function rtfText(content: Uint8Array): string {
  return new Reading(
    Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1'),
  ).run()
}

interface Group {
  /** Whether its text is left out. */
  skipped: boolean
  /** Characters behind a Unicode one that stand for it where that isn't known. */
  fallback: number
  /** The font its text is in, by number; null for the document's own. */
  font: number | null
}

/** Code pages of character sets that fonts have (RTF 1.9.1, `\\fcharset`); of others the text is in the document's. */
const fontPages: Record<number, number> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
}
/** Fonts of a document that are told apart. */
const mostFonts = 1_000

class Reading {
  readonly #source: string
  readonly #out: string[] = []
  readonly #groups: Group[] = []
  #group: Group = { skipped: false, fallback: 1, font: null }
  /** Groups beyond those that are told apart. */
  #beyond = 0
  /** Characters that are still to be left out behind a Unicode one. */
  #toSkip = 0
  #codePage = 'windows-1252'
  /** Code pages of fonts that have their own, by number. */
  readonly #fonts = new Map<number, string>()
  /** Bytes that are not decoded yet, and their code page: a character may have several. */
  #bytes: string[] = []
  #bytesPage = ''
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  run(): string {
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at]!
      if (char === '{') this.#open()
      else if (char === '}') this.#close()
      else if (char === '\\') this.#control()
      else if (char === '\r' || char === '\n') this.#at++
      else this.#plain()
    }
    this.#decode()
    return this.#out.join('')
  }

  #open(): void {
    this.#at++
    this.#toSkip = 0
    if (this.#groups.length >= mostGroups) {
      this.#beyond++
      return
    }
    this.#groups.push(this.#group)
    this.#group = { ...this.#group }
  }

  #close(): void {
    this.#at++
    this.#toSkip = 0
    if (this.#beyond > 0) this.#beyond--
    else this.#group = this.#groups.pop() ?? this.#group
  }

  #plain(): void {
    plain.lastIndex = this.#at
    const text = plain.exec(this.#source)![0]
    this.#at += text.length
    const skipped = Math.min(this.#toSkip, text.length)
    this.#toSkip -= skipped
    this.#byte(text.slice(skipped))
  }

  #byte(bytes: string): void {
    if (this.#group.skipped || bytes === '') return
    const page = this.#fonts.get(this.#group.font ?? -1) ?? this.#codePage
    if (page !== this.#bytesPage) this.#decode()
    this.#bytesPage = page
    this.#bytes.push(bytes)
  }

  #say(text: string): void {
    if (this.#group.skipped) return
    this.#decode()
    this.#out.push(text)
  }

  #decode(): void {
    if (this.#bytes.length === 0) return
    this.#out.push(decodeCharset(Buffer.from(this.#bytes.join(''), 'latin1'), this.#bytesPage))
    this.#bytes = []
  }

  /** What begins with a backslash: a word, a byte by its number, or a sign. */
  #control(): void {
    const next = this.#source[this.#at + 1] ?? ''
    if (/[a-z]/i.test(next)) {
      word.lastIndex = this.#at + 1
      const [all, name, number] = word.exec(this.#source)!
      this.#at += 1 + all.length
      this.#word(name!.toLowerCase(), number === undefined ? null : Number(number))
      return
    }
    this.#at += 2
    if (next === "'") {
      const code = Number.parseInt(this.#source.slice(this.#at, this.#at + 2), 16)
      this.#at += 2
      if (this.#toSkip > 0) this.#toSkip--
      else if (!Number.isNaN(code)) this.#byte(String.fromCharCode(code))
    } else if (next === '*') this.#group.skipped ||= !shownOnes.has(this.#nextWord())
    else this.#say(symbols.get(next) ?? '')
  }

  #nextWord(): string {
    return /^\\([a-z]{1,32})/i.exec(this.#source.slice(this.#at, this.#at + 40))?.[1]?.toLowerCase() ?? ''
  }

  #word(name: string, number: number | null): void {
    if (name === 'bin') this.#at += Math.max(0, number ?? 0)
    else if (name === 'u' && number !== null) {
      this.#say(String.fromCharCode(number & 0xffff))
      this.#toSkip = this.#group.fallback
    } else if (name === 'uc') this.#group.fallback = Math.min(100, Math.max(0, number ?? 1))
    else if (name === 'f' && number !== null) this.#group.font = number
    else if (name === 'plain') this.#group.font = null
    else if ((name === 'fcharset' || name === 'cpg') && number !== null) this.#setFont(name, number)
    else if (name === 'ansicpg' && number !== null) this.#codePage = charsetOf(number)
    else if (name === 'mac') this.#codePage = 'macintosh'
    else if (name === 'pc') this.#codePage = 'cp437'
    else if (name === 'pca') this.#codePage = 'cp850'
    else if (technical.has(name)) this.#group.skipped = true
    else if (signs[name] !== undefined) this.#say(signs[name])
  }

  #setFont(name: 'fcharset' | 'cpg', number: number): void {
    const page = name === 'cpg' ? number : fontPages[number]
    const { font, skipped } = this.#group
    if (page !== undefined && font !== null && skipped && this.#fonts.size < mostFonts)
      this.#fonts.set(font, charsetOf(page))
  }
}

const charsetOf = (codePage: number): string =>
  codePage === 65001 ? 'utf-8' : codePage < 1250 ? `cp${codePage}` : `windows-${codePage}`
