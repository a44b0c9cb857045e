/** Custom properties of style sheets (`--x`), and values that use them (`var(--x)`). */
import type { Computed } from './css-declarations.ts'

/** By name, with their dashes. */
export type Variables = ReadonlyMap<string, string>

/** Custom properties that an element has, with those of the elements around it. */
const maxVariables = 50
/** Values within values, and characters of the outcome. */
const deepest = 5
const longest = 500

/** What is known inside of an element: what its style sets, and what is known around it. */
export function variablesIn(around: Variables, css: Computed): Variables {
  const own = [...css].filter(([property]) => property.startsWith('--'))
  if (own.length === 0) return around
  const all = new Map(around)
  for (const [name, value] of own) if (all.has(name) || all.size < maxVariables) all.set(name, value)
  return all
}

/** `css` with the values put in; a declaration whose value isn't known is none. */
export function withVariables(css: Computed, variables: Variables): Computed {
  let used = false
  for (const value of css.values()) used ||= value.includes('var(')
  if (!used) return css
  return new Map(
    [...css].flatMap(([property, value]): [string, string][] => {
      const whole = substituted(value, variables)
      return whole === null ? [] : [[property, whole]]
    }),
  )
}

function substituted(value: string, variables: Variables): string | null {
  let text = value
  for (let depth = 0; text.includes('var('); depth++) {
    let known = true
    if (depth === deepest || text.length > longest) return null
    text = text.replace(
      /var\(\s{0,9}(--[\w-]{1,50})\s{0,9}(?:,([^()]{0,200}))?\)/g,
      (_, name: string, instead: string | undefined) => {
        const found = variables.get(name) ?? instead?.trim()
        known &&= found !== undefined
        return found ?? ''
      },
    )
    if (!known) return null
  }
  return text.trim()
}
