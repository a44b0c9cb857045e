/** What is wrong with a value, in plain English: the one place for all schemas that say nothing of their own. */
import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
}
const formats: Record<string, string> = {
  datetime: 'must be a time as ISO 8601 writes it (2026-03-01T12:00:00Z)',
  date: 'must be a date as ISO 8601 writes it (2026-03-01)',
  email: 'is not a mail address',
  url: 'is not a URL',
  base64: 'is not base64',
  regex: 'has characters that it may not have, or not in this order',
}
const units: Record<string, string> = { string: 'character', array: 'item', set: 'item', record: 'key' }

const inEnglish = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en') : String(value)
const quoted = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

/** What is wrong, as the end of a sentence that begins with the name of the field; undefined: what the library says. */
export function plainIssue(issue: Issue): string | undefined {
  const { code } = issue
  if (issue.input === undefined && /^invalid_(?:type|value|union)$/.test(code)) return 'is required'
  if (code === 'invalid_type') return `must be ${nouns[issue.expected] ?? `of type ${issue.expected}`}`
  if (code === 'too_big' || code === 'too_small') return beyond(issue)
  if (code === 'invalid_value') {
    const values = issue.values.map(quoted)
    return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`
  }
  if (code === 'invalid_format') return ofFormat(issue)
  if (code === 'not_multiple_of') return `must be a multiple of ${inEnglish(issue.divisor)}`
  if (code === 'unrecognized_keys') return 'has a field that is not known'
  // Its path names the key.
  if (code === 'invalid_key' || code === 'invalid_element') return issue.issues[0]?.message
  if (code === 'invalid_union') return ofUnion(issue)
  return undefined
}

function beyond(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const unit = units[issue.origin]
  const big = issue.code === 'too_big'
  const bound = big ? issue.maximum : issue.minimum
  if (!big && unit !== undefined && Number(bound) === 1) return 'must not be empty'
  const most = inEnglish(typeof bound === 'bigint' ? Number(bound) : bound)
  if (unit === undefined) {
    if (issue.inclusive === false) return `must be ${big ? 'less' : 'more'} than ${most}`
    return `must be at ${big ? 'most' : 'least'} ${most}`
  }
  return `must have at ${big ? 'most' : 'least'} ${most} ${unit}${Number(bound) === 1 ? '' : 's'}`
}

function ofFormat(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  const { format } = issue
  if (format === 'starts_with') return `must begin with ${quoted(issue.prefix)}`
  if (format === 'ends_with') return `must end with ${quoted(issue.suffix)}`
  if (format === 'includes') return `must hold ${quoted(issue.includes)}`
  return formats[format] ?? `is not of the format ${format}`
}

/** Of what may be one of several: what is wrong with the one that was meant, else what it may be. */
function ofUnion({ errors }: Extract<Issue, { code: 'invalid_union' }>): string {
  const isOther = (error: (typeof errors)[number]) =>
    error.length === 1 && error[0]!.code === 'invalid_type' && error[0]!.path.length === 0
  const meant = errors.find((error) => error.length > 0 && !isOther(error))?.[0]
  if (meant !== undefined) {
    const place = meant.path.length === 0 ? '' : `[${meant.path.map(String).join('.')}] `
    return `${place}${meant.message}`
  }
  const kinds = [...new Set(errors.flatMap((error) => error[0]?.message.replace(/^must be /, '') ?? []))]
  return kinds.length === 0 ? 'is none of what it may be' : `must be ${kinds.join(' or ')}`
}

/** Has the schemas of this process say it so; those with words of their own keep them. */
export function speakPlainly(): void {
  z.config({ customError: plainIssue })
}
