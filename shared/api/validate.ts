/** Holds what is asked against the contract of an endpoint, and says what is wrong with it, field by field. */
import type { z } from 'zod'
import { type ErrorDetail, ServiceError } from '../domain/errors.ts'
import { limits } from '../domain/limits.ts'

/** As much of an issue of zod as its detail is made from. */
interface Issue {
  code?: string
  path: PropertyKey[]
  message: string
  /** Unknown fields. */
  keys?: unknown
}

/**
 * `value` as `schema` has it, with defaults and conversions; what isn't there at all counts as null. `root` is where it is:
 * `body`, `query`.
 * @throws ServiceError `validation_error`.
 */
export function validated(schema: z.ZodType, value: unknown, root: string): unknown {
  const result = schema.safeParse(value ?? null)
  if (result.success) return result.data
  throw new ServiceError('validation_error', undefined, {
    details: validationDetails(result.error.issues as Issue[], root),
  })
}

/**
 * One detail a field: the first of its issues; of unknown fields, one each. No more than an answer shows: there may be as
 * many issues, and unknown fields, as a body has values.
 */
export function validationDetails(issues: readonly Issue[], root: string): ErrorDetail[] {
  const byPath = new Map<string, ErrorDetail>()
  for (const detail of detailsOf(issues, root)) {
    if (!byPath.has(detail.path)) byPath.set(detail.path, detail)
    if (byPath.size >= limits.errorDetails) break
  }
  return [...byPath.values()]
}

function* detailsOf(issues: readonly Issue[], root: string): Generator<ErrorDetail> {
  for (const { path: steps, message, keys } of issues) {
    // A slash in a key is a step, too.
    const path = [
      root,
      ...steps
        .join('/')
        .split('/')
        .filter((step) => step !== ''),
    ]
    if (Array.isArray(keys))
      for (const key of keys)
        yield { path: [...path, String(key)].join('.').toWellFormed(), message: 'is not a known field' }
    else yield { path: path.join('.').toWellFormed(), message }
  }
}

/** Names what is wrong in a detail as any caller knows it: `body.to.0` is `to[0]`, and a header the input that it is. */
export function neutralPath(path: string): string {
  const [root, ...steps] = path.split('.')
  if (steps.length === 0) return root === 'body' || root === 'query' ? 'input' : path
  if (root === 'header' || root === 'headers') return steps.join('.').replaceAll('-', '_')
  if (root !== 'body' && root !== 'query') return path
  return steps
    .map((step, at) => (at > 0 && /^\d+$/.test(step) ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`))
    .join('')
}
