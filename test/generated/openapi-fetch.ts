/** A program on types that openapi-typescript makes of the OpenAPI document, and openapi-fetch: test/e2e/generated-clients.test.ts. */
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

const baseUrl = `${process.env.AGENT_EMAIL_URL}/api/v1`
const api = createClient<paths>({
  baseUrl,
  headers: { Authorization: `Bearer ${process.env.AGENT_EMAIL_KEY}` },
})
const called: string[] = []

/** The answer's content. @throws with the error's code and text where there is none. */
async function done<Data>(
  name: string,
  asked: Promise<{ data?: Data; error?: components['schemas']['Error']; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await asked
  if (error !== undefined) throw new Error(`${name}: ${error.error.code} ${error.error.message}`)
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  called.push(name)
  return data as Data
}

// A field with a default may be left out, as may all of a body that has nothing to say.
const inbox = await done('create_inbox', api.POST('/inboxes', { body: { slug: 'fetched' } }))
const at = { path: { slug: inbox.slug } }
await done('get_inbox', api.GET('/inboxes/{slug}', { params: at }))
await done('list_inboxes', api.GET('/inboxes', { params: { query: { limit: 10, status: 'active' } } }))
await done(
  'update_inbox',
  api.PATCH('/inboxes/{slug}', { params: at, body: { security_level: 'full_lockdown' } }),
)

const mail = { to: inbox.address, subject: 'Order 1815', body: 'It left our house this morning.' }
const send = async (key: string) =>
  done(
    'send_message',
    api.POST('/inboxes/{slug}/messages', {
      params: { ...at, header: { 'Idempotency-Key': key } },
      body: mail,
    }),
  )
const approvalOf = async (message: components['schemas']['Message']): Promise<string> => {
  const approval = message.approval?.id
  if (approval === undefined) throw new Error('it does not wait for a reviewer')
  return approval
}
const held = await approvalOf(await send('first'))
const params = { path: { approval_id: held } }
await done('get_approval', api.GET('/approvals/{approval_id}', { params }))
await done('list_approvals', api.GET('/approvals', { params: { query: { status: 'pending' } } }))
await done('edit_approval', api.POST('/approvals/{approval_id}/edit', { params, body: { subject: 'Yours' } }))
await done('list_approval_revisions', api.GET('/approvals/{approval_id}/revisions', { params }))
await done('approve', api.POST('/approvals/{approval_id}/approve', { params }))
const refused = { path: { approval_id: await approvalOf(await send('second')) } }
await done('reject', api.POST('/approvals/{approval_id}/reject', { params: refused }))

const came = await done(
  'wait_for_message',
  api.GET('/inboxes/{slug}/wait', {
    params: { ...at, query: { subject: 'Yours', since: '2020-01-01T00:00:00Z', timeout: 60 } },
  }),
)
const message = came.message
if (message === null) throw new Error('nothing came')
const of = { path: { message_id: message.id } }
const whole = await done('get_message', api.GET('/messages/{message_id}', { params: of }))
if ('view' in whole) throw new Error('it is a view that nobody asked for')
const score: number | undefined = whole.security_analysis?.risk_score
if (typeof score !== 'number') throw new Error('it has no score')
const raw: string = await done(
  'get_raw_message',
  api.GET('/messages/{message_id}/raw', { params: of, parseAs: 'text' }),
)
if (!/^Subject: Yours/m.test(raw)) throw new Error('these are not its bytes')
await done(
  'update_message',
  api.PATCH('/messages/{message_id}', { params: of, body: { labels: { add: ['orders'] } } }),
)
await done(
  'list_messages',
  api.GET('/inboxes/{slug}/messages', {
    params: { ...at, query: { direction: 'inbound', label: 'orders', metadata: { ticket: '1' } } },
  }),
)
await done('list_threads', api.GET('/inboxes/{slug}/threads', { params: at }))
await done(
  'get_thread',
  api.GET('/inboxes/{slug}/threads/{thread_id}', {
    params: { path: { slug: inbox.slug, thread_id: whole.thread_id } },
  }),
)
await done(
  'reply_to_message',
  api.POST('/messages/{message_id}/reply', { params: of, body: { body: 'Thank you.' } }),
)
const attachments = [{ filename: 'note.txt', content: 'SGVsbG8u' }]
await done(
  'forward_message',
  api.POST('/messages/{message_id}/forward', { params: of, body: { to: inbox.address, attachments } }),
)
await done('list_attachments', api.GET('/messages/{message_id}/attachments', { params: of }))
await done(
  'give_feedback',
  api.POST('/messages/{message_id}/feedback', { params: of, body: { label: 'spam' } }),
)
await done('take_back_feedback', api.DELETE('/messages/{message_id}/feedback', { params: of }))
await done('analyze', api.POST('/analyze', { body: { message: { from: 'ada@example.com' } } }))

const policy = await done(
  'create_policy',
  api.POST('/policies', {
    body: { name: 'Words', type: 'keyword_filter', action: 'flag', config: { keywords: ['secret'] } },
  }),
)
// Which policy it is, its type says.
if (policy.type === 'keyword_filter' && policy.config.match !== 'word')
  throw new Error('a default did not hold')
const which = { path: { policy_id: policy.id } }
await done('get_policy', api.GET('/policies/{policy_id}', { params: which }))
await done('update_policy', api.PATCH('/policies/{policy_id}', { params: which, body: { enabled: false } }))
await done('list_policies', api.GET('/policies'))
await done(
  'simulate_policies',
  api.POST('/policies/simulate', {
    body: { message: { direction: 'inbound', from: 'ada@example.com' } },
  }),
)
await done('delete_policy', api.DELETE('/policies/{policy_id}', { params: which }))

await done('create_suppression', api.POST('/suppressions', { body: { address: 'gone@example.com' } }))
await done('list_suppressions', api.GET('/suppressions'))
await done(
  'delete_suppression',
  api.DELETE('/suppressions/{address}', { params: { path: { address: 'gone@example.com' } } }),
)
const key = await done('create_api_key', api.POST('/api_keys', { body: { name: 'agent' } }))
await done('delete_api_key', api.DELETE('/api_keys/{key_id}', { params: { path: { key_id: key.id } } }))
await done('get_credits', api.GET('/credits'))
await done('list_audit_log', api.GET('/audit_log', { params: { query: { severity: 'low' } } }))
await done('get_webhook', api.GET('/inboxes/{slug}/webhook', { params: at }))
await done('rotate_webhook_secret', api.POST('/inboxes/{slug}/webhook/rotate_secret', { params: at }))
await done('delete_inbox', api.DELETE('/inboxes/{slug}', { params: at }))

// An error is typed as well.
const { error } = await api.GET('/inboxes/{slug}', { params: { path: { slug: 'nobody' } } })
if (error?.error.code !== 'not_found') throw new Error('another error')

// @ts-expect-error The further paths of endpoints are left out.
void (() => api.POST('/inboxes/{slug}/send', { params: at, body: mail }))
// @ts-expect-error What has to be there has to be there.
void (() => api.POST('/inboxes/{slug}/messages', { params: at }))

console.log(JSON.stringify([...new Set(called)]))
