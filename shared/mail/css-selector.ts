/** Selectors of more than one name (`.a .b`, `td > p.c`, `p[x]`), and whether an open element is what they mean. */
import type { Attributes } from './html-events.ts'

/** An open element, as selectors see it. */
export interface OpenElement {
  name: string
  attributes: Attributes
}

/** One step of a selector: everything that an element has to have. */
interface Compound {
  name: string | null
  id: string | null
  classes: string[]
  attributes: { name: string; operator: string; value: string | null }[]
  /** Whether the step before it has to be its parent, and not any element around it. */
  child: boolean
}

/** A selector that was read, outermost step first. */
export type Selector = readonly Compound[]

const maxSteps = 8
const part =
  /^(?:([a-z][a-z0-9-]{0,30}|\*)|#([\w-]{1,100})|\.([\w-]{1,100})|\[([\w-]{1,50})(?:([~|^$*]?)=["']?([^"'\]]{0,100})["']?)?\])/i

/** Reads a selector of steps inside each other; null for one with siblings or states, which are left out. */
export function readSelector(text: string): Selector | null {
  const steps: Compound[] = []
  let child = false
  for (const token of text
    .replace(/>/g, ' > ')
    .trim()
    .split(/\s+/, maxSteps * 2 + 1)) {
    if (token === '>') {
      child = true
      continue
    }
    const step = readCompound(token, child)
    if (step === null || steps.length === maxSteps) return null
    steps.push(step)
    child = false
  }
  return steps.length === 0 || child ? null : steps
}

function readCompound(token: string, child: boolean): Compound | null {
  const step: Compound = { name: null, id: null, classes: [], attributes: [], child }
  for (let rest = token; rest !== ''; ) {
    const found = part.exec(rest)
    if (found === null) return null
    const [whole, name, id, one, attribute, operator, value] = found
    if (name !== undefined) step.name = name === '*' ? null : name.toLowerCase()
    else if (id !== undefined) step.id = id.toLowerCase()
    else if (one !== undefined) step.classes.push(one.toLowerCase())
    else
      step.attributes.push({
        name: attribute!.toLowerCase(),
        operator: operator ?? '',
        value: value ?? null,
      })
    rest = rest.slice(whole.length)
  }
  return step
}

/** Whether `element`, inside of `around` (outermost first), is what the selector means. */
export function matches(selector: Selector, element: OpenElement, around: readonly OpenElement[]): boolean {
  let at = selector.length - 1
  if (!has(element, selector[at]!)) return false
  for (let place = around.length - 1; at > 0; place--) {
    if (place < 0) return false
    if (has(around[place]!, selector[at - 1]!)) at--
    else if (selector[at]!.child) return false
  }
  return true
}

function has({ name, attributes }: OpenElement, step: Compound): boolean {
  if (step.name !== null && step.name !== name) return false
  if (step.id !== null && attributes.get('id')?.toLowerCase() !== step.id) return false
  if (step.classes.length > 0) {
    const classes = (attributes.get('class') ?? '').slice(0, 1_000).toLowerCase().split(/\s+/, 20)
    if (!step.classes.every((one) => classes.includes(one))) return false
  }
  return step.attributes.every(({ name: key, operator, value }) => {
    const given = attributes.get(key)
    if (given === undefined || value === null) return given !== undefined
    return compares(given, operator, value)
  })
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
