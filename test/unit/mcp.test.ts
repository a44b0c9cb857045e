/** Parts of the Model Context Protocol's door: pieces of a text, sessions, and that its tools ask for what endpoints take. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Sessions } from '../../services/mcp/sessions.ts'
import type { Tool } from '../../services/mcp/tool.ts'
import { tools } from '../../services/mcp/tools/index.ts'
import { lineOf, untrusted } from '../../services/mcp/untrusted.ts'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { limits } from '../../shared/domain/limits.ts'
import { pieceOf, visible } from '../../shared/lib/piece.ts'

test.each([
  ['a sentence', 'One is here. Two is there and goes on', 20, 'One is here. '],
  ['a line', 'First line\nsecond line goes on', 15, 'First line\n'],
  ['a word', 'no sentence ends within these words', 15, 'no sentence '],
  ['anywhere', 'x'.repeat(50), 10, 'x'.repeat(10)],
  ['never inside a character', `${'x'.repeat(9)}😀😀`, 10, 'x'.repeat(9)],
  ['nothing where it fits', 'short', 5, 'short'],
])('a text is cut behind %s', (_what, text, most, piece) => {
  expect(pieceOf(text, 0, most).text).toBe(piece)
})

test('the pieces of any text are the text, each within the budget', () => {
  for (const text of [
    '',
    'a',
    '😀'.repeat(300),
    `${'Word. '.repeat(200)}end`,
    `${'y'.repeat(700)}\n\n${'z '.repeat(90)}`,
  ])
    for (const most of [2, 7, 100]) {
      let offset: number | null = 0
      let whole = ''
      while (offset !== null) {
        const { text: piece, nextOffset, total } = pieceOf(text, offset, most)
        expect(total).toBe(text.length)
        expect(piece.length).toBeLessThanOrEqual(most)
        expect(piece.isWellFormed()).toBe(true)
        expect(nextOffset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset)
        whole += piece
        offset = nextOffset
      }
      expect(whole).toBe(text)
    }
  expect(pieceOf('text', 99, 10)).toEqual({ text: '', total: 4, nextOffset: null })
})

test('what no reader sees is taken out, and a line is one line, of bounded length', () => {
  expect(visible('a\u200b\u202eb\u0000\u{E0041}c\r\nd\te')).toBe('abc\nd\te')
  expect(lineOf(' two\n lines\t\u0007here ')).toBe('two lines here')
  expect(lineOf('x'.repeat(100_000)).length).toBe(limits.mcpLineCharacters + 1)
  expect(untrusted('x')).not.toBe(untrusted('x'))
})

test('sessions are forgotten when nobody uses them, and a key has only so many', () => {
  let now = 0
  const sessions = new Sessions(() => now)
  const first = sessions.begin('a key')
  const stream = new Readable({ read() {} })
  first.subscriptions.set('inbox', stream)
  for (let index = 0; index < limits.mcpSessionsPerKey; index++) {
    now++
    sessions.begin('a key')
  }
  expect(sessions.size).toBe(limits.mcpSessionsPerKey)
  expect(sessions.find(first.id, 'a key')).toBeNull()
  expect(stream.destroyed).toBe(true)
  now += limits.mcpSessionIdleMs + 1
  const last = sessions.begin('another key')
  expect(sessions.size).toBe(1)
  expect(sessions.find(last.id, 'a key')).toBeNull()
  expect(sessions.find(last.id, 'another key')).toBe(last)
  sessions.close()
  expect(sessions.size).toBe(0)
})

test('a process that holds as many sessions as it may makes room by one that nobody listens to, else takes none', () => {
  const sessions = new Sessions(() => 0)
  const begun = Array.from({ length: limits.mcpSessions }, (_, index) => sessions.begin(`key ${index}`))
  expect(sessions.begin('one more')).toBeDefined()
  expect(sessions.size).toBe(limits.mcpSessions)
  expect(sessions.find(begun[0]!.id, 'key 0')).toBeNull()
  const all = new Sessions(() => 0)
  for (let index = 0; index < limits.mcpSessions; index++) all.begin(`key ${index}`).notify = () => {}
  expect(() => all.begin('one more')).toThrow('Too many sessions')
})

const definitions = new Map(endpointDefinitions.map(({ definition }) => [definition.name, definition]))

/** The names of fields that a contract takes. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsOf(schema.unwrap() as z.ZodType)
  expect(schema).toBeUndefined()
  return []
}

const ours = ['max_chars', 'offset', 'include_quoted', 'all', 'idempotency_key']

test.each(tools.map((tool): [string, Tool] => [tool.name, tool]))(
  '%s asks for what its endpoint takes',
  (_name, tool) => {
    const { query, body } = definitions.get(tool.endpoint)!
    const path = [...endpoints[tool.endpoint].paths[0]!.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const taken = [...path, ...fieldsOf(query), ...fieldsOf(body), ...ours]
    expect(Object.keys(tool.input.shape).filter((name) => !taken.includes(name))).toEqual([])
    expect(path.filter((name) => !(name in tool.input.shape))).toEqual([])
  },
)
