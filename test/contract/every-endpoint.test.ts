/** Every endpoint on every path: what it answers, which scope it needs and what it costs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import { type Answer, createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { ledgerOf } from '../support/billing.ts'
import {
  type Attempt,
  attempts,
  everyPath,
  filled,
  makeOneOfEach,
  type Owner,
  stateOf,
} from '../support/one-of-each.ts'
import { readHere } from '../support/read-here.ts'
import { StripeServer } from '../support/stripe-server.ts'

/** What the contract says, written down a second time: endpoint, method, scope, credits, success, paths. */
const contract = `
sign_up                 POST    -                 0  201  /signup
get_account             GET     account:read      0  200  /account
send_confirmation       POST    account:write     0  202  /account/confirmation
export_account          GET     account:read      0  200  /account/export
delete_account          DELETE  account:write     0  204  /account
create_user             POST    account:write     0  201  /users
list_users              GET     account:read      0  200  /users
update_own_user         PATCH   approvals:write   0  200  /users/me
update_user             PATCH   account:write     0  200  /users/{user_id}
delete_user             DELETE  account:write     0  204  /users/{user_id}
create_notice_channel   POST    account:write     0  201  /notice_channels
list_notice_channels    GET     account:read      0  200  /notice_channels
get_notice_channel      GET     account:read      0  200  /notice_channels/{channel_id}
update_notice_channel   PATCH   account:write     0  200  /notice_channels/{channel_id}
delete_notice_channel   DELETE  account:write     0  204  /notice_channels/{channel_id}
test_notice_channel     POST    account:write     0  200  /notice_channels/{channel_id}/test
create_api_key          POST    api_keys:write    0  201  /api_keys
list_api_keys           GET     api_keys:read     0  200  /api_keys
delete_api_key          DELETE  api_keys:write    0  204  /api_keys/{key_id}
create_inbox            POST    inboxes:write     5  201  /inboxes
list_inboxes            GET     inboxes:read      1  200  /inboxes
get_inbox               GET     inboxes:read      1  200  /inboxes/{slug}
update_inbox            PATCH   inboxes:write     0  200  /inboxes/{slug}
delete_inbox            DELETE  inboxes:write     0  204  /inboxes/{slug}
get_canary              GET     inboxes:write     0  200  /inboxes/{slug}/canary
rotate_canary           POST    inboxes:write     0  200  /inboxes/{slug}/canary/rotate
send_message            POST    messages:write    3  201  /inboxes/{slug}/messages /inboxes/{slug}/send
reply_to_message        POST    messages:write    3  201  /messages/{message_id}/reply
reply_all_to_message    POST    messages:write    3  201  /messages/{message_id}/reply_all
forward_message         POST    messages:write    3  201  /messages/{message_id}/forward
cancel_message          POST    messages:write    0  200  /messages/{message_id}/cancel
list_messages           GET     messages:read     1  200  /inboxes/{slug}/messages
list_all_messages       GET     messages:read     1  200  /messages
get_message             GET     messages:read     1  200  /messages/{message_id} /inboxes/{slug}/messages/{message_id}
update_message          PATCH   messages:write    0  200  /messages/{message_id} /inboxes/{slug}/messages/{message_id}
delete_message          DELETE  inboxes:write     0  204  /messages/{message_id} /inboxes/{slug}/messages/{message_id}
get_raw_message         GET     messages:read     1  200  /messages/{message_id}/raw /inboxes/{slug}/messages/{message_id}/raw
get_original_message    GET     approvals:read    1  200  /messages/{message_id}/original /inboxes/{slug}/messages/{message_id}/original
release_message         POST    approvals:write   2  200  /messages/{message_id}/release /inboxes/{slug}/messages/{message_id}/release
give_feedback           POST    approvals:write   0  201  /messages/{message_id}/feedback
take_back_feedback      DELETE  approvals:write   0  204  /messages/{message_id}/feedback
export_feedback         GET     approvals:read    0  200  /feedback/export
analyze                 POST    messages:write    1  200  /analyze
create_draft            POST    messages:write    0  201  /inboxes/{slug}/drafts
list_drafts             GET     messages:read     0  200  /inboxes/{slug}/drafts
get_draft               GET     messages:read     0  200  /drafts/{draft_id}
update_draft            PATCH   messages:write    0  200  /drafts/{draft_id}
delete_draft            DELETE  messages:write    0  204  /drafts/{draft_id}
send_draft              POST    messages:write    3  201  /drafts/{draft_id}/send
list_suppressions       GET     messages:read     0  200  /suppressions
create_suppression      POST    messages:write    0  201  /suppressions
delete_suppression      DELETE  messages:write    0  204  /suppressions/{address}
list_review_queue       GET     approvals:read    0  200  /review_queue
list_approvals          GET     approvals:read    0  200  /approvals
get_approval            GET     approvals:read    0  200  /approvals/{approval_id}
edit_approval           POST    approvals:write   0  200  /approvals/{approval_id}/edit
list_approval_revisions GET     approvals:read    0  200  /approvals/{approval_id}/revisions
approve                 POST    approvals:write   0  200  /approvals/{approval_id}/approve
reject                  POST    approvals:write   0  200  /approvals/{approval_id}/reject
list_attachments        GET     messages:read     0  200  /messages/{message_id}/attachments
get_attachment          GET     messages:read     1  200  /attachments/{attachment_id}
get_attachment_text     GET     messages:read     1  200  /attachments/{attachment_id}/text
download_attachment     GET     -                 0  200  /attachments/{attachment_id}/download
list_threads            GET     threads:read      1  200  /inboxes/{slug}/threads
get_thread              GET     threads:read      1  200  /inboxes/{slug}/threads/{thread_id}
create_policy           POST    policies:write    2  201  /policies
list_policies           GET     policies:read     1  200  /policies
simulate_policies       POST    policies:read     0  200  /policies/simulate
backtest_policy         POST    policies:read     0  200  /policies/backtest
get_policy              GET     policies:read     1  200  /policies/{policy_id}
update_policy           PATCH   policies:write    0  200  /policies/{policy_id}
delete_policy           DELETE  policies:write    0  204  /policies/{policy_id}
wait_for_message        GET     messages:read     1  200  /inboxes/{slug}/wait
stream_events           GET     messages:read     0  200  /events
get_webhook             GET     webhooks:write    0  200  /inboxes/{slug}/webhook
rotate_webhook_secret   POST    webhooks:write    0  200  /inboxes/{slug}/webhook/rotate_secret
drop_previous_webhook_secrets DELETE webhooks:write 0  204  /inboxes/{slug}/webhook/previous_secrets
list_webhook_deliveries GET     webhooks:read     0  200  /inboxes/{slug}/webhook/deliveries
redeliver_webhook       POST    webhooks:write    0  202  /inboxes/{slug}/webhook/deliveries/{delivery_id}/redeliver
replay_webhook          POST    webhooks:write    0  202  /inboxes/{slug}/webhook/replay
test_webhook            POST    webhooks:write    0  200  /inboxes/{slug}/webhook/test
get_credits             GET     billing:read      1  200  /credits
list_credit_history     GET     billing:read      0  200  /credits/history
purchase_credits        POST    billing:write     0  201  /credits/purchase
list_plans              GET     billing:read      0  200  /billing/plans
list_orders             GET     billing:read      0  200  /billing/orders
get_order               GET     billing:read      0  200  /billing/orders/{order_id}
create_payment_method   POST    billing:write     0  201  /billing/payment-methods
list_payment_methods    GET     billing:read      0  200  /billing/payment-methods
update_payment_method   PATCH   billing:write     0  200  /billing/payment-methods/{payment_method_id}
delete_payment_method   DELETE  billing:write     0  204  /billing/payment-methods/{payment_method_id}
subscribe               POST    billing:write     0  201  /billing/subscribe
get_subscription        GET     billing:read      0  200  /billing/subscription
cancel_subscription     DELETE  billing:write     0  204  /billing/subscription
get_auto_topup          GET     billing:read      0  200  /billing/auto-topup
set_auto_topup          PUT     billing:write     0  200  /billing/auto-topup
receive_stripe_event    POST    -                 0  200  /billing/stripe/webhook
get_statistics          GET     account:read      0  200  /statistics
list_audit_log          GET     audit:read        1  200  /audit_log /audit-logs
export_audit_log        GET     audit:read        1  200  /audit_log/export /audit-logs/export
`
const rows = contract
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [name, method, scope, credits, status, ...paths] = line.split(/ +/) as [
      EndpointName,
      string,
      string,
      string,
      string,
      ...string[],
    ]
    return paths.map((path, index) => ({
      name,
      method,
      scope: scope === '-' ? null : scope,
      credits: Number(credits),
      status: Number(status),
      path,
      index,
    }))
  })
type Row = (typeof rows)[number]

/** What only a live key may do. */
const forLiveKeys: readonly EndpointName[] = [
  'export_account',
  'create_user',
  'update_own_user',
  'update_user',
  'delete_user',
]

/** Scopes that an endpoint looks for beside its own. */
const toRead = scopes.filter((scope) => /:read(?:_withheld)?$/.test(scope))
const alsoNeeded: Partial<Record<EndpointName, string[]>> = {
  export_account: toRead,
  // Nobody gives or takes more than they have.
  create_user: toRead,
  update_user: [...toRead, 'approvals:write'],
  delete_user: toRead,
  // The message that it is tried with is withheld.
  get_raw_message: ['messages:read_withheld'],
  list_attachments: ['messages:read_withheld'],
  get_attachment: ['messages:read_withheld'],
  get_attachment_text: ['messages:read_withheld'],
}

let stripe: StripeServer
let api: TestApi
let account: TestAccount
let live: Owner
let sandbox: Owner
beforeAll(async () => {
  stripe = await StripeServer.start()
  api = await createTestApi(
    { ...stripe.settings, LOG_LEVEL: 'error' },
    {
      parser: {
        attachment: async () => ({ content: Buffer.from('content'), charset: null }),
        sanitizeHtml: async (html) => html,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  await setBalance(1_000_000)
  live = await ownerOf(account, 'live')
  sandbox = await ownerOf(account, 'sandbox')
})
afterAll(async () => {
  await api.close()
  await stripe.stop()
})

const setBalance = (credits: number) => api.database.query('update accounts set credits = $1', [credits])

async function ownerOf(of: TestAccount, mode: 'live' | 'sandbox', slug = `every-${mode}`): Promise<Owner> {
  const [key, tenantId] = mode === 'live' ? [of.liveKey, of.tenantId] : [of.sandboxKey, of.sandboxTenantId]
  // What is bought needs a card.
  await api.call('POST', '/billing/payment-methods', key, { token: 'pm_card_visa' })
  const owner = await makeOneOfEach(api, key, tenantId, slug)
  await api.call('POST', '/billing/subscribe', key, { plan: 'pro' })
  return owner
}

const keys = new Map<string, string>()
/** A key of the owner with these scopes. */
async function keyWith({ key }: Owner, wanted: readonly string[]): Promise<string> {
  const name = `${key}${wanted.join()}`
  const known = keys.get(name)
  if (known !== undefined) return known
  const { body } = await api.call('POST', '/api_keys', key, { name: 'one', scopes: wanted })
  keys.set(name, String(body.key))
  return String(body.key)
}

/** Calls an endpoint; of one that streams for ever, the head is all that is waited for. */
async function callWith(
  { name, method, path }: Row,
  owner: Owner,
  { resources, query = '', body, headers = {} }: Attempt,
  key: string | undefined,
): Promise<Answer> {
  const address = `${filled(path, { ...owner.resources, ...resources })}${query}`
  if (name === 'receive_stripe_event') {
    const event = stripe.event('customer.created', { id: 'cus_1' })
    return api.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
      payload: event.body,
    })
  }
  if (name !== 'stream_events') return api.call(method, address, key, body, headers)
  const response = await api.app.inject({
    method: 'GET',
    url: `/api/v1${address}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    payloadAsStream: true,
  })
  response.stream().destroy()
  return { status: response.statusCode, headers: {}, body: {}, text: '' }
}

const chargesOf = async ({ name }: Row) =>
  (await ledgerOf(api.database, account.accountId)).filter(({ reason }) => reason === name)

/** An answer with what is new each time taken out of it. */
const shapeOf = ({ status, text }: Answer) =>
  `${status} ${text
    .replaceAll(/\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}/g, '$1')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000/g, 'date')
    .replaceAll(/"(label|Name)-\w+"/g, '"$1"')}`

test('every endpoint of the table stands in the contract, with its paths, scope and credits', () => {
  const told = everyPath.map(({ name, method, scope, credits, path }) => ({
    name,
    method,
    scope,
    credits,
    path,
  }))
  const written = rows.map(({ status: _, index: __, ...row }) => row)
  const sorted = (list: typeof told) => list.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()
  expect(sorted(written as typeof told)).toEqual(sorted(told))
})

const withKey = rows.filter(({ scope }) => scope !== null)

describe('live', () => {
  test.each(withKey)('$method $path needs $scope and costs $credits', async (row) => {
    const own = row.name === 'delete_account' ? await ownerOf(await api.signUp(), 'live', 'leaving') : live
    if (row.name === 'delete_account') await setBalance(1_000_000)
    const attempt = await attempts[row.name](own)
    const needed = [row.scope!, ...(alsoNeeded[row.name] ?? [])]
    const enough = await keyWith(own, needed)
    const lacking = await keyWith(
      own,
      scopes.filter((scope) => scope !== row.scope),
    )
    const revoked = await keyWith(own, ['inboxes:read', row.scope!, 'threads:read'])
    await api.database.query("delete from api_keys where name = 'one' and scopes = $1", [
      ['inboxes:read', row.scope!, 'threads:read'].filter((scope, i, all) => all.indexOf(scope) === i),
    ])
    keys.delete(`${own.key}${['inboxes:read', row.scope!, 'threads:read'].join()}`)
    const expired = await expiredKey(own, row.scope!)
    // Who is refused would not even have to pay.
    if (row.credits > 0) await setBalance(row.credits - 1)
    const before = await stateOf(api)

    const refused = await callWith(row, own, attempt, lacking)
    if (row.name === 'stream_events') expect(refused.status).toBe(403)
    else
      expect([refused.status, refused.body.error]).toEqual([
        403,
        {
          code: 'forbidden',
          message: `The API key lacks the scope ${row.scope}.`,
          status: 403,
          docs: expect.stringMatching(/\/docs#error-/),
          fix: expect.any(String),
          request_id: refused.headers['x-request-id'],
        },
      ])
    for (const key of [undefined, 'nonsense', `${enough.slice(0, -1)}!`, revoked, expired])
      expect((await callWith(row, own, attempt, key)).status).toBe(401)
    expect(await stateOf(api), 'what is refused changes nothing').toBe(before)

    if (row.credits > 0) {
      const unpaid = await callWith(row, own, attempt, enough)
      expect([unpaid.status, unpaid.body.error?.code]).toEqual([402, 'credits_exhausted'])
      expect(await stateOf(api), 'what is not paid for changes nothing').toBe(before)
      await setBalance(row.credits)
    }
    const charged = (await chargesOf(row)).length
    const answer = await callWith(row, own, attempt, enough)
    expect(answer.status, answer.text).toBe(row.status)
    if (row.status === 204) expect(answer.text).toBe('')
    if (row.credits > 0) {
      expect(await api.balance(account.accountId), 'the last credits pay for it').toBe(0)
      await setBalance(1_000_000)
    }
    const charges = (await chargesOf(row)).slice(charged)
    expect(charges.map(({ amount }) => amount)).toEqual(row.credits === 0 ? [] : [-row.credits])
    expectSame(row, 'live', answer)
  })
})

describe('sandbox', () => {
  test.each(withKey.filter(({ name }) => name !== 'delete_account'))(
    '$method $path costs nothing',
    async (row) => {
      const forLive = forLiveKeys.includes(row.name)
      const attempt = await attempts[row.name](forLive ? live : sandbox)
      const needed = [row.scope!, ...(alsoNeeded[row.name] ?? [])]
      const key = forLive ? account.liveKey : await keyWith(sandbox, needed)
      await setBalance(0)
      const before = (await ledgerOf(api.database, account.accountId)).length
      const answer = await callWith(row, sandbox, attempt, key)
      expect(answer.status, answer.text).toBe(row.status)
      expect(await api.balance(account.accountId)).toBe(0)
      expect((await ledgerOf(api.database, account.accountId)).length).toBe(before)
      expectSame(row, 'sandbox', answer)
    },
  )
})

describe('without a key', () => {
  test.each(rows.filter(({ scope }) => scope === null))('$method $path answers anyone', async (row) => {
    await setBalance(1_000_000)
    const attempt = await attempts[row.name](live)
    const answer = await callWith(row, live, attempt, undefined)
    expect(answer.status, answer.text).toBe(row.status)
  })
})

/** The answers of writes, by endpoint and mode: each path's is to be the first one's. */
const first = new Map<string, string>()
function expectSame(row: Row, mode: string, answer: Answer): void {
  if (row.method === 'GET') return
  const known = first.get(`${row.name} ${mode}`)
  if (known === undefined) first.set(`${row.name} ${mode}`, shapeOf(answer))
  else expect(shapeOf(answer)).toBe(known)
}

test.each(rows.filter(({ method, index }) => method === 'GET' && index > 0))(
  'GET $path answers byte for byte as the canonical path',
  async (row) => {
    await setBalance(1_000_000)
    const canonical = rows.find(({ name, index }) => name === row.name && index === 0)!
    const [a, b] = await Promise.all([row, canonical].map((one) => callWith(one, live, {}, live.key)))
    expect(b!.status).toBe(200)
    expect(a!.text).toBe(b!.text)
    expect(Object.keys(a!.headers).sort()).toEqual(Object.keys(b!.headers).sort())
  },
)

async function expiredKey(owner: Owner, scope: string): Promise<string> {
  const { body } = await api.call('POST', '/api_keys', owner.key, { name: 'expired', scopes: [scope] })
  await api.database.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
    body.id,
  ])
  return String(body.key)
}
