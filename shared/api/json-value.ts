/** What JSON must not hold, whoever parsed it: text that can't be stored, and keys that mean something to JavaScript. */
import type { ErrorDetail } from '../domain/errors.ts'

/** What is wrong with a parsed value, which is at `root`; null where nothing is. */
export function problemOf(value: unknown, root: string): ErrorDetail | null {
  if (reachesPrototypes(value))
    return { path: root, message: 'must not have a key `__proto__`, or `prototype` in `constructor`' }
  const path = unstorable(value, root)
  return path === null ? null : { path, message: 'holds a NUL character or half a surrogate pair' }
}

/** Whether an object has a key by which a careless copy would change what all objects inherit. */
function reachesPrototypes(root: unknown): boolean {
  const waiting = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (value === null || typeof value !== 'object') continue
    if (Object.hasOwn(value, '__proto__')) return true
    const { constructor: own } = value as { constructor: unknown }
    if (Object.hasOwn(value, 'constructor') && typeof own === 'object' && own !== null)
      if (Object.hasOwn(own, 'prototype')) return true
    for (const child of Object.values(value)) waiting.push(child)
  }
  return false
}

/** Path of the first string (key or value) that Postgres would refuse; null where there is none. */
export function unstorable(value: unknown, root: string): string | null {
  // A stack of our own: nesting may be deep.
  const waiting: { value: unknown; path: string }[] = [{ value, path: root }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: current, path } = next
    if (typeof current === 'string' && !isStorable(current)) return path
    if (current === null || typeof current !== 'object') continue
    for (const [key, child] of Object.entries(current)) {
      if (!isStorable(key)) return path
      // Deeper than any field of ours: the path isn't spelled out any further.
      waiting.push({ value: child, path: path.length > 200 ? path : `${path}.${key.slice(0, 100)}` })
    }
  }
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
