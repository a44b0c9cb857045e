/** Reads query strings: a repeated name is a list, and `metadata[name]`, or `metadata.name`, a field of `metadata`. */
import { parse } from 'node:querystring'

const field = /^metadata(?:\[(.*)\]|\.(.*))$/s

/** The parameters by name; objects have no prototype. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  const metadata: Record<string, unknown> = Object.create(null)
  let fields = 0
  for (const [name, value] of Object.entries(parse(text))) {
    const [, inBrackets, afterDot] = field.exec(name) ?? []
    const key = inBrackets ?? afterDot
    // No object that is checked keeps a field of that name: a filter by it would be none.
    if (key === undefined || key === '__proto__') query[name] = value
    else {
      metadata[key] = value
      fields++
    }
  }
  if (fields > 0) query.metadata ??= metadata
  return query
}
