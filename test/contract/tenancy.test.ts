/** Tenancy: what belongs to another account, or to the other mode of one's own, does not exist. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { newId } from '../../shared/domain/ids.ts'
import { insertEvents } from '../../shared/store/event.ts'
import {
  type Answer,
  createTestApi,
  itemsOf,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

/** One of each, by path parameter. */
type Resources = Record<
  | 'slug'
  | 'message_id'
  | 'attachment_id'
  | 'thread_id'
  | 'key_id'
  | 'delivery_id'
  | 'policy_id'
  | 'approval_id'
  | 'order_id'
  | 'payment_method_id',
  string
>

let api: TestApi
let owner: TestAccount
let stranger: TestAccount
let live: Resources
let sandbox: Resources
/** An inbox of the caller's own, so that a path can begin with something that exists. */
const ownInbox: Record<string, string> = {}

beforeAll(async () => {
  api = await createTestApi()
  owner = await api.signUp()
  stranger = await api.signUp()
  live = await makeOneOfEach(owner.liveKey, owner.tenantId, 'owned-live')
  sandbox = await makeOneOfEach(owner.sandboxKey, owner.sandboxTenantId, 'owned-sandbox')
  for (const [name, key] of Object.entries({
    stranger: stranger.liveKey,
    other: owner.sandboxKey,
    live: owner.liveKey,
  })) {
    ownInbox[key] = `own-of-${name}`
    await api.call('POST', '/inboxes', key, { slug: ownInbox[key] })
  }
})
afterAll(() => api.close())

async function makeOneOfEach(key: string, tenantId: string, slug: string): Promise<Resources> {
  const inbox = await api.call('POST', '/inboxes', key, { slug, webhook_url: 'https://hooks.example/' })
  const inboxId = String(inbox.body.id)
  const { id, threadId, attachmentIds } = await plantMessage(api.database, tenantId, inboxId, {
    status: 'withheld',
    attachments: [{ scanStatus: 'clean' }],
  })
  const apiKey = await api.call('POST', '/api_keys', key, { name: 'victim' })
  const policy = await api.call('POST', '/policies', key, {
    name: 'victim',
    type: 'domain_blocklist',
    action: 'block',
    config: { domains: ['spam.example'] },
  })
  const vault = { slug: `${slug}-vault`, security_level: 'full_lockdown' }
  await api.call('POST', '/inboxes', key, vault)
  const draft = { to: 'ada@peer.example', subject: 'victim', body: 'victim' }
  const held = await api.call('POST', `/inboxes/${vault.slug}/messages`, key, draft)
  const order = await api.call('POST', '/credits/purchase', key, { credits: 1 })
  const method = await api.call('POST', '/billing/payment-methods', key, { token: 'tok_victim' })
  const deliveryId = newId('webhookDelivery')
  await api.database.transaction((tx) =>
    insertEvents(tx, [{ tenantId, inboxId, messageId: id, type: 'message.received', facts: {}, deliveryId }]),
  )
  return {
    slug,
    message_id: id,
    thread_id: threadId,
    attachment_id: attachmentIds[0]!,
    key_id: String(apiKey.body.id),
    delivery_id: deliveryId,
    approval_id: String(held.body.approval?.id),
    policy_id: String(policy.body.id),
    order_id: String(order.body.id),
    payment_method_id: String(method.body.id),
  }
}

const absent: Resources = {
  slug: 'nobody-has-this',
  message_id: newId('message'),
  thread_id: newId('thread'),
  attachment_id: newId('attachment'),
  key_id: newId('apiKey'),
  delivery_id: newId('webhookDelivery'),
  approval_id: newId('approval'),
  policy_id: newId('policy'),
  order_id: newId('order'),
  payment_method_id: newId('paymentMethod'),
}
const misshapen: Resources = {
  slug: 'No Such%20Slug',
  message_id: 'msg_1',
  thread_id: newId('message'),
  attachment_id: '..',
  key_id: '%F0%9F%92%A9',
  delivery_id: `whd_${'z'.repeat(150)}`,
  approval_id: 'apr_ilou',
  policy_id: 'pol_%2e%2e',
  order_id: 'ord_1',
  payment_method_id: 'pmt_%00',
}
const bodies: Record<string, unknown> = {
  update_inbox: { display_name: 'stolen' },
  update_message: { labels: ['stolen'] },
  send_message: { to: 'ada@peer.example', subject: 'stolen', body: 'stolen' },
  reply_to_message: { body: 'stolen' },
  reply_all_to_message: { body: 'stolen' },
  forward_message: { to: 'ada@peer.example' },
  update_policy: { name: 'stolen' },
}

/** Every path of every endpoint that names something, but the download, which has no caller. */
const walk = Object.entries(endpoints).flatMap(([name, { method, paths, scope }]) =>
  scope === null ? [] : paths.filter((path) => path.includes('{')).map((path) => ({ name, method, path })),
)

const filled = (path: string, resources: Resources): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => resources[name as keyof Resources])

/** What can be compared of an answer: all of it but the request's id and the standing of the rate limit. */
function comparable({ status, text, headers }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return { status, text: text.replaceAll(/req_\w+/g, 'req'), headers: rest }
}

/** The state of everything, but what admission and the ledger write. */
async function state(): Promise<string> {
  const tables = [
    'inboxes',
    'messages',
    'threads',
    'attachments',
    'api_keys',
    'webhook_deliveries',
    'orders',
    'payment_methods',
    'audit_entries',
    'raw_messages',
    'policies',
    'outbound_messages',
    'approvals',
  ]
  const rows = await Promise.all(
    tables.map((table) =>
      api.database.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`),
    ),
  )
  const jobs = await api.database.query('select count(*) from pgboss.job')
  const credits = await api.database.query('select id, credits from accounts order by id')
  return JSON.stringify([rows, jobs, credits])
}

test('the walk covers every endpoint that names something', () => {
  expect(walk.length).toBeGreaterThanOrEqual(19)
})

describe.each([
  { caller: 'another account', key: () => stranger.liveKey, target: () => live },
  { caller: 'another account, in sandbox', key: () => stranger.sandboxKey, target: () => sandbox },
  { caller: 'the sandbox of the same account', key: () => owner.sandboxKey, target: () => live },
  { caller: 'the live side of the same account', key: () => owner.liveKey, target: () => sandbox },
])('$caller', ({ key, target }) => {
  test.each(walk)(
    '$method $path answers as if it did not exist, and changes nothing',
    async ({ name, method, path }) => {
      const before = await state()
      const call = (resources: Resources) => api.call(method, filled(path, resources), key(), bodies[name])
      const reference = comparable(await call(absent))
      expect(reference.status).toBe(404)
      expect(JSON.parse(reference.text)).toEqual({
        error: { code: 'not_found', message: 'No such resource.', status: 404, request_id: 'req' },
      })
      expect(comparable(await call(target()))).toEqual(reference)
      expect(comparable(await call(misshapen))).toEqual(reference)
      const within = ownInbox[key()]
      if (within !== undefined && path.startsWith('/inboxes/{slug}/') && path.split('{').length > 2) {
        const below = comparable(await call({ ...target(), slug: within }))
        expect(below, 'below an inbox of the caller').toEqual(reference)
      }
      expect(await state()).toBe(before)
    },
  )

  test('lists and filters show nothing of it', async () => {
    const [inbox] = await api.database.query<{ id: string }>('select id from inboxes where slug = $1', [
      target().slug,
    ])
    for (const path of [
      '/inboxes?limit=100',
      '/api_keys?limit=100',
      '/policies?limit=100',
      '/audit_log?limit=100',
      `/audit_log?inbox_id=${inbox!.id}`,
    ]) {
      const answer = await api.call('GET', path, key())
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(inbox!.id)
      expect(answer.text).not.toContain(target().key_id)
      expect(answer.text).not.toContain(target().policy_id)
    }
    const filteredOut = await api.call('GET', `/audit_log?inbox_id=${inbox!.id}`, key())
    expect(itemsOf(filteredOut, 'entries')).toEqual([])
  })

  test('a cursor of its lists is no cursor here', async () => {
    const issuer = target() === live ? owner.liveKey : owner.sandboxKey
    const { body } = await api.call('GET', '/audit_log?limit=1', issuer)
    expect((await api.call('GET', `/audit_log?limit=1&cursor=${body.next_cursor}`, issuer)).status).toBe(200)
    expect((await api.call('GET', `/audit_log?limit=1&cursor=${body.next_cursor}`, key())).status).toBe(422)
  })
})
