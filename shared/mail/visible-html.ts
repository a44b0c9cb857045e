/** Rewrites HTML to the part of it that can be seen, well-formed and without comments. */
import { limits } from '../domain/limits.ts'
import { cleanText, truncate } from '../lib/clean-text.ts'
import { type Attributes, type HtmlHandler, readHtmlEvents } from './html-events.ts'
import { StyleStack } from './style-stack.ts'

/** Names of elements and attributes that are written again; what they may be is for the filter behind to say. */
const plainName = /^[a-z][a-z0-9]{0,30}$/
const plainAttribute = /^[a-z][a-z-]{0,30}$/
const dropped = new Set(
  'script style iframe noembed noframes noscript template xmp plaintext textarea title svg math object'.split(
    ' ',
  ),
)

/** `html` without hidden elements; at most limits.bodyCharacters of it are read. */
export function visibleHtml(html: string): string {
  const source = truncate(html, limits.bodyCharacters)
  const writer = new Writer(source)
  readHtmlEvents(source, writer)
  return cleanText(writer.pieces.join(''))
}

class Writer implements HtmlHandler {
  readonly pieces: string[] = []
  readonly #styles: StyleStack
  /** Per open element: whether its tag was written. */
  readonly #written: boolean[] = []
  /** Open elements that are dropped with all that is in them. */
  #dropping = 0

  constructor(html: string) {
    this.#styles = new StyleStack(html)
  }

  open(name: string, attributes: Attributes, empty: boolean): void {
    const style = this.#styles.styleFor(name, attributes)
    // An element that only its colour or size hides may hold one that shows: its tag stays, its text goes.
    const written = this.#dropping === 0 && !style.sealed && !dropped.has(name) && plainName.test(name)
    if (written) this.pieces.push(`<${name}${attributesOf(attributes)}>`)
    if (empty) return
    if (style.sealed || dropped.has(name)) this.#dropping++
    this.#styles.push(style, name, attributes)
    this.#written.push(written)
  }

  close(name: string): void {
    const style = this.#styles.pop()
    if (style.sealed || dropped.has(name)) this.#dropping--
    if (this.#written.pop()) this.pieces.push(`</${name}>`)
  }

  text(text: string): void {
    if (this.#dropping === 0 && this.#styles.current.reason === null) this.pieces.push(escaped(text, inText))
  }

  comment(): void {}
}

function attributesOf(attributes: Attributes): string {
  let text = ''
  for (const [name, value] of attributes)
    if (plainAttribute.test(name)) text += ` ${name}="${escaped(value, inValue)}"`
  return text
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What a text is to have no more of: each entity of a text is a piece of its own for who reads it, and takes as long. */
const inText = /[&<]/g
const inValue = /[&<>"]/g
const escaped = (text: string, characters: RegExp): string =>
  text.replace(characters, (char) => entities[char]!)
