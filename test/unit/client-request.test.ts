/** What the TypeScript client sends of what it is given: a caller's mistake is told as one, before anything is sent. */
import { expect, test } from 'vitest'
import { AgentEmail, AgentEmailError, ConnectionError } from '../../clients/typescript/src/index.ts'

/** What a call asks for: its error, or the addresses of its requests. */
async function asked(
  call: (client: AgentEmail) => PromiseLike<unknown>,
): Promise<{ urls: string[]; failed: unknown }> {
  const urls: string[] = []
  const fetch = async (url: unknown) => {
    urls.push(String(url))
    return Response.json({ messages: [], has_more: false, next_cursor: null })
  }
  const client = new AgentEmail({ apiKey: 'svc_test_x', baseUrl: 'http://mail.example', fetch })
  const failed = await Promise.resolve(call(client)).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { urls, failed }
}

const mail = { to: 'ada@example.com', subject: 'Hello', body: 'Hello' }

test.each<[string, (client: AgentEmail) => PromiseLike<unknown>, string]>([
  [
    'a key with letters that no header has',
    (client) => client.messages.send('a', mail, { idempotencyKey: 'заказ-1' }),
    'idempotencyKey must have 1 to 255 characters',
  ],
  [
    'an empty key',
    (client) => client.messages.send('a', mail, { idempotencyKey: '' }),
    'idempotencyKey must have 1 to 255 characters',
  ],
  [
    'a key that is too long',
    (client) => client.messages.send('a', mail, { idempotencyKey: 'k'.repeat(256) }),
    'idempotencyKey must have 1 to 255 characters',
  ],
  [
    'a key that a header would cut',
    (client) => client.messages.send('a', mail, { idempotencyKey: 'order \n' }),
    'idempotencyKey must have 1 to 255 characters',
  ],
  [
    'a BigInt in a body',
    (client) => client.messages.send('a', { ...mail, metadata: { ticket: 1n as never } }),
    "the body can't be written as JSON",
  ],
  [
    'a BigInt for a tool',
    (client) => client.tools.call('list_messages', { limit: 1n }),
    "the body can't be written as JSON",
  ],
  [
    'half of a character in a slug',
    (client) => client.inboxes.get('a\ud83d'),
    'slug has half of a character',
  ],
  [
    'half of a character in a search',
    (client) => client.messages.list('a', { q: '\ud83d' }),
    'q has half of a character',
  ],
  ['nothing for a slug', (client) => client.inboxes.get(undefined as never), 'slug must be given'],
  [
    'a time that is none',
    (client) => client.messages.wait('a', { since: new Date('never') as never }),
    'since must be a text, a number, a boolean or a Date',
  ],
  [
    'a map of what was noted',
    (client) => client.messages.list('a', { metadata: new Map([['ticket', '1']]) as never }),
    'metadata must be a text, a number, a boolean or a Date',
  ],
])('%s is told of, and nothing is sent', async (_what, call, words) => {
  const { urls, failed } = await asked(call)
  expect(failed).toBeInstanceOf(AgentEmailError)
  expect(failed).not.toBeInstanceOf(ConnectionError)
  expect((failed as Error).message).toContain(words)
  expect(urls).toEqual([])
})

test('a Date is a time, in a query as in a body', async () => {
  const since = new Date('2026-01-31T09:30:00Z')
  const { urls } = await asked((client) => client.messages.wait('a', { since: since as never }))
  expect(urls).toEqual(['http://mail.example/api/v1/inboxes/a/wait?since=2026-01-31T09%3A30%3A00.000Z'])
})

test('lists and objects of a query are a parameter for each', async () => {
  const metadata = { ticket: '4711', open: 'true' }
  const { urls } = await asked((client) =>
    client.messages.list('a', { metadata, label: ['x', 'y'] as never }),
  )
  const { searchParams } = new URL(urls[0]!)
  expect([...searchParams]).toEqual([
    ['metadata[ticket]', '4711'],
    ['metadata[open]', 'true'],
    ['label', 'x'],
    ['label', 'y'],
  ])
})
