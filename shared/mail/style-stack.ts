/** Follows how open elements are shown while HTML is read: style sheets, inherited style, what hides. */
import { addRules, type Declarations, type StyleSheet } from './css.ts'
import { matches, type OpenElement, readSelector, type Selector } from './css-selector.ts'
import type { Attributes } from './html-events.ts'
import { type ElementStyle, rootStyle, styleOf } from './html-style.ts'
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

/** The styles of the open elements of `html`, innermost last. */
export class StyleStack {
  readonly #rules: StyleSheet['simple']
  /** Rules of longer selectors, by the name of the element they are for; null for those of any name. */
  readonly #others: ReadonlyMap<string | null, readonly LongRule[]>
  readonly #styles: ElementStyle[] = [rootStyle]
  readonly #open: OpenElement[] = []
  /** Comparisons with longer selectors that are left. */
  #left = maxComparisons
  /** Declarations of style sheets that may still be gathered for elements. */
  #gatherable = maxGathered

  constructor(html: string) {
    const sheet = styleSheet(html)
    this.#rules = sheet.simple
    const others = sheet.others.flatMap(({ selector, declarations }): LongRule[] => {
      const steps = readSelector(selector)
      return steps === null ? [] : [{ steps, declarations }]
    })
    this.#others = Map.groupBy(others, ({ steps }) => steps.at(-1)!.name)
  }

  /** Declarations of style sheets that were gathered for elements so far. */
  get gathered(): number {
    return maxGathered - this.#gatherable
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

  push(style: ElementStyle, name: string, attributes: Attributes): void {
    this.#styles.push(style)
    this.#open.push({ name, attributes })
  }

  pop(): ElementStyle {
    this.#open.pop()
    return this.#styles.pop()!
  }

  #sheetRules(name: string, attributes: Attributes): Declarations[] {
    if (this.#rules.size === 0 && this.#others.size === 0) return []
    const keys = [name]
    for (const one of (attributes.get('class') ?? '').slice(0, 1_000).toLowerCase().split(/\s+/, 20))
      if (one !== '') keys.push(`.${one}`, `${name}.${one}`)
    const id = attributes.get('id')?.toLowerCase()
    if (id !== undefined) keys.push(`#${id}`, `${name}#${id}`)
    const simple = keys.map((key) => this.#rules.get(key)).filter((rule) => rule !== undefined)
    return this.#afford(
      this.#others.size === 0 ? simple : [...simple, ...this.#longRules({ name, attributes })],
    )
  }

  /** `rules` as long as there are means for them, and none beyond. */
  #afford(rules: Declarations[]): Declarations[] {
    for (const { size } of rules) this.#gatherable -= size
    if (this.#gatherable >= 0) return rules
    this.#gatherable = 0
    return []
  }

  #longRules(element: OpenElement): Declarations[] {
    const found: Declarations[] = []
    for (const key of [null, element.name])
      for (const { steps, declarations } of this.#others.get(key) ?? []) {
        if (this.#left <= 0) return found
        this.#left -= steps.length === 1 ? 1 : this.#open.length + 1
        if (matches(steps, element, this.#open)) found.push(declarations)
      }
    return found
  }
}

interface LongRule {
  steps: Selector
  declarations: Declarations
}

/** Comparisons of elements with longer selectors in one mail; beyond them text counts as shown. */
const maxComparisons = 500_000

/** Declarations of style sheets that are gathered for the elements of one mail; beyond them its sheets count no more. */
export const maxGathered = 1_000_000

/** Rules of all style sheets: those at the end count for the beginning too. */
function styleSheet(html: string): StyleSheet {
  const rules: StyleSheet = { simple: new Map(), others: [] }
  for (const css of sheetsOf(html)) addRules(rules, css)
  return rules
}
