/** The rules of a mail's style sheets, and which of them are for an element. */
import { limits } from '../domain/limits.ts'
import { type Declarations, parseDeclarations, sizeOf } from './css-declarations.ts'
import type { Holds } from './css-holds.ts'
import { type Means, matches } from './css-match.ts'
import { rulesIn } from './css-rules.ts'
import { readSelector, type Selector, selectorsIn, specificityOf } from './css-selector.ts'
import { hides } from './html-style.ts'
import type { OpenElement } from './open-element.ts'
import type { Sheet } from './style-sheets.ts'

/** Selectors that are kept. */
export const maxRules = 5_000
/** Characters of selectors that are read: as many as a mail may have. Blocks in a rule have its selectors once more each. */
export const maxSelectorCharacters = limits.bodyCharacters
/** Comparisons of elements with selectors in one mail. */
export const maxComparisons = 1_000_000
/** Declarations that are gathered for the elements of one mail. */
export const maxGathered = 1_000_000

interface Rule {
  selector: Selector
  specificity: number
  declarations: Declarations
  holds: true | null
}

/** Rules for an element, weakest first. */
export interface ElementRules {
  sure: readonly Declarations[]
  /** With those that may be for it, too; null where there are none. */
  possible: readonly Declarations[] | null
}

const nothing: ElementRules = { sure: [], possible: null }

export class StyleRules {
  /** In order, by what the element has to have: `#id`, `.class`, a name, or `*`. */
  readonly #rules = new Map<string, Rule[]>()
  readonly #means: Means = { left: maxComparisons }
  #kept = 0
  #read = 0
  #gathered = 0
  #cut = false

  constructor(sheets: readonly Sheet[]) {
    for (const sheet of sheets)
      for (const { selectors, body, holds } of rulesIn(sheet.css)) {
        const declarations = parseDeclarations(body)
        if (sizeOf(declarations) > 0) this.#add(selectors, declarations, sheet.holds === null ? null : holds)
      }
  }

  get isEmpty(): boolean {
    return this.#kept === 0
  }

  /** Selectors that were kept, and declarations that were gathered for elements so far. */
  get size(): { kept: number; gathered: number } {
    return { kept: this.#kept, gathered: this.#gathered }
  }

  /** Whether there are rules that hide and were not read, or more elements than could be compared with rules. */
  get isCut(): boolean {
    return this.#cut || this.#means.left <= 0
  }

  /** The rules for `element`; none beyond the caps. */
  for(element: OpenElement): ElementRules {
    if (this.#kept === 0 || this.isCut) return nothing
    const found: [rule: Rule, holds: Holds][] = []
    for (const key of keysOf(element))
      for (const rule of this.#rules.get(key) ?? []) {
        const holds = matches(rule.selector, element, this.#means)
        if (holds === false) continue
        this.#gathered += sizeOf(rule.declarations)
        found.push([rule, holds === true ? rule.holds : holds])
      }
    if (this.#gathered > maxGathered) this.#cut = true
    if (found.length === 0 || this.isCut) return nothing
    if (found.length > 1) found.sort(([one], [other]) => one.specificity - other.specificity)
    const sure = found.filter(([, holds]) => holds === true)
    return {
      sure: sure.map(([rule]) => rule.declarations),
      possible: sure.length === found.length ? null : found.map(([rule]) => rule.declarations),
    }
  }

  #add(selectors: string, declarations: Declarations, holds: true | null): void {
    // What is cut applies to nothing.
    if (this.#cut) return
    this.#read += selectors.length
    const isHiding = hides(declarations)
    if (this.#read > maxSelectorCharacters) {
      this.#cut = isHiding
      return
    }
    for (const text of new Set(selectorsIn(selectors))) {
      if (this.#kept === maxRules && !isHiding) return
      const selector = this.#kept === maxRules ? null : readSelector(text)
      if (selector === null) {
        // Not where it can't apply in any program: `_:-ms-input-placeholder`.
        if (isHiding && !/:-m[so]/.test(text)) this.#cut = true
        continue
      }
      this.#kept++
      const rule = {
        selector,
        specificity: specificityOf(selector) + this.#kept / (maxRules + 1),
        declarations,
        holds,
      }
      const key = keyOf(selector)
      const list = this.#rules.get(key)
      if (list === undefined) this.#rules.set(key, [rule])
      else list.push(rule)
    }
  }
}

function keyOf(selector: Selector): string {
  const { id, classes, name } = selector.at(-1)!
  if (id !== null) return `#${id}`
  return classes.length > 0 ? `.${classes[0]}` : (name ?? '*')
}

function keysOf({ name, id, classes }: OpenElement): Set<string> {
  const keys = new Set(['*', name])
  for (const one of classes) keys.add(`.${one}`)
  if (id !== null) keys.add(`#${id}`)
  return keys
}
