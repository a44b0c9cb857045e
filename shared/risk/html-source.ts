/** The texts of HTML with the way back to its source: what is shown, the attributes, the comments. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** The texts of an HTML source. Offsets are UTF-16 units of the source. */
export interface HtmlSource {
  /** Text of all elements in order, character references decoded; a line feed stands where a block begins or ends. */
  text: string
  /** Per unit of `text`: where in the source it is written. A unit that stands for a block has `end` = `start`. */
  starts: Uint32Array
  ends: Uint32Array
  attributes: AttributeSource[]
  comments: { text: string; start: number; end: number }[]
}

export interface AttributeSource {
  element: string
  name: string
  /** Decoded. */
  value: string
  /** Where its value is written, its quotes included. */
  start: number
  end: number
}

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/** A style by which any element is shown within its line. */
const shownInline = /(?:^|;)\s{0,100}display\s{0,100}:\s{0,100}(?:inline|contents)\s{0,100}(?:!|;|$)/i

/** Reads `html` in one pass. */
export function readHtmlSource(html: string): HtmlSource {
  const reading = new Reading(html)
  const tokenizer = new Tokenizer({ decodeEntities: true }, reading)
  tokenizer.write(html)
  tokenizer.end()
  return reading.result()
}

class Reading implements TokenizerCallbacks {
  readonly #html: string
  readonly #pieces: string[] = []
  #starts: Uint32Array
  #ends: Uint32Array
  #length = 0
  /** Where the token that comes next starts. */
  #at = 0
  #element = ''
  #elementAt = 0
  /** Whether the style of the element that is being opened puts it within a line. */
  #isInline = false
  /** By their name, whether the open elements are shown within a line. */
  readonly #open = new Map<string, boolean[]>()
  #attribute = { name: '', nameEnd: 0, value: '' }
  readonly #attributes: AttributeSource[] = []
  readonly #comments: HtmlSource['comments'] = []

  constructor(html: string) {
    this.#html = html
    this.#starts = new Uint32Array(html.length + 16)
    this.#ends = new Uint32Array(html.length + 16)
  }

  result(): HtmlSource {
    return {
      text: this.#pieces.join(''),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
      attributes: this.#attributes,
      comments: this.#comments,
    }
  }

  ontext(start: number, end: number): void {
    this.#pieces.push(this.#html.slice(start, end))
    for (let i = start; i < end; i++) this.#put(i, i + 1)
    this.#at = end
  }

  ontextentity(code: number, end: number): void {
    const text = String.fromCodePoint(code)
    this.#pieces.push(text)
    for (let i = 0; i < text.length; i++) this.#put(this.#at, end)
    this.#at = end
  }

  onopentagname(start: number, end: number): void {
    this.#element = this.#html.slice(start, end).toLowerCase()
    this.#elementAt = start
    this.#isInline = false
  }

  onopentagend(end: number): void {
    if (!this.#isInline) this.#block(this.#element, this.#elementAt)
    this.#at = end + 1
    const open = this.#open.get(this.#element)
    if (open === undefined) this.#open.set(this.#element, [this.#isInline])
    else open.push(this.#isInline)
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (this.#open.get(name)?.pop() !== true) this.#block(name, start)
    const close = this.#html.indexOf('>', end)
    this.#at = close < 0 ? this.#html.length : close + 1
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.#html.slice(start, end).toLowerCase(), nameEnd: end, value: '' }
  }

  onattribdata(start: number, end: number): void {
    this.#attribute.value += this.#html.slice(start, end)
  }

  onattribentity(code: number): void {
    this.#attribute.value += String.fromCodePoint(code)
  }

  onattribend(_quote: number, end: number): void {
    const { name, nameEnd, value } = this.#attribute
    if (value === '') return
    if (name === 'style') this.#isInline = shownInline.test(value)
    let start = nameEnd
    while (start < end && /[\s=]/.test(this.#html.charAt(start))) start++
    this.#attributes.push({ element: this.#element, name, value, start, end })
  }

  oncomment(start: number, end: number, offset: number): void {
    const open = this.#html.lastIndexOf('<', start)
    this.#comments.push({
      text: this.#html.slice(start, end - offset),
      start: Math.max(open, this.#at),
      end: Math.min(end + 1, this.#html.length),
    })
    this.#at = Math.min(end + 1, this.#html.length)
  }

  oncdata(start: number, end: number, offset: number): void {
    this.oncomment(start, end, offset)
  }

  ondeclaration(_start: number, end: number): void {
    this.#at = end + 1
  }

  onprocessinginstruction(start: number, end: number): void {
    this.oncomment(start, end, 0)
  }

  onend(): void {}

  #block(name: string, at: number): void {
    if (inline.has(name)) return
    this.#pieces.push('\n')
    this.#put(at, at)
  }

  #put(start: number, end: number): void {
    if (this.#length === this.#starts.length) {
      const grow = (from: Uint32Array): Uint32Array => {
        const to = new Uint32Array(from.length * 2)
        to.set(from)
        return to
      }
      this.#starts = grow(this.#starts)
      this.#ends = grow(this.#ends)
    }
    this.#starts[this.#length] = start
    this.#ends[this.#length++] = end
  }
}
