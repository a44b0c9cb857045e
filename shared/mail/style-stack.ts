/** Follows how open elements are shown while HTML is read: style sheets, inherited style, what hides. */
import type { Attributes } from './html-events.ts'
import { type ElementStyle, rootStyle, styleOf } from './html-style.ts'
import { OpenElement } from './open-element.ts'
import { StyleRules } from './style-rules.ts'
import { sheetsOf } from './style-sheets.ts'

/** Elements whose text is not shown in mail, and the reason that is given for it. */
const unseen: Record<string, string> = {
  title: 'title',
  noscript: 'noscript',
  template: 'template',
  datalist: 'fallback',
  object: 'fallback',
  audio: 'fallback',
  video: 'fallback',
  canvas: 'fallback',
  iframe: 'fallback',
  noembed: 'fallback',
  noframes: 'fallback',
  applet: 'fallback',
}

const none: Attributes = new Map()

/** The styles of the open elements of `html`, innermost last. */
export class StyleStack {
  readonly rules: StyleRules
  readonly #styles: ElementStyle[] = [rootStyle]
  readonly #names: string[] = []
  /** The open elements, where there are rules to compare them with; else only those that any page has. */
  readonly #open: OpenElement[]
  /** The element that was asked for last. */
  #asked: OpenElement | null = null

  constructor(html: string) {
    const { sheets, written } = sheetsOf(html)
    this.rules = new StyleRules(sheets)
    // A browser makes these two where they are not written.
    const page = new OpenElement('html', none, null)
    const body = new OpenElement('body', none, page)
    this.#open = [page, body]
    for (const element of this.#open)
      if (!written.has(element.name)) this.#styles[0] = this.#styled(this.current, element, none)
  }

  get current(): ElementStyle {
    return this.#styles.at(-1)!
  }

  /** The style of an element that begins here; whether it is opened is for {@link push} to say. */
  styleFor(name: string, attributes: Attributes): ElementStyle {
    if (!this.rules.isEmpty) this.#asked = this.#elementOf(name, attributes)
    const style = this.#ofDetails(name, attributes, this.#styleOf(name, attributes))
    if (style.reason !== null || !Object.hasOwn(unseen, name)) return style
    return { ...style, reason: unseen[name]!, sealed: true }
  }

  push(style: ElementStyle, name: string, attributes: Attributes): void {
    this.#styles.push(style)
    this.#names.push(name)
    if (this.rules.isEmpty) return
    this.#open.push(this.#asked ?? this.#elementOf(name, attributes))
    this.#asked = null
  }

  pop(): ElementStyle {
    if (!this.rules.isEmpty) this.#open.pop()!.close()
    this.#names.pop()
    return this.#styles.pop()!
  }

  #elementOf(name: string, attributes: Attributes): OpenElement {
    if (name === 'html') return new OpenElement(name, attributes, null)
    const around = this.#open.at(-1)!
    if (name === 'body' || name === 'head')
      return new OpenElement(name, attributes, this.#open.find((one) => one.name === 'html')!)
    return new OpenElement(
      name,
      attributes,
      name === 'tr' && around.name === 'table' ? around.tableBody : around,
    )
  }

  #styleOf(name: string, attributes: Attributes): ElementStyle {
    const element = this.#asked
    if (this.rules.isEmpty || element === null) return styleOf(this.current, name, attributes, [])
    const around = element.parent
    // Rows in a table's own body, which a browser makes, look as that does.
    const isMade = around !== null && around.name === 'tbody' && around !== this.#open.at(-1)
    const parent = isMade ? this.#styled(this.current, around, none) : this.current
    return this.#styled(parent, element, attributes)
  }

  #styled(parent: ElementStyle, element: OpenElement, attributes: Attributes): ElementStyle {
    const { sure, possible } = this.rules.for(element)
    const style = styleOf(parent, element.name, attributes, sure)
    if (possible === null || style.reason !== null) return style
    const { reason } = styleOf(parent, element.name, attributes, possible)
    return reason === null ? style : { ...style, aside: 'perhaps_hidden' }
  }

  /** What is in closed details is shown by programs that don't know them, and by others when they are opened. */
  #ofDetails(name: string, attributes: Attributes, style: ElementStyle): ElementStyle {
    if (name === 'details' && style.aside === null && !attributes.has('open'))
      return { ...style, aside: 'closed_details' }
    if (name === 'summary' && style.aside === 'closed_details' && this.#names.at(-1) === 'details')
      return { ...style, aside: this.#styles.at(-2)!.aside }
    return style
  }
}
