/** One of everything that an endpoint can name, a request that each endpoint grants, and the state of all tables. */
import type { PathParameter } from '../../shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../shared/domain/endpoints.ts'
import { newId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import { insertEvents } from '../../shared/store/event.ts'
import { type Answer, itemsOf, plantMessage, type TestApi } from './api.ts'

/** One of each, by path parameter. */
export type Resources = Record<PathParameter, string>

/** Whose resources they are: a tenant, by its key with all scopes, and an inbox of it. */
export interface Owner {
  api: TestApi
  key: string
  tenantId: string
  inboxId: string
  resources: Resources
}

/** What a request has beside its method and path. */
export interface Attempt {
  /** Instead of those of the owner: what the request uses up. */
  resources?: Partial<Resources>
  /** With its question mark. */
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

let serial = 0
const unused = (word: string): string => `${word}-${(++serial).toString(36)}x`

async function made(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return answer
}

/** Makes one of each; the inbox gets this slug. */
export async function makeOneOfEach(
  api: TestApi,
  key: string,
  tenantId: string,
  slug: string,
): Promise<Owner> {
  const inbox = await made(api.call('POST', '/inboxes', key, { slug, webhook_url: 'https://hooks.example/' }))
  const inboxId = String(inbox.body.id)
  await made(api.call('POST', '/inboxes', key, { slug: `${slug}-vault`, security_level: 'full_lockdown' }))
  const owner = { api, key, tenantId, inboxId, resources: { slug } as Resources }
  const { id, threadId, attachmentIds } = await plantMessage(api.database, tenantId, inboxId, {
    status: 'withheld',
    verdict: 'withheld',
    scanRaw: 'clean',
    attachments: [{ scanStatus: 'clean' }],
  })
  const [users, apiKey, policy, order, method] = await Promise.all([
    made(api.call('GET', '/users', key)),
    made(api.call('POST', '/api_keys', key, { name: 'victim' })),
    made(api.call('POST', '/policies', key, policyBody)),
    made(api.call('POST', '/credits/purchase', key, { credits: 100 })),
    made(api.call('POST', '/billing/payment-methods', key, { token: 'pm_card_visa' })),
  ])
  Object.assign(owner.resources, {
    message_id: id,
    thread_id: threadId,
    attachment_id: attachmentIds[0]!,
    user_id: String(itemsOf(users, 'users')[0]!.id),
    key_id: String(apiKey.body.id),
    delivery_id: await failedDelivery(owner, id),
    approval_id: await pendingApproval(owner),
    draft_id: await newDraft(owner),
    policy_id: String(policy.body.id),
    channel_id: await newChannel(owner),
    order_id: String(order.body.id),
    payment_method_id: String(method.body.id),
    address: await suppressedAddress(owner),
  })
  return owner
}

/** Identifiers of the right shape that nothing has. */
export const absent = (): Resources => ({
  slug: 'nobody-has-this',
  message_id: newId('message'),
  thread_id: newId('thread'),
  draft_id: newId('draft'),
  attachment_id: newId('attachment'),
  user_id: newId('user'),
  key_id: newId('apiKey'),
  delivery_id: newId('webhookDelivery'),
  approval_id: newId('approval'),
  policy_id: newId('policy'),
  channel_id: newId('noticeChannel'),
  order_id: newId('order'),
  payment_method_id: newId('paymentMethod'),
  address: 'nobody@absent.example',
})

/** Identifiers that nothing can have. */
export const misshapen: Resources = {
  slug: 'No Such%20Slug',
  message_id: 'msg_1',
  thread_id: newId('message'),
  draft_id: 'drf_%2F',
  attachment_id: '...',
  user_id: 'usr_',
  key_id: '%F0%9F%92%A9',
  delivery_id: `whd_${'z'.repeat(150)}`,
  approval_id: 'apr_ilou',
  policy_id: 'pol_%2e%2e',
  channel_id: 'nch_%2F..',
  order_id: 'ord_1',
  payment_method_id: 'pmt_%00',
  address: '%00@@',
}

/** A path of the table with its parameters filled in. */
export const filled = (path: string, resources: Partial<Resources>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => resources[name as PathParameter]!)

/** Every path of every endpoint. */
export const everyPath = (Object.keys(endpoints) as EndpointName[]).flatMap((name) =>
  endpoints[name].paths.map((path, index) => ({ name, ...endpoints[name], path, index })),
)

const policyBody = {
  name: 'victim',
  type: 'domain_blocklist',
  action: 'block',
  config: { domains: ['spam.example'] },
}
const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left on Monday.' }

/** A new draft, for which older ones make room: an inbox holds `limits.draftsPerInbox`. */
async function newDraft({ api, key, inboxId, resources }: Owner): Promise<string> {
  await api.database.query(
    `delete from drafts where id in (select id from drafts where inbox_id = $1 order by id desc offset $2)`,
    [inboxId, limits.draftsPerInbox / 2],
  )
  const { body } = await made(api.call('POST', `/inboxes/${resources.slug}/drafts`, key, mail))
  return String(body.id)
}

const channelBody = { kind: 'slack', name: '#review', url: 'https://hooks.example/services/T0/B0/secret' }

/** Makes room for one more: an account has `limits.noticeChannels`. The first is the one that paths name. */
async function makeChannelRoom({ api, tenantId }: Owner): Promise<void> {
  await api.database.query(
    `delete from notice_channels where tenant_id = $1 and id in (
       select id from notice_channels where tenant_id = $1 order by id offset $2)`,
    [tenantId, limits.noticeChannels / 2],
  )
}

async function newChannel(owner: Owner): Promise<string> {
  await makeChannelRoom(owner)
  return String((await made(owner.api.call('POST', '/notice_channels', owner.key, channelBody))).body.id)
}

async function invitedUser({ api, key, resources }: Owner): Promise<string> {
  // Sandbox keys invite nobody.
  if (key.startsWith('svc_test_')) return resources.user_id
  const body = { email: `${unused('grace')}@acme.example`, role: 'viewer' }
  return String((await made(api.call('POST', '/users', key, body))).body.id)
}

async function failedDelivery({ api, tenantId, inboxId }: Owner, messageId: string): Promise<string> {
  const deliveryId = newId('webhookDelivery')
  const event = { tenantId, inboxId, messageId, type: 'message.received' as const, facts: {}, deliveryId }
  await api.database.transaction((tx) => insertEvents(tx, [event]))
  await api.database.query("update webhook_deliveries set status = 'failed' where id = $1", [deliveryId])
  return deliveryId
}

async function pendingApproval({ api, key, resources }: Owner): Promise<string> {
  const held = await made(api.call('POST', `/inboxes/${resources.slug}-vault/messages`, key, mail))
  return String(held.body.approval?.id)
}

async function suppressedAddress({ api, key }: Owner): Promise<string> {
  const body = { address: `${unused('gone')}@peer.example` }
  return String((await made(api.call('POST', '/suppressions', key, body))).body.address)
}

async function withheldMessage({ api, tenantId, inboxId }: Owner): Promise<string> {
  return (await plantMessage(api.database, tenantId, inboxId, { status: 'withheld', verdict: 'withheld' })).id
}

async function cleanMessage({ api, tenantId, inboxId }: Owner): Promise<string> {
  return (await plantMessage(api.database, tenantId, inboxId)).id
}

const plain = (attempt: Attempt) => (): Attempt => attempt

/**
 * A request that each endpoint grants, made anew for each use: what a request uses up is the attempt's own. An endpoint
 * that is new needs its line here.
 */
export const attempts: Record<EndpointName, (owner: Owner) => Attempt | Promise<Attempt>> = {
  sign_up: () => ({ body: { organization_name: 'Acme', contact_email: `${unused('ops')}@acme.example` } }),
  get_account: plain({}),
  send_confirmation: plain({}),
  export_account: plain({}),
  delete_account: plain({ body: { confirm: 'Acme' } }),

  create_user: () => ({ body: { email: `${unused('grace')}@acme.example`, role: 'viewer' } }),
  list_users: plain({}),
  update_own_user: plain({ body: { notices: 'daily' } }),
  update_user: async (owner) => ({
    resources: { user_id: await invitedUser(owner) },
    body: { role: 'reviewer' },
  }),
  delete_user: async (owner) => ({ resources: { user_id: await invitedUser(owner) } }),

  create_notice_channel: async (owner) => {
    await makeChannelRoom(owner)
    return { body: channelBody }
  },
  list_notice_channels: plain({}),
  get_notice_channel: plain({}),
  update_notice_channel: () => ({ body: { name: unused('#review') } }),
  delete_notice_channel: async (owner) => ({ resources: { channel_id: await newChannel(owner) } }),
  test_notice_channel: plain({}),

  create_api_key: () => ({ body: { name: unused('key'), scopes: ['api_keys:write'] } }),
  list_api_keys: plain({}),
  delete_api_key: async ({ api, key }) => {
    const { body } = await made(api.call('POST', '/api_keys', key, { name: unused('key') }))
    return { resources: { key_id: String(body.id) } }
  },

  create_inbox: () => ({ body: { slug: unused('made') } }),
  list_inboxes: plain({}),
  get_inbox: plain({}),
  update_inbox: () => ({ body: { display_name: unused('Name') } }),
  delete_inbox: async ({ api, key }) => {
    const slug = unused('doomed')
    await made(api.call('POST', '/inboxes', key, { slug }))
    return { resources: { slug } }
  },
  get_canary: plain({}),
  rotate_canary: plain({}),

  send_message: plain({ body: mail }),
  reply_to_message: async (owner) => ({
    resources: { message_id: await cleanMessage(owner) },
    body: { body: 'It left on Monday.' },
  }),
  reply_all_to_message: async (owner) => ({
    resources: { message_id: await cleanMessage(owner) },
    body: { body: 'It left on Monday.' },
  }),
  // To a colleague: what goes on to a stranger waits for a reviewer.
  forward_message: async (owner) => {
    const { body } = await made(owner.api.call('POST', '/inboxes', owner.key, { slug: unused('desk') }))
    return { resources: { message_id: await cleanMessage(owner) }, body: { to: String(body.address) } }
  },
  cancel_message: async ({ api, key, resources }) => {
    const send_at = new Date(Date.now() + 86_400_000).toISOString()
    const path = `/inboxes/${resources.slug}/messages`
    const { body } = await made(api.call('POST', path, key, { ...mail, send_at }))
    return { resources: { message_id: String(body.id) } }
  },
  list_messages: plain({}),
  list_all_messages: plain({}),
  get_message: plain({}),
  update_message: () => ({ body: { labels: [unused('label')] } }),
  delete_message: async (owner) => ({ resources: { message_id: await cleanMessage(owner) } }),
  get_raw_message: plain({}),
  get_original_message: plain({}),
  release_message: async (owner) => ({ resources: { message_id: await withheldMessage(owner) } }),

  give_feedback: plain({ body: { label: 'spam' } }),
  take_back_feedback: async (owner) => {
    const message_id = await cleanMessage(owner)
    await made(owner.api.call('POST', `/messages/${message_id}/feedback`, owner.key, { label: 'spam' }))
    return { resources: { message_id } }
  },
  export_feedback: plain({}),
  analyze: plain({ body: { message: { from: 'ada@peer.example', body: 'It left on Monday.' } } }),

  create_draft: plain({ body: mail }),
  list_drafts: plain({}),
  get_draft: plain({}),
  update_draft: () => ({ body: { subject: unused('Order') } }),
  delete_draft: async (owner) => ({ resources: { draft_id: await newDraft(owner) } }),
  send_draft: async (owner) => ({ resources: { draft_id: await newDraft(owner) } }),
  list_suppressions: plain({}),
  create_suppression: () => ({ body: { address: `${unused('gone')}@peer.example` } }),
  delete_suppression: async (owner) => ({ resources: { address: await suppressedAddress(owner) } }),

  list_review_queue: plain({}),
  list_approvals: plain({}),
  get_approval: plain({}),
  approve: async (owner) => ({ resources: { approval_id: await pendingApproval(owner) } }),
  edit_approval: async (owner) => ({
    resources: { approval_id: await pendingApproval(owner) },
    body: { subject: 'Edited' },
  }),
  list_approval_revisions: plain({}),
  reject: async (owner) => ({ resources: { approval_id: await pendingApproval(owner) } }),

  list_attachments: plain({}),
  get_attachment: plain({}),
  get_attachment_text: plain({}),
  download_attachment: async ({ api, key, resources }) => {
    const { body } = await made(api.call('GET', `/attachments/${resources.attachment_id}`, key))
    return { query: new URL(String(body.download_url)).search }
  },

  list_threads: plain({}),
  get_thread: plain({}),

  create_policy: plain({ body: policyBody }),
  list_policies: plain({}),
  simulate_policies: plain({
    body: { message: { direction: 'inbound', from: 'ada@peer.example', subject: 'Order 1815' } },
  }),
  backtest_policy: plain({ body: { policy: policyBody } }),
  get_policy: plain({}),
  update_policy: () => ({ body: { name: unused('policy') } }),
  delete_policy: async ({ api, key }) => {
    const { body } = await made(api.call('POST', '/policies', key, policyBody))
    return { resources: { policy_id: String(body.id) } }
  },

  wait_for_message: plain({ query: '?timeout=1&since=2020-01-01T00:00:00Z&status=withheld' }),
  stream_events: plain({}),

  get_webhook: plain({}),
  rotate_webhook_secret: plain({}),
  drop_previous_webhook_secrets: plain({}),
  list_webhook_deliveries: plain({}),
  redeliver_webhook: async (owner) => ({
    resources: { delivery_id: await failedDelivery(owner, owner.resources.message_id) },
  }),
  replay_webhook: plain({ body: { since: '2026-01-01T00:00:00Z' } }),
  test_webhook: plain({}),

  get_credits: plain({}),
  list_credit_history: plain({}),
  purchase_credits: plain({ body: { credits: 100 } }),
  list_plans: plain({}),
  list_orders: plain({}),
  get_order: plain({}),
  create_payment_method: plain({ body: { token: 'pm_card_visa' } }),
  list_payment_methods: plain({}),
  update_payment_method: plain({ body: { set_default: true } }),
  delete_payment_method: async ({ api, key }) => {
    const body = { token: 'pm_card_visa' }
    const answer = await made(api.call('POST', '/billing/payment-methods', key, body))
    return { resources: { payment_method_id: String(answer.body.id) } }
  },
  subscribe: plain({ body: { plan: 'pro' } }),
  get_subscription: plain({}),
  cancel_subscription: async ({ api, key }) => {
    await made(api.call('POST', '/billing/subscribe', key, { plan: 'pro' }))
    return {}
  },
  get_auto_topup: plain({}),
  set_auto_topup: plain({ body: { enabled: false } }),
  receive_stripe_event: plain({}),

  get_statistics: plain({ query: '?period=7d' }),

  list_audit_log: plain({}),
  export_audit_log: plain({}),
}

/** Counters of requests, which every request may move, and the audit chain, which any reader of it may link. */
const notState = ['rate_limits', 'schema_migrations', 'audit_chain', 'audit_heads', 'audit_unlinked']

/** By database: none of these tests changes a table. */
const selects = new WeakMap<TestApi['database'], string>()
async function selectOfAll(database: TestApi['database']): Promise<string> {
  const known = selects.get(database)
  if (known !== undefined) return known
  const tables = await database.query<{ name: string; columns: string }>(
    `select c.table_name as name, string_agg(format('t.%I', c.column_name), ', ' order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> all($1)
       and (c.table_name, c.column_name) <> ('api_keys', 'last_used_at') group by 1 order by 1`,
    [notState],
  )
  const parts = [
    // Not as JSON, which takes far longer to make of so many.
    ...tables.map(
      ({ name, columns }) => `select '${name}' as name, row(${columns})::text as row from ${name} t`,
    ),
    `select 'job', jsonb_build_array(name, data, state, start_after)::text from pgboss.job where name not like '\\_\\_%'`,
  ]
  const select = `${parts.join(' union all ')} order by 1, 2`
  selects.set(database, select)
  return select
}

/** Every row of every table but when keys were last used, and every job: text, the same for the same state. */
export async function stateOf({ database, door }: TestApi): Promise<string> {
  // Which messages a key was shown is written a moment after the answer.
  await door.settled()
  // Without values, so that the text isn't kept as a prepared statement.
  const rows = await database.query<{ name: string; row: string }>(await selectOfAll(database))
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n')
}
