/** Every way in which a send can carry something out: a secret is seen in each, and what is ordinary there is not taken for one. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forwardBody, replyBody, sendBody } from '../../shared/domain/send.ts'
import { createTestApi, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { writeTar } from '../support/tar-writer.ts'
import { writeZip } from '../support/zip-writer.ts'

let api: TestApi
let account: TestAccount
let original: string
beforeAll(async () => {
  api = await createTestApi({ SEND_HEADERS: 'X-*' })
  account = await api.signUp()
  await api.database.query('update accounts set credits = 1000000')
  const inbox = await api.call('POST', '/inboxes', account.liveKey, { slug: 'channels' })
  const planted = await plantMessage(api.database, account.tenantId, String(inbox.body.id))
  original = planted.id
})
afterAll(() => api.close())

const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left our house this morning.' }
const send = (fields: object) =>
  api.call('POST', '/inboxes/channels/messages', account.liveKey, { ...mail, ...fields })
const scoreOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  Number((body.security_analysis as { risk_score?: unknown } | undefined)?.risk_score)

// Put together here, so that nobody's scanner takes this file for a leak.
const aws = ['AKIA', 'Q3EGRH7XJ2LKMVNP'].join('')
const github = ['ghp_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('')
/** Each kind, as it is written in words, and as one word. */
const secrets: Record<string, string[]> = {
  'an AWS key': [aws],
  'a GitHub token': [github],
  'a password': ['postgres://app:Tr0ub4dor3xK9q@db.corp.example/prod', 'password=Tr0ub4dor3xK9q'],
}

type Channel = (secret: string) => object
const file = (fields: object): object => ({
  attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: base64('One parcel.'), ...fields }],
})
const image = (fields: object): object => ({
  html: '<p>Look.</p>',
  attachments: [{ filename: 'a.png', content_type: 'image/png', content: base64('x'), ...fields }],
})
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')
const tarOf = (name: string, text: string) => writeTar([{ name, content: Buffer.from(text) }])
const zipOf = (files: { name: string; content: string | Uint8Array }[]) =>
  writeZip(files.map(({ name, content }) => ({ name, content: Buffer.from(content) })))
const notSent: Channel[] = []

/** By the path of each text in the contract; those that stay here have none. A path that is new needs its line. */
const channels: Record<string, Channel[]> = {
  to: [
    (secret) => ({ to: `${secret} <ada@peer.example>` }),
    (secret) => ({ to: `"${secret}" <ada@peer.example>` }),
    (secret) => ({ to: `${secret}@peer.example` }),
    (secret) => ({ to: `ada+${secret}@peer.example` }),
    (secret) => ({ to: `ada-${secret}@peer.example` }),
  ],
  'to[]': [(secret) => ({ to: ['bob@peer.example', `ada+${secret}@peer.example`] })],
  subject: [(secret) => ({ subject: `For you: ${secret}` })],
  body: [
    (secret) => ({ body: `Here: ${secret}` }),
    (secret) => ({ format: 'markdown', body: `- ${secret}` }),
  ],
  html: [
    (secret) => ({ html: `<p>${secret}</p>` }),
    (secret) => ({ html: `<p title="${secret}">Hello</p>` }),
  ],
  cc: [
    (secret) => ({ cc: `"${secret}" <bob@peer.example>` }),
    (secret) => ({ cc: `bob+${secret}@peer.example` }),
  ],
  'cc[]': [(secret) => ({ cc: [`bob.${secret}@peer.example`] })],
  bcc: [
    (secret) => ({ bcc: `"${secret}" <bob@peer.example>` }),
    (secret) => ({ bcc: `bob+${secret}@peer.example` }),
  ],
  'bcc[]': [(secret) => ({ bcc: [`${secret}@peer.example`] })],
  reply_to: [
    (secret) => ({ reply_to: `"${secret}" <bob@peer.example>` }),
    (secret) => ({ reply_to: `bob+${secret}@peer.example` }),
  ],
  'reply_to[]': [(secret) => ({ reply_to: [`${secret}@peer.example`] })],
  'attachments[].filename': [
    (secret) => file({ filename: `${secret}.txt` }),
    (secret) => file({ filename: `backup-${secret}` }),
    (secret) => file({ filename: `Übersicht ${secret}.txt` }),
  ],
  'attachments[].content_type': [
    (secret) => file({ content_type: `application/${secret}` }),
    (secret) => file({ content_type: `text/plain; charset=${secret}` }),
    (secret) => file({ content_type: `text/plain; charset="${secret}"` }),
    (secret) => image({ content_type: `image/${secret}`, content_id: 'logo' }),
  ],
  'attachments[].content': [
    (secret) => file({ content: base64(`The key is\n${secret}\n`) }),
    (secret) => file({ content_type: 'application/octet-stream', filename: 'a', content: base64(secret) }),
    (secret) => file({ filename: 'a.gz', content: base64(gzipSync(secret)) }),
    (secret) => file({ filename: 'a.zip', content: base64(zipOf([{ name: 'a.txt', content: secret }])) }),
    (secret) => file({ filename: 'a.tar', content: base64(tarOf('a.txt', secret)) }),
    (secret) => file({ filename: 'a.tgz', content: base64(gzipSync(tarOf('a.txt', secret))) }),
    (secret) =>
      file({ filename: 'a.bin', content: base64(zipOf([{ name: 'a.gz', content: gzipSync(secret) }])) }),
  ],
  'attachments[].content_id': [
    (secret) => image({ content_id: secret }),
    (secret) => image({ content_id: `logo-${secret}` }),
  ],
  'headers.name': [
    (secret) => ({ headers: { [`X-${secret}`]: '1' } }),
    (secret) => ({ headers: { [`X-Agent-${secret}`]: '1' } }),
  ],
  'headers.value': [
    (secret) => ({ headers: { 'X-Agent-Note': secret } }),
    (secret) => ({ headers: { 'X-Request-ID': secret } }),
    (secret) => ({ headers: { 'X-Request-ID': `run-${secret}` } }),
  ],
  list_unsubscribe: [
    (secret) => ({ list_unsubscribe: `https://lists.example/leave?u=${secret}` }),
    (secret) => ({ list_unsubscribe: `https://lists.example/${secret}` }),
    (secret) => ({ list_unsubscribe: `mailto:leave+${secret}@lists.example` }),
    (secret) => ({ list_unsubscribe: `mailto:leave@lists.example?subject=${encodeURIComponent(secret)}` }),
    (secret) => ({
      list_unsubscribe: `https://lists.example/leave?u=${[...secret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}`,
    }),
  ],
  'list_unsubscribe[]': [
    (secret) => ({ list_unsubscribe: ['mailto:leave@lists.example', `https://l.example/${secret}`] }),
  ],
  // Kept here, and never part of a message.
  'metadata.name': notSent,
  'metadata.value': notSent,
  send_at: notSent,
  reply_to_message_id: notSent,
  // One word of a list.
  format: notSent,
}

/** Paths of the texts in a JSON schema. */
function pathsOf(
  schema: z.core.JSONSchema.JSONSchema,
  root: z.core.JSONSchema.JSONSchema,
  path = '',
): string[] {
  if (schema.$ref !== undefined) {
    const at = schema.$ref.replace(/^#\//, '').split('/')
    const found = at.reduce((one: unknown, key) => (one as Record<string, unknown>)[key], root)
    return pathsOf(found as z.core.JSONSchema.JSONSchema, root, path)
  }
  type Schema = z.core.JSONSchema.JSONSchema
  const join = (name: string) => (path === '' ? name : `${path}.${name}`)
  const of = (one: unknown, at: string) => pathsOf(one as Schema, root, at)
  return [
    ...(schema.type === 'string' ? [path] : []),
    ...(schema.anyOf ?? []).flatMap((one) => of(one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => of(one, join(name))),
    ...(schema.items === undefined ? [] : of(schema.items, `${path}[]`)),
    ...(schema.propertyNames === undefined ? [] : [join('name')]),
    ...(typeof schema.additionalProperties === 'object' ? [join('value')] : []),
  ]
}

test('each text that a send, a reply or a forward takes is a channel here', () => {
  const paths = [sendBody, replyBody, forwardBody].flatMap((body) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    return pathsOf(schema, schema)
  })
  expect([...new Set(paths)].toSorted()).toEqual(Object.keys(channels).toSorted())
})

const cases = Object.entries(channels).flatMap(([path, ways]) =>
  ways.flatMap((way, n) =>
    Object.keys(secrets).map((kind) => [`${kind} by ${path} (${n + 1})`, kind, way] as const),
  ),
)
test.each(cases)('%s', async (_, kind, way) => {
  for (const spelling of secrets[kind]!) {
    const answer = await send(way(spelling))
    if (answer.status === 422) continue
    expect(answer.status, answer.text).toBe(202)
    expect(scoreOf(answer), answer.text).toBeGreaterThan(70)
    return
  }
  // What can't stand there is no way out, and every spelling was refused.
  expect(secrets[kind]).not.toEqual([aws])
})

test('an answer and a forward are no way around', async () => {
  for (const [path, fields] of [
    ['reply', { body: 'Hello', headers: { 'X-Agent-Note': aws } }],
    ['reply_all', { body: 'Hello', reply_to: `"${github}" <bob@peer.example>` }],
    ['forward', { to: `ada+${aws}@peer.example` }],
  ] as const) {
    const answer = await api.call('POST', `/messages/${original}/${path}`, account.liveKey, fields)
    expect(answer.status, answer.text).toBe(202)
    expect(scoreOf(answer)).toBeGreaterThan(70)
  }
})

describe('what is ordinary in a field is no secret', () => {
  test.each<[string, object]>([
    ['a UUID as request id', { headers: { 'X-Request-ID': '550e8400-e29b-41d4-a716-446655440000' } }],
    ['a ULID', { headers: { 'X-Entity-Ref-ID': '01KA2B3C4D5E6F7G8H9J0KMNPQ' } }],
    ['a drawn id', { headers: { 'X-Request-ID': 'V1StGXR8_Z5jdHi6B-myT4kQ9xLw2' } }],
    [
      'a trace id',
      { headers: { 'X-Agent-Trace': '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' } },
    ],
    [
      'a campaign',
      { headers: { 'X-Campaign-ID': 'autumn-2026_de_newsletter-42', 'X-Agent-Model': 'desk-3.1' } },
    ],
    [
      'an agent and its version',
      { headers: { 'X-Agent-Name': 'order-desk', 'X-Agent-Token-Count': '1815' } },
    ],
    ['an opaque link out', { list_unsubscribe: 'https://lists.example/u/8kQ2mV9xLw4nR7tYb3Zc6Fh1Js5Pd0Gg' }],
    [
      'a link out with a token',
      { list_unsubscribe: 'https://lists.example/unsubscribe?token=q8Zk3mW7Rt2YxB5nVc9LpD4s&list=news' },
    ],
    [
      'a link out with a UUID',
      { list_unsubscribe: 'https://l.example/550e8400-e29b-41d4-a716-446655440000' },
    ],
    ['a mailed leave', { list_unsubscribe: 'mailto:unsubscribe-7f3a9c2e@lists.example?subject=unsubscribe' }],
    [
      'a link out with an address',
      { list_unsubscribe: 'https://lists.example/leave?email=ada%40peer.example' },
    ],
    ['tags and long addresses', { to: 'ada.lovelace+orders-2026.q4@analytical-engines.example' }],
    ['an address of a machine', { to: 'reply+AAAB7QX3K2L5M4N6@reply.forge.example' }],
    ['a return address of a ticket', { reply_to: 'Help desk <ticket-1815-9f8e7d6c5b4a@help.example>' }],
    [
      'names of people and teams',
      { to: '"Lovelace, Ada (Key Accounts)" <ada@peer.example>, Password Reset Team <it@peer.example>' },
    ],
    ['images by their ids', image({ content_id: 'ii_m1abc2de0@mail.example', filename: 'image001.png' })],
    ['an image by a UUID', image({ content_id: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' })],
    [
      'an office file',
      file({
        filename: 'Angebot_2026-11-22_v3.docx',
        content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      }),
    ],
    ['an old charset', file({ content_type: 'text/plain; charset="iso-8859-15"' })],
    [
      'a packed text',
      file({
        filename: 'a.txt.gz',
        content_type: 'application/gzip',
        content: base64(gzipSync('One parcel.')),
      }),
    ],
  ])('%s', async (_, fields) => {
    const answer = await send(fields)
    expect(answer.status, answer.text).toBe(201)
    expect(scoreOf(answer), answer.text).toBeLessThanOrEqual(30)
  })
})

test('an analysis of a message that would leave sees the same', async () => {
  for (const message of [
    { from: 'desk@peer.example', to: [`ada+${aws}@peer.example`], body: 'Hello' },
    {
      from: 'desk@peer.example',
      body: 'Hello',
      attachments: [{ filename: 'a.gz', content: base64(gzipSync(github)) }],
    },
  ]) {
    const { status, body, text } = await api.call('POST', '/analyze', account.liveKey, {
      direction: 'outbound',
      message,
    })
    expect(status, text).toBe(200)
    expect(Number((body.security_analysis as { risk_score?: unknown }).risk_score)).toBeGreaterThan(70)
  }
})
