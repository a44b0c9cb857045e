/** An open element, as selectors of style sheets see it: with the elements around and before it. */
import type { Attributes } from './html-events.ts'

/** Elements before another that are remembered. */
const maxBefore = 50

const none: Attributes = new Map()

export class OpenElement {
  readonly name: string
  readonly attributes: Attributes
  /** Lowercase; null where it has none. */
  readonly id: string | null
  /** Lowercase, at most 20. */
  readonly classes: readonly string[]
  readonly parent: OpenElement | null
  /** Its place among its parent's children, and among those of its name; from 1. */
  readonly index: number
  readonly ofType: number
  /** The last of its children, in order. */
  children: OpenElement[] = []
  #count = 0
  #byName: Map<string, number> | null = null
  #body: OpenElement | null = null

  constructor(name: string, attributes: Attributes, parent: OpenElement | null) {
    this.name = name
    this.attributes = attributes
    this.id = attributes.get('id')?.toLowerCase() ?? null
    const classes = attributes.get('class')
    this.classes = classes === undefined ? [] : classes.slice(0, 1_000).toLowerCase().trim().split(/\s+/, 20)
    this.parent = parent
    this.index = parent === null ? 1 : parent.#counted()
    this.ofType = parent === null ? 1 : parent.#countedOf(name)
    if (parent === null) return
    parent.children.push(this)
    if (parent.children.length > maxBefore) parent.children.shift()
  }

  /** What its children matter for is over. */
  close(): void {
    this.children = []
    this.#byName = null
    this.#body = null
  }

  /** The table body that a browser puts around rows that stand in a table itself. */
  get tableBody(): OpenElement {
    this.#body ??= new OpenElement('tbody', none, this)
    return this.#body
  }

  #counted(): number {
    this.#count++
    return this.#count
  }

  #countedOf(name: string): number {
    this.#byName ??= new Map()
    const count = (this.#byName.get(name) ?? 0) + 1
    this.#byName.set(name, count)
    return count
  }
}
