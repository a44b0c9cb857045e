/** The request of an operation, made of what a caller gives: what can't be sent is told before anything is. */
import { AgentEmailError } from './errors.ts'
import { operationTable } from './operations.ts'
import type { Body, OperationName, Query } from './types.ts'

/** What an operation is given. */
export interface Input<Name extends OperationName> {
  path?: Record<string, string>
  /** As a function it is asked for each attempt. */
  query?: Query<Name> | (() => Query<Name>) | undefined
  body?: Body<Name> | undefined
}

/** What `fetch` is given. */
export interface Request {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** The request of an operation of the service at `base`. @throws AgentEmailError for what can't be sent. */
export function requestOf<Name extends OperationName>(
  base: string,
  name: Name,
  { path = {}, query, body }: Omit<Input<Name>, 'query'> & { query?: Query<Name> | undefined },
  headers: Record<string, string>,
): Request {
  const [method, template] = operationTable[name]
  const filled = template.replace(/\{(\w+)\}/g, (_, field: string) => segmentOf(path[field], field))
  const asked = new URLSearchParams(Object.entries(query ?? {}).flatMap(parametersOf)).toString()
  return {
    url: `${base}/api/v1${filled}${asked === '' ? '' : `?${asked}`}`,
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: jsonFrom(body) }),
  }
}

/** A value as JSON. @throws AgentEmailError for what has none, such as a BigInt. */
export function jsonFrom(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new AgentEmailError(`the body can't be written as JSON: ${(cause as Error).message}`, { cause })
  }
}

/** The longest `Idempotency-Key` that the service takes, in characters. */
const longestKey = 255

/** An `Idempotency-Key` as the service takes it. @throws AgentEmailError for any other. */
export function idempotencyKeyOf(given: string): string {
  if (!isHeaderText(given) || given.length > longestKey)
    throw new AgentEmailError(
      `idempotencyKey must have 1 to ${longestKey} characters, all of them printable ASCII, with no space at either end`,
    )
  return given
}

/** Whether a header has the text as it is: what it has at its ends, and beyond ASCII, is lost on the way. */
export const isHeaderText = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)

/** A parameter that is a list is one for each of its items; an object one for each of its fields: `metadata[ticket]`. */
function parametersOf([name, value]: [string, unknown]): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => parametersOf([name, one]))
  if (isRecord(value))
    return Object.entries(value).flatMap(([field, one]) => parametersOf([`${name}[${field}]`, one]))
  return [[wholeText(name, name), parameterOf(name, value)]]
}

/** Whether it is an object without a class, which a Map, say, isn't. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function parameterOf(name: string, value: unknown): string {
  if (typeof value === 'string') return wholeText(value, name)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  if (['number', 'bigint', 'boolean'].includes(typeof value)) return String(value)
  throw new AgentEmailError(`${name} must be a text, a number, a boolean or a Date`)
}

/** An empty segment, or one of dots, would lead to another operation. */
function segmentOf(value: string | undefined, field: string): string {
  if (value === undefined || value === null || value === '' || /^\.{1,2}$/.test(value))
    throw new AgentEmailError(`${field} must be given`)
  return encodeURIComponent(wholeText(String(value), field))
}

/** Half of a character, as what cuts a text may leave it, has no bytes. */
function wholeText(text: string, name: string): string {
  if (!text.isWellFormed()) throw new AgentEmailError(`${name} has half of a character (a lone surrogate)`)
  return text
}
