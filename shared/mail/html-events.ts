/** Reads HTML as a stream of elements and texts: one pass, no recursion, bounded nesting. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export type Attributes = ReadonlyMap<string, string>

export interface HtmlHandler {
  /** An element opens; one that is `empty` is not closed. Names are lowercase. */
  open(name: string, attributes: Attributes, empty: boolean): void
  /** The innermost open element ends. */
  close(name: string): void
  text(text: string): void
  comment(text: string): void
}

/** Elements nested deeper are not opened: their text belongs to the innermost that is. */
export const htmlDepth = 500

const emptyElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)

/** Elements that hold no others, and whose text is none of the mail: they are opened one deeper than all others. */
const code = new Set(['script', 'style'])

/** What an opening tag ends when it is the innermost element (HTML, 13.1.2.4 Optional tags). */
const endedBy = new Map<string, Set<string>>()
const block =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'
for (const name of block.split(' ')) endedBy.set(name, new Set(['p']))
for (const [names, ended] of [
  ['li', 'li'],
  ['dt dd', 'dt dd'],
  ['td th', 'td th'],
  ['tr', 'td th tr'],
  ['tbody thead tfoot', 'td th tr tbody thead tfoot'],
  ['option', 'option'],
  ['optgroup', 'option optgroup'],
  ['a', 'a'],
  ['body', 'head'],
] as const)
  for (const name of names.split(' '))
    endedBy.set(name, new Set([...(endedBy.get(name) ?? []), ...ended.split(' ')]))

/** Calls `handler` for what is in `html`, in order; every element that was opened is closed. */
export function readHtmlEvents(html: string, handler: HtmlHandler): void {
  const reader = new Reader(html, handler)
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader)
  tokenizer.write(html)
  tokenizer.end()
}

class Reader implements TokenizerCallbacks {
  readonly #html: string
  readonly #handler: HtmlHandler
  readonly #stack: string[] = []
  /** How many of each name are open, and how many more were not opened. */
  readonly #open = new Map<string, number>()
  readonly #beyond = new Map<string, number>()
  #name = ''
  #attributes = new Map<string, string>()
  #attribute = ''
  #value = ''

  constructor(html: string, handler: HtmlHandler) {
    this.#html = html
    this.#handler = handler
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#attributes = new Map()
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(code: number): void {
    this.#value += String.fromCodePoint(code)
  }

  onattribend(): void {
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value)
  }

  onopentagend(): void {
    const name = this.#name
    const ended = endedBy.get(name)
    if (ended !== undefined) while (this.#stack.length > 0 && ended.has(this.#stack.at(-1)!)) this.#pop()
    if (emptyElements.has(name)) this.#handler.open(name, this.#attributes, true)
    else if (this.#stack.length < htmlDepth || (code.has(name) && this.#stack.length === htmlDepth)) {
      this.#stack.push(name)
      count(this.#open, name, 1)
      this.#handler.open(name, this.#attributes, false)
    } else count(this.#beyond, name, 1)
  }

  onselfclosingtag(): void {
    // In HTML the slash means nothing.
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if ((this.#beyond.get(name) ?? 0) > 0) count(this.#beyond, name, -1)
    else if (name === 'br') this.#handler.open('br', new Map(), true)
    else if ((this.#open.get(name) ?? 0) > 0) while (this.#pop() !== name);
  }

  ontext(start: number, end: number): void {
    this.#handler.text(this.#html.slice(start, end))
  }

  ontextentity(code: number): void {
    this.#handler.text(String.fromCodePoint(code))
  }

  oncomment(start: number, end: number, offset: number): void {
    this.#handler.comment(this.#html.slice(start, end - offset))
  }

  oncdata(start: number, end: number, offset: number): void {
    this.#handler.comment(this.#html.slice(start, end - offset))
  }

  ondeclaration(): void {}

  onprocessinginstruction(start: number, end: number): void {
    this.#handler.comment(this.#html.slice(start, end))
  }

  onend(): void {
    while (this.#stack.length > 0) this.#pop()
  }

  #pop(): string {
    const name = this.#stack.pop()!
    count(this.#open, name, -1)
    this.#handler.close(name)
    return name
  }
}

function count(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}
