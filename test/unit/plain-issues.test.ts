/** What is said of values that are wrong: plain English with units and limits, for each kind of issue. */
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import { speakPlainly } from '../../shared/domain/plain-issues.ts'
import { policyTypes } from '../../shared/policy/index.ts'

beforeAll(() => speakPlainly())

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.union([z.string(), z.array(z.string())]), undefined, 'is required'],
  [z.string(), 1, 'must be a string'],
  [z.string(), null, 'must be a string'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.number(), Number.NaN, 'must be a number'],
  [z.boolean(), 'x', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.strictObject({}), [], 'must be an object'],
  [z.strictObject({}), { x: 1 }, 'has a field that is not known'],
  [z.string().max(1_000), 'x'.repeat(1_001), 'must have at most 1,000 characters'],
  [z.string().max(1), 'xx', 'must have at most 1 character'],
  [z.string().min(2), 'x', 'must have at least 2 characters'],
  [z.string().min(1), '', 'must not be empty'],
  [z.array(z.string()).max(2), ['', '', ''], 'must have at most 2 items'],
  [z.array(z.string()).min(1), [], 'must not be empty'],
  [z.int().max(100), 101, 'must be at most 100'],
  [z.int().min(1), 0, 'must be at least 1'],
  [z.number().lt(5), 5, 'must be less than 5'],
  [z.number().multipleOf(2), 3, 'must be a multiple of 2'],
  [z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
  [z.literal('a'), 'c', 'must be "a"'],
  [z.iso.datetime(), 'x', 'must be a time as ISO 8601 writes it (2026-03-01T12:00:00Z)'],
  [z.email(), 'x', 'is not a mail address'],
  [z.url(), 'x', 'is not a URL'],
  [z.base64(), '*', 'is not base64'],
  [z.string().startsWith('x'), 'y', 'must begin with "x"'],
  [z.string().regex(/^a$/), 'b', 'has characters that it may not have, or not in this order'],
  [z.string().regex(/^a$/, 'must be an a'), 'b', 'must be an a'],
  [z.record(z.string().max(2), z.string()), { abc: '' }, 'must have at most 2 characters'],
  [z.union([z.string(), z.array(z.string())]), 1, 'must be a string or a list'],
  [z.union([z.string(), z.array(z.string())]), ['a', 1], '[1] must be a string'],
])('%#: of a schema and a value: $2', (schema, value, message) => {
  expect(said(schema, value)).toBe(message)
})

const raw = /Too (?:big|small)|Invalid| expected |received (?:undefined|string|number|array|object)|<=|>=/
const wrong = [
  undefined,
  null,
  1,
  -1,
  1.5,
  'x',
  '',
  'y'.repeat(1_100_000),
  [],
  [[]],
  [1],
  {},
  { x: { y: 1 } },
  true,
]

test('no field of any body or query is told of in the words of the library', () => {
  const schemas = endpointDefinitions.flatMap(({ definition: { body, query } }) =>
    [body, query].filter((one) => one !== undefined),
  )
  const messages = new Set<string>()
  const look = (schema: z.ZodType) => {
    for (const value of wrong)
      for (const { message } of schema.safeParse(value).error?.issues ?? []) messages.add(message)
    const { shape } = inner(schema) as { shape?: Record<string, z.ZodType> }
    for (const field of Object.values(shape ?? {})) look(field)
  }
  for (const schema of [...schemas, ...Object.values(policyTypes).map(({ config }) => config)])
    look(schema as z.ZodType)
  expect(messages.size).toBeGreaterThan(20)
  expect([...messages].filter((message) => raw.test(message))).toEqual([])
})

function inner(schema: z.ZodType): z.ZodType {
  const { innerType, in: source } = schema.def as { innerType?: z.ZodType; in?: z.ZodType }
  const next = innerType ?? source
  return next === undefined ? schema : inner(next)
}
