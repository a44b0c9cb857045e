/** The shape of JSON is counted in one pass over its bytes, whatever is in its strings. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from '../../services/api/read-json.ts'
import { beyondBounds } from '../../shared/api/json-shape.ts'

const bounds = { depth: 3, values: 6 }
const said = (json: string) => beyondBounds(Buffer.from(json), bounds)

test('depth, and values and keys together, are bounded', () => {
  expect(said('[[[]]]')).toBeNull()
  expect(said('[[[[]]]]')).toBe('nests deeper than 3 levels')
  expect(said('[[],[],[]]')).toBeNull()
  expect(said('[0,0,0,0,0,0]')).toBeNull()
  expect(said('[0,0,0,0,0,0,0]')).toBe('has more than 6 values and keys')
  expect(said('{"a":1,"b":2,"c":3}')).toBeNull()
  expect(said('{"a":1,"b":2,"c":3,"d":4}')).toBe('has more than 6 values and keys')
})

test('what stands in a string counts for nothing, however it is escaped', () => {
  for (const text of [
    '[[[[',
    '",,,,,,,',
    '\\',
    '\\"[[[[',
    '\\\\"{{{{',
    '\\\\\\',
    '"'.repeat(50),
    '\\'.repeat(51),
  ])
    expect(said(JSON.stringify([text, text])), text).toBeNull()
  expect(said('["\\\\",[[[]]]]')).toBe('nests deeper than 3 levels')
})

test('what has as many values as it may is not refused, and what has one more is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const json = Buffer.from(JSON.stringify(value))
      const depth = depthOf(value)
      const values = countOf(value)
      expect(beyondBounds(json, { depth, values })).toBeNull()
      if (depth > 0) expect(beyondBounds(json, { depth: depth - 1, values })).not.toBeNull()
      if (values > 0) expect(beyondBounds(json, { depth, values: values - 1 })).not.toBeNull()
    }),
  )
})

const children = (value: unknown): unknown[] =>
  value !== null && typeof value === 'object' ? Object.values(value) : []
const depthOf = (value: unknown): number =>
  value !== null && typeof value === 'object' ? 1 + Math.max(0, ...children(value).map(depthOf)) : 0
/** One for each array and object, and one for each comma and colon in them. */
function countOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const inner = children(value)
  const own = Array.isArray(value) ? 0 : inner.length
  return 1 + Math.max(0, inner.length - 1) + own + inner.reduce<number>((sum, one) => sum + countOf(one), 0)
}

test('no byte is looked at more than a few times: quotes and backslashes without end', () => {
  for (const unit of ['"', '\\', '\\"', '"\\', '""', '[', '{"":', ','])
    for (const start of ['', '"', '["']) {
      const json = Buffer.from(start + unit.repeat(50_000))
      let looked = 0
      const counting = new Proxy(json, {
        get(target, name) {
          if (name === 'indexOf')
            return (byte: number, from: number) => {
              const at = target.indexOf(byte, from)
              looked += (at === -1 ? target.length : at) - from + 1
              return at
            }
          if (typeof name === 'string' && /^\d+$/.test(name)) looked++
          return Reflect.get(target, name)
        },
      })
      beyondBounds(counting, { depth: 1e9, values: 1e9 })
      expect(looked, `${start}${unit}…`).toBeLessThan(4 * json.length)
    }
})

test('a key that would change what objects inherit is refused, and named, at any depth', () => {
  const wide = { depth: 32, values: 5_000 }
  for (const json of [
    '{"__proto__":1}',
    '[{"a":{"\\u005f_proto__":{}}}]',
    '{"constructor":{"prototype":{}}}',
    '{"constructor":{"a":1,"prototype":null}}',
  ])
    expect(readJson(Buffer.from(json), wide)).toEqual({
      problem: {
        path: 'body',
        message: 'must not have a key `__proto__`, or `prototype` in `constructor`',
      },
    })
  for (const json of ['{"constructor":1}', '{"constructor":{"a":1}}', '{"prototype":{}}', '["__proto__"]'])
    expect(readJson(Buffer.from(json), wide)).toEqual({ value: JSON.parse(json) })
})
