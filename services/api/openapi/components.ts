/** Components of one kind, by name: what is the same stands once, and is referred to from where it stood. */
import type { Reference } from './types.ts'

export class Components<T extends object> {
  readonly #kind: string
  readonly #names = new Map<string, string>()
  readonly #byName = new Map<string, T>()

  /** `kind` as in `#/components/{kind}`. */
  constructor(kind: string) {
    this.#kind = kind
  }

  /** A reference to `component`, which is called `name` unless it has a name already. @throws where another is called so. */
  share(component: T, name: string): Reference {
    const text = JSON.stringify(component)
    let known = this.#names.get(text)
    if (known === undefined) {
      if (this.#byName.has(name)) throw new Error(`two ${this.#kind} of the document are called ${name}`)
      known = name
      this.#names.set(text, name)
      this.#byName.set(name, component)
    }
    return { $ref: `#/components/${this.#kind}/${known}` }
  }

  /** All of them, in the order of their names. */
  all(): Record<string, T> {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** `idempotency_conflict` and `Idempotency-Key` as components are called: `IdempotencyConflict`, `IdempotencyKey`. */
export const componentName = (words: string): string =>
  words
    .split(/[_-]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
