/** A program on the client that @hey-api/openapi-ts makes of the OpenAPI document: test/e2e/generated-clients.test.ts. */

import { client } from './client/client.gen.ts'
import * as api from './client/index.ts'

client.setConfig({
  baseUrl: `${process.env.AGENT_EMAIL_URL}/api/v1`,
  auth: () => process.env.AGENT_EMAIL_KEY,
})
const called: string[] = []

/** The answer's content. @throws with the error's code and text where there is none. */
async function done<Data>(
  name: string,
  asked: Promise<{ data?: Data; error?: unknown; response?: Response }>,
): Promise<Data> {
  const { data, error, response } = await asked
  if (error !== undefined || response?.ok !== true)
    throw new Error(`${name}: ${response?.status} ${JSON.stringify(error)}`)
  called.push(name)
  return data as Data
}

const inbox = await done('create_inbox', api.createInbox({ body: { slug: 'hey' } }))
const path = { slug: inbox.slug }
await done('get_inbox', api.getInbox({ path }))
await done('list_inboxes', api.listInboxes({ query: { limit: 10 } }))
await done('list_inboxes', api.listInboxes())
await done('update_inbox', api.updateInbox({ path, body: { security_level: 'full_lockdown' } }))

const mail = { to: inbox.address, subject: 'Order 1815', body: 'It left our house this morning.' }
const sent = await done(
  'send_message',
  api.sendMessage({ path, body: mail, headers: { 'Idempotency-Key': 'once' } }),
)
const approval_id = sent.approval?.id
if (approval_id === undefined) throw new Error('it does not wait for a reviewer')
await done('get_approval', api.getApproval({ path: { approval_id } }))
await done('approve', api.approve({ path: { approval_id } }))
const other = await done('send_message', api.sendMessage({ path, body: { ...mail, subject: 'Refused' } }))
if (other.approval == null) throw new Error('it does not wait for a reviewer')
const refused = { approval_id: other.approval.id }
await done('reject', api.reject({ path: refused, body: { reason: 'The wrong number.' } }))
await done('list_approvals', api.listApprovals({ query: { status: 'rejected' } }))

const came = await done(
  'wait_for_message',
  api.waitForMessage({ path, query: { since: '2020-01-01T00:00:00Z', timeout: 60 } }),
)
if (came.message === null) throw new Error('nothing came')
const of = { message_id: came.message.id }
const message = await done('get_message', api.getMessage({ path: of }))
await done('list_messages', api.listMessages({ path, query: { direction: 'inbound' } }))
await done('update_message', api.updateMessage({ path: of, body: { labels: ['orders'] } }))
await done('list_threads', api.listThreads({ path }))
await done('get_thread', api.getThread({ path: { ...path, thread_id: message.thread_id } }))
await done('reply_to_message', api.replyToMessage({ path: of, body: { body: 'Thank you.' } }))
await done('analyze', api.analyze({ body: { message: { from: 'ada@example.com' } } }))

const policy = await done(
  'create_policy',
  api.createPolicy({
    body: { name: 'Words', type: 'keyword_filter', action: 'flag', config: { keywords: ['secret'] } },
  }),
)
await done('get_policy', api.getPolicy({ path: { policy_id: policy.id } }))
await done('list_policies', api.listPolicies())
await done('delete_policy', api.deletePolicy({ path: { policy_id: policy.id } }))
await done('create_suppression', api.createSuppression({ body: { address: 'left@example.com' } }))
await done('list_suppressions', api.listSuppressions())
await done('delete_suppression', api.deleteSuppression({ path: { address: 'left@example.com' } }))
await done('get_credits', api.getCredits())
await done('list_audit_log', api.listAuditLog())
await done('rotate_webhook_secret', api.rotateWebhookSecret({ path }))
await done('delete_inbox', api.deleteInbox({ path }))

// The further paths of endpoints are left out.
if (Object.keys(api).some((name) => /\d$/.test(name))) throw new Error('aliases are among the functions')

console.log(JSON.stringify([...new Set(called)]))
