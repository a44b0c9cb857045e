/** Reads the JSON of a body: within bounds, as text that can be stored, and with no key that means something to JavaScript. */

import { beyondBounds, type JsonBounds } from '../../shared/api/json-shape.ts'
import { problemOf } from '../../shared/api/json-value.ts'
import type { ErrorDetail } from '../../shared/domain/errors.ts'

/** What was read, or why it isn't taken. */
export type ReadJson = { value: unknown } | { problem: ErrorDetail }

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The value of `json`, which isn't empty. */
export function readJson(json: Buffer, bounds: JsonBounds): ReadJson {
  const beyond = beyondBounds(json, bounds)
  if (beyond !== null) return problem('body', beyond)
  let text: string
  try {
    text = decoder.decode(json)
  } catch {
    return problem('body', 'is not valid UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return problem('body', 'is not valid JSON')
  }
  const found = problemOf(value, 'body')
  return found === null ? { value } : { problem: found }
}

const problem = (path: string, message: string): ReadJson => ({ problem: { path, message } })
