/** Follows how open elements are shown while HTML is read: style sheets, inherited style, what hides. */
import { addRules, type Declarations, type StyleRules } from './css.ts'
import type { Attributes } from './html-events.ts'
import { type ElementStyle, rootStyle, styleOf } from './html-style.ts'

const maxSheets = 20

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

/** The styles of the open elements of `html`, innermost last. */
export class StyleStack {
  readonly #rules: StyleRules
  readonly #styles: ElementStyle[] = [rootStyle]

  constructor(html: string) {
    this.#rules = styleRules(html)
  }

  get current(): ElementStyle {
    return this.#styles.at(-1)!
  }

  /** The style an element here would have; it isn't opened. */
  styleFor(name: string, attributes: Attributes): ElementStyle {
    const style = styleOf(this.current, name, attributes, this.#sheetRules(name, attributes))
    if (style.reason !== null || !Object.hasOwn(unseen, name)) return style
    return { ...style, reason: unseen[name]!, sealed: true }
  }

  push(style: ElementStyle): void {
    this.#styles.push(style)
  }

  pop(): ElementStyle {
    return this.#styles.pop()!
  }

  #sheetRules(name: string, attributes: Attributes): Declarations[] {
    if (this.#rules.size === 0) return []
    const keys = [name]
    for (const one of (attributes.get('class') ?? '').slice(0, 1_000).toLowerCase().split(/\s+/, 20))
      if (one !== '') keys.push(`.${one}`, `${name}.${one}`)
    const id = attributes.get('id')?.toLowerCase()
    if (id !== undefined) keys.push(`#${id}`, `${name}#${id}`)
    return keys.map((key) => this.#rules.get(key)).filter((rule) => rule !== undefined)
  }
}

/** Rules of all style sheets: those at the end count for the beginning too. */
function styleRules(html: string): StyleRules {
  const rules: StyleRules = new Map()
  const opening = /<style\b[^>]{0,100}>/gi
  for (let sheets = 0; sheets < maxSheets; sheets++) {
    const match = opening.exec(html)
    if (match === null) break
    const start = match.index + match[0].length
    const end = html.indexOf('</', start)
    if (end < 0) break
    addRules(rules, html.slice(start, end))
    opening.lastIndex = end
  }
  return rules
}
