/** Lengths of style sheets in pixels. */

/** Pixels of a length; NaN where it is none or relative to something unknown. `em` is the size of 1em. */
export function pixels(value: string | undefined, em = 16): number {
  const text = value ?? ''
  const match = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z]{1,4}|%)?$/.exec(text)
  if (match === null) return calculated(text, em)
  const number = Number(match[1])
  const unit = match[2] ?? 'px'
  if (unit === '%') return (number / 100) * em
  if (unit === 'em') return number * em
  if (unit === 'ex' || unit === 'ch') return (number * em) / 2
  return Object.hasOwn(units, unit) ? number * units[unit]! : Number.NaN
}

const units: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  rem: 16,
  in: 96,
  cm: 38,
  mm: 3.8,
  pc: 16,
  vw: 10,
  vh: 10,
}

const longest = 200
const deepest = 8

/** The outcome of `calc()`, `min()`, `max()` and `clamp()`; NaN for anything else, and where shares of something are in it. */
function calculated(text: string, em: number): number {
  if (text.length > longest || !/^(?:calc|min|max|clamp)\(/.test(text)) return Number.NaN
  const tokens = text.match(/[a-z]{3,5}\(|[-+*/(),]|[\d.]{1,12}(?:[a-z]{1,4}|%)?|\S/g) ?? []
  const sum = new Calculation(tokens, em)
  const value = sum.factor(0)
  return sum.isDone ? value : Number.NaN
}

class Calculation {
  readonly #tokens: readonly string[]
  readonly #em: number
  #at = 0

  constructor(tokens: readonly string[], em: number) {
    this.#tokens = tokens
    this.#em = em
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length
  }

  factor(depth: number): number {
    const token = this.#tokens[this.#at++] ?? ''
    if (depth > deepest) return Number.NaN
    if (token === '-') return -this.factor(depth + 1)
    if (token === '+') return this.factor(depth + 1)
    if (!token.endsWith('('))
      return /^[\d.]{1,12}(?:%|v[wh])$/.test(token) ? share(token) : pixels(token, this.#em)
    const values = [this.#sum(depth + 1)]
    while (this.#take(',')) values.push(this.#sum(depth + 1))
    if (!this.#take(')')) return Number.NaN
    if (token === 'min(') return Math.min(...values)
    if (token === 'max(') return Math.max(...values)
    if (token === 'clamp(')
      return Math.max(values[0]!, Math.min(values[1] ?? Number.NaN, values[2] ?? Number.NaN))
    return values.length === 1 ? values[0]! : Number.NaN
  }

  #sum(depth: number): number {
    let value = this.#product(depth)
    for (;;)
      if (this.#take('+')) value += this.#product(depth)
      else if (this.#take('-')) value -= this.#product(depth)
      else return value
  }

  #product(depth: number): number {
    let value = this.factor(depth)
    for (;;)
      if (this.#take('*')) value *= this.factor(depth)
      else if (this.#take('/')) value /= this.factor(depth)
      else return value
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }
}

/** Nothing of something is nothing; more of it is unknown. */
const share = (token: string): number => (Number.parseFloat(token) === 0 ? 0 : Number.NaN)
