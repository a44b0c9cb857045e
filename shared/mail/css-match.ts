/** Whether an open element is what a selector of a style sheet means. */
import { allOf, anyOf, type Holds, opposite } from './css-holds.ts'
import type { Compound, Pseudo, Selector } from './css-selector.ts'
import type { OpenElement } from './open-element.ts'

/** Comparisons that are left; where there are none, nobody knows. */
export interface Means {
  left: number
}

/** null where it depends on what comes later, or on the program that shows the mail. */
export function matches(selector: Selector, element: OpenElement, means: Means): Holds {
  const last = selector.length - 1
  const own = has(element, selector[last]!, means)
  if (own === false || last === 0) return own
  return both(own, before(selector, last, element, means))
}

/** {@link allOf} of two, of which the first isn't false. */
const both = (one: true | null, other: Holds): Holds => (other === true ? one : other)

/** Whether there are elements for the steps before `at`, which `element` is. */
function before(selector: Selector, at: number, element: OpenElement, means: Means): Holds {
  const step = selector[at - 1]!
  const { combinator } = selector[at]!
  const isBehind = combinator === '+' || combinator === '~'
  const siblings = isBehind ? (element.parent?.children ?? []) : []
  let place = siblings.indexOf(element) - 1
  let other = isBehind ? siblings[place] : element.parent
  let best: Holds = false
  while (other) {
    if (means.left <= 0) return null
    const own = has(other, step, means)
    if (own !== false) {
      const all = at === 1 ? own : both(own, before(selector, at - 1, other, means))
      if (all === true) return true
      if (all === null) best = null
      // Elements further out have fewer around them: they can do no better.
      if (own && combinator === ' ' && step.plain) return best
    }
    if (combinator === '>' || combinator === '+') return best
    place--
    other = isBehind ? siblings[place] : other.parent
  }
  return best
}

/** Characters of an attribute that cost what a comparison does. */
const charactersAsOne = 200

function has(element: OpenElement, step: Compound, means: Means): Holds {
  means.left--
  if (means.left < 0) return null
  const { name, attributes } = element
  if (step.name !== null && step.name !== name) return false
  if (step.id !== null && element.id !== step.id) return false
  if (step.classes.length > 0) {
    const classes = element.classes
    if (!step.classes.every((one) => classes.includes(one))) return false
  }
  for (const { name: key, operator, value } of step.attributes) {
    const given = attributes.get(key)
    if (given === undefined) return false
    if (value === null) continue
    means.left -= Math.floor(given.length / charactersAsOne)
    if (means.left < 0) return null
    if (!compares(given, operator, value)) return false
  }
  return step.pseudos.length === 0 ? true : allOf(step.pseudos.map((one) => pseudoHolds(one, element, means)))
}

/** CSS Selectors Level 4, §6.1 and §6.2. */
function compares(given: string, operator: string, value: string): boolean {
  if (operator === '') return given === value
  if (value === '') return false
  if (operator === '^') return given.startsWith(value)
  if (operator === '$') return given.endsWith(value)
  if (operator === '*') return given.includes(value)
  if (operator === '|') return given === value || given.startsWith(`${value}-`)
  return given.split(/\s+/, 100).includes(value)
}

/** States that no element is in while nobody touches it, and pieces of elements. */
const never = new Set(
  'hover active focus focus-within focus-visible visited target before after first-line first-letter fullscreen'.split(
    ' ',
  ),
)

function pseudoHolds({ name, text, selectors }: Pseudo, element: OpenElement, means: Means): Holds {
  const { attributes } = element
  if (selectors.length > 0) {
    const any = anyOf(selectors.map((one) => matches(one, element, means)))
    return name === 'not' ? opposite(any) : any
  }
  if (name.startsWith(':') || name.startsWith('-m') || never.has(name)) return false
  if (name === 'checked') return attributes.has('checked') || attributes.has('selected')
  if (name === 'link' || name === 'any-link') return element.name === 'a' && attributes.has('href')
  if (name === 'root') return element.name === 'html'
  if (name === 'first-child') return element.index === 1
  if (name === 'first-of-type') return element.ofType === 1
  if (name === 'nth-child') return isNth(text, element.index)
  if (name === 'nth-of-type') return isNth(text, element.ofType)
  return null
}

/** Whether the place `index`, from 1, is among `an+b` (CSS Syntax Level 3, §6). */
function isNth(text: string, index: number): Holds {
  const plain = text === 'odd' ? '2n+1' : text === 'even' ? '2n' : text.replace(/\s+/g, '')
  const found = /^(?:([+-]?\d{0,6})n)?([+-]?\d{1,6})?$/.exec(plain)
  if (found === null || plain === '') return null
  const [, step, start = '0'] = found
  const by = step === undefined ? 0 : step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
  const over = index - Number(start)
  return by === 0 ? over === 0 : over % by === 0 && over / by >= 0
}
