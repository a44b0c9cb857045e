/** Parts of the Model Context Protocol's door: pieces of a text, sessions, and that its tools ask for what endpoints take. */
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Client } from '../../services/mcp/client-call.ts'
import { messageShown } from '../../services/mcp/message-text.ts'
import { listenerOf } from '../../services/mcp/notifications.ts'
import { isOwnPage } from '../../services/mcp/origin.ts'
import { readResource } from '../../services/mcp/resources.ts'
import { forget, Sessions, tell } from '../../services/mcp/sessions.ts'
import type { Tool } from '../../services/mcp/tool.ts'
import { tools } from '../../services/mcp/tools/index.ts'
import { lineOf, untrusted } from '../../services/mcp/untrusted.ts'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import type { AgentView } from '../../shared/domain/agent-view.ts'
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

test.each([
  ['not_found', -32_002],
  ['rate_limited', ErrorCode.InvalidRequest],
  ['message_withheld', ErrorCode.InvalidRequest],
])('a resource that is refused as %s has the code %i of the protocol', async (code, number) => {
  const error = { code, message: 'Refused.', status: 400, request_id: 'req_1' }
  const client = {
    door: { invoke: async () => ({ answer: { kind: 'error', error } }) },
    principal: { scopes: ['messages:read'], inboxId: null },
  } as unknown as Client
  const read = readResource(client, 'agent-email://messages/msg_1', new AbortController().signal)
  await expect(read).rejects.toMatchObject({
    code: number,
    message: expect.stringMatching(new RegExp(`^${code}: Refused\\.`)),
  })
})

test('what no reader sees is taken out, and a line is one line, of bounded length', () => {
  expect(visible('a\u200b\u202eb\u0000\u{E0041}c\r\nd\te')).toBe('abc\nd\te')
  expect(lineOf(' two\n lines\t\u0007here ')).toBe('two lines here')
  expect(lineOf('x'.repeat(100_000)).length).toBe(limits.mcpLineCharacters + 1)
  expect(untrusted('x')).not.toBe(untrusted('x'))
})

const keyOf = (keyHash: string, tenantId = keyHash) => ({ keyHash, tenantId })
const silent = { notify: () => {}, untold: () => [], close: () => {} }

test('sessions are forgotten when nobody uses them, and a key has only so many', () => {
  let now = 0
  const sessions = new Sessions(() => now)
  const first = sessions.begin(keyOf('a key'))!
  const stream = new Readable({ read() {} })
  first.subscriptions.set('inbox', { stream, resume: () => {} })
  for (let index = 0; index < limits.mcpSessionsPerKey; index++) {
    now++
    sessions.begin(keyOf('a key'))
  }
  expect(sessions.size).toBe(limits.mcpSessionsPerKey)
  expect(sessions.find(first.id, 'a key')).toBeNull()
  expect([stream.destroyed, first.ended]).toEqual([true, true])
  now += limits.mcpSessionIdleMs + 1
  const last = sessions.begin(keyOf('another key'))!
  expect(sessions.size).toBe(1)
  expect(sessions.find(last.id, 'a key')).toBeNull()
  expect(sessions.find(last.id, 'another key')).toBe(last)
  expect([sessions.gave(last.id), new Sessions().gave(last.id)]).toEqual([true, false])
  sessions.close()
  expect(sessions.size).toBe(0)
})

test('a session that ends takes the stream with it by which its client listens', () => {
  const sessions = new Sessions()
  const session = sessions.begin(keyOf('a key'))!
  let closed = 0
  session.listener = { ...silent, close: () => closed++ }
  sessions.end(session)
  expect([closed, session.listener]).toEqual([1, null])
})

test('one client listens to a session, which is unused from when it leaves', () => {
  let now = 0
  const sessions = new Sessions(() => now)
  const session = sessions.begin(keyOf('a key'))!
  let closed = 0
  const [first, second] = [{ ...silent, close: () => closed++ }, { ...silent }]
  expect(sessions.listen(session, first)).toBe(true)
  // Who comes again has lost the stream before.
  expect([sessions.listen(session, second), closed]).toEqual([true, 1])
  sessions.leave(session, first)
  expect(session.listener).toBe(second)
  now += 2 * limits.mcpSessionIdleMs
  sessions.leave(session, second)
  sessions.begin(keyOf('another key'))
  expect(sessions.find(session.id, 'a key')).toBe(session)
  expect(sessions.listen(session, second)).toBe(true)
  sessions.end(session)
  expect([sessions.listen(session, first), session.listener]).toEqual([false, null])
})

test('what changes while a client does not listen, or before its stream has told it, is told when it listens again', () => {
  const sessions = new Sessions(() => 0)
  const session = sessions.begin(keyOf('a key'))!
  const told: string[] = []
  const listener = { ...silent, notify: (uri: string) => void told.push(uri) }
  for (const uri of ['a', 'b', 'a']) tell(session, uri)
  sessions.listen(session, listener)
  expect(told.splice(0)).toEqual(['a', 'b'])
  tell(session, 'c')
  expect(told.splice(0)).toEqual(['c'])
  sessions.leave(session, { ...listener, untold: () => ['of another'] })
  session.listener = { ...listener, untold: () => ['d'] }
  sessions.leave(session, session.listener)
  sessions.listen(session, listener)
  expect(told.splice(0)).toEqual(['d'])
  // Of the stream before nobody knows how much has arrived.
  tell(session, 'e')
  tell(session, 'f')
  forget(session, 'e')
  told.splice(0)
  sessions.listen(session, { ...listener })
  expect(told).toEqual(['d', 'f'])
})

test('room is made by sessions that nobody listens to, for a key, a tenant and the process; else there is none', () => {
  const sessions = new Sessions(() => 0)
  const own = Array.from({ length: limits.mcpSessionsPerKey }, () => sessions.begin(keyOf('a key'))!)
  for (const session of own.slice(1)) session.listener = silent
  expect(sessions.begin(keyOf('a key'))).not.toBeNull()
  expect(sessions.find(own[0]!.id, 'a key')).toBeNull()
  expect(sessions.find(own[1]!.id, 'a key')).not.toBeNull()

  const oneTenant = new Sessions(() => 0)
  for (let index = 0; index < limits.mcpSessionsPerTenant; index++)
    oneTenant.begin(keyOf(`key ${index}`, 'tenant'))!.listener = silent
  expect(oneTenant.begin(keyOf('one more', 'tenant'))).toBeNull()
  expect(oneTenant.begin(keyOf('one more', 'other'))).not.toBeNull()

  const all = new Sessions(() => 0)
  const begun = Array.from({ length: limits.mcpSessions }, (_, index) => all.begin(keyOf(`key ${index}`))!)
  expect(all.begin(keyOf('one more'))).not.toBeNull()
  expect([all.size, begun[0]!.ended]).toEqual([limits.mcpSessions, true])
  for (const session of begun) session.listener = silent
  all.find(begun[1]!.id, 'key 1')
  expect(all.begin(keyOf('another'))).not.toBeNull()
  expect(begun.filter(({ ended }) => ended)).toHaveLength(1)
})

test('what changes often is told once, and to a client that does not read when it does', async () => {
  vi.useFakeTimers()
  try {
    const told: string[] = []
    const events = new EventEmitter()
    const response = {
      writableNeedDrain: false,
      once: events.once.bind(events),
      destroy: () => {},
    } as unknown as ServerResponse
    const listener = listenerOf(response, (uri) => told.push(uri))
    for (let n = 0; n < 1_000; n++) listener.notify('a')
    listener.notify('b')
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(limits.mcpNotifyMs)
    expect(told).toEqual(['a', 'b'])
    expect([...listener.untold()]).toEqual([])
    Object.assign(response, { writableNeedDrain: true })
    listener.notify('a')
    expect([...listener.untold()]).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(limits.mcpNotifyMs * 10)
    listener.notify('b')
    expect(told).toHaveLength(2)
    Object.assign(response, { writableNeedDrain: false })
    events.emit('drain')
    expect(told).toEqual(['a', 'b', 'a', 'b'])
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['https://mail.example', 'http://10.0.0.1:3000', 'https://mail.example/', true],
  ['https://evil.example', 'http://10.0.0.1:3000', 'https://mail.example', false],
  ['http://localhost:3000', 'http://localhost:3000', undefined, true],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', undefined, true],
  ['http://[::1]:3000', 'http://[::1]:3000', undefined, true],
  ['http://rebound.example:3000', 'http://rebound.example:3000', undefined, false],
  ['http://localhost:4000', 'http://localhost:3000', undefined, false],
  ['null', 'http://localhost:3000', undefined, false],
  ['http://localhost', 'http://a b:x', undefined, false],
])('pages of %s may ask %s, whose address is %s: %s', (origin, asked, publicUrl, may) => {
  expect(isOwnPage(origin, asked, publicUrl)).toBe(may)
})

test('what hides in a text is taken out, what scripts and pictures are written with is not', () => {
  expect(visible('a\u{E0101}b\uFE01c\u3164d\u180Ee')).toBe('abcde')
  expect(visible('one\u2028two\u2029three')).toBe('one\ntwo\nthree')
  expect(visible('ig\u200Cno\u200Dre')).toBe('ignore')
  for (const kept of ['می‌خواهم', 'क्‍ष', '👩‍💻', '❤️', '👨🏽‍🌾']) expect(visible(kept)).toBe(kept)
  expect(visible('x\uFE0F\uFE0E\uFE0F\uFE0E')).toBe('x\uFE0F')
})

const view = {
  id: 'msg_1',
  thread_id: 'thr_1',
  direction: 'inbound',
  from: { address: 'ada@peer.example', name: '' },
  to: '',
  cc: '',
  reply_to: '',
  subject: '',
  text: 'See there.',
  sender: { authenticated_domain: null, known_since: null },
  attachments: [],
  codes: [],
  confirmation_links: [],
  verdict: 'clean',
  next_offset: null,
} as unknown as AgentView

test('of long links as many are shown as there is room for, and the others are counted', () => {
  const links = (characters: number, count: number) =>
    Array.from({ length: count }, (_, n) => {
      const url = `https://shop.example/${n}/`
      return { url: url.padEnd(characters, 'x'), host: 'shop.example', text: '', misleading: false }
    })
  const long = messageShown({ ...view, links: links(2_000, 50) }).text
  expect([long.length < 4_000, long.includes('49 more')]).toEqual([true, true])
  const short = messageShown({ ...view, links: links(40, 20) }).text
  expect([short.match(/shop\.example\/\d/g)!.length, short.includes('5 more')]).toEqual([15, true])
})

test('a link that misleads is never called the confirmation link', () => {
  const link = {
    host: 'evil.example',
    text: 'https://bank.example/\nconfirm',
    misleading: true,
    confidence: 0.3,
  }
  const genuine = { url: 'https://bank.example/confirm', host: 'bank.example', text: '', misleading: false }
  const shown = messageShown({
    ...view,
    links: [],
    confirmation_links: [
      { ...genuine, confidence: 0.6 },
      { ...link, url: 'https://evil.example/x' },
    ],
  })
  const lines = shown.text.split('\n').filter((line) => line.includes('confidence'))
  expect(lines).toEqual([
    'Confirmation link: https://bank.example/confirm (confidence 0.6)',
    'Misleading link, not to be followed, since it is shown as "https://bank.example/ confirm" and leads elsewhere: https://evil.example/x (confidence 0.3)',
  ])
  expect(JSON.stringify(shown.structured)).toContain('"misleading":true')
})

const toolOf = (name: string) => tools.find((tool) => tool.name === name)!

test('why a second look is refused is told', async () => {
  const refusal = 'rate_limited: Too many requests.\nWait 3 seconds.'
  const refused = async () => ({ refusal, code: 'rate_limited' as const, temporary: true })
  const read = { id: 'att_1', format: null, filename: 'a.png', content_type: 'image/png' }
  const file = await toolOf('get_attachment').show(read, {}, refused)
  expect(file.text).toContain('rate_limited')
  const message = { id: 'msg_1', thread_id: 'thr_1' }
  const waited = await toolOf('wait_for_message').show({ message, next_cursor: 'c' }, {}, refused)
  expect(waited.text).toMatch(/msg_1[\s\S]*rate_limited[\s\S]*cursor c/)
})

test.each(
  tools.filter(({ input }) => 'cursor' in input.shape && 'limit' in input.shape).map(({ name }) => name),
)('%s says how to get the next page', async (name) => {
  const approval = { id: 'apr_1', reason: null, message_preview: { to: '', subject: '', body_preview: '' } }
  const message = { id: 'msg_1', from: '', to: '', subject: '', extracted_text: 'x' }
  const page = {
    inboxes: [{ slug: 'a', display_name: '' }],
    messages: [message],
    threads: [{ id: 'thr_1', subject: '' }],
    suppressions: [{ address: 'ada@peer.example' }],
    approvals: [approval],
    next_cursor: 'the-next',
  }
  const ask = async () => ({ refusal: '', code: 'rate_limited' as const, temporary: true })
  expect((await toolOf(name).show(page, {}, ask)).text).toMatch(/\nThere are more: .* the-next\./)
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
