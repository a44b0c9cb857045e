/** Contract of approvals: who resolves them, what that does, and that exactly one is heard. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, itemsOf, type Json, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
let userId: string
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'vault', security_level: 4 })
  const [user] = await api.database.query<{ id: string }>('select id from users where account_id = $1', [
    account.accountId,
  ])
  userId = user!.id
})
afterAll(() => api.close())

const hold = async (fields: object = {}) => {
  const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It is on its way.', ...fields }
  const { status, body } = await api.call('POST', '/inboxes/vault/messages', account.liveKey, mail)
  expect(status).toBe(202)
  return { id: String(body.id), approvalId: String(body.approval?.id), body }
}
const resolve = (id: string, how: string, body?: object, key = account.liveKey) =>
  api.call('POST', `/approvals/${id}/${how}`, key, body)
const message = async (id: string) => (await api.call('GET', `/messages/${id}`, account.liveKey)).body
const code = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const jobs = (id: string) =>
  api.database.query<{ start_after: string }>(
    "select start_after from pgboss.job where name = 'relay' and data ->> 'messageId' = $1",
    [id],
  )

test('approving sends the message, for nothing, and answers the record', async () => {
  const { id, approvalId } = await hold()
  const before = await api.balance(account.accountId)
  const answer = await resolve(approvalId, 'approve')
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      id: approvalId,
      status: 'approved',
      reviewed_by: userId,
      message_id: id,
      resolved_at: expect.stringMatching(/^\d{4}-/),
    },
  ])
  expect(await api.balance(account.accountId)).toBe(before)
  expect(await message(id)).toMatchObject({
    status: 'queued',
    approval: { id: approvalId, status: 'approved', reviewed_by: userId, reason: null },
  })
  expect(await jobs(id)).toHaveLength(1)
  const log = await api.call('GET', '/audit_log?event_type=approval', account.liveKey)
  expect(itemsOf(log, 'entries')[0]).toMatchObject({
    metadata: {
      approval_id: approvalId,
      status: 'approved',
      content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  })
})

test('rejecting keeps the reason, where the agent can read it, and nothing is sent', async () => {
  const { id, approvalId } = await hold()
  const reason = 'The invoice number is wrong.'
  const answer = await resolve(approvalId, 'reject', { reason })
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      id: approvalId,
      status: 'rejected',
      reviewed_by: userId,
      message_id: id,
      resolved_at: expect.any(String),
      reason,
    },
  ])
  expect(await message(id)).toMatchObject({
    status: 'rejected',
    approval: { status: 'rejected', reason },
    recipients: [{ status: 'failed', reason: 'The message was rejected.' }],
  })
  expect(await jobs(id)).toEqual([])
  const silent = await hold()
  const bare = await resolve(silent.approvalId, 'reject')
  expect(bare.status).toBe(200)
  expect(bare.body).not.toHaveProperty('reason')
})

test('what is resolved stays so: 422, with the resolution in the message', async () => {
  const { approvalId } = await hold()
  await resolve(approvalId, 'reject', { reason: 'No.' })
  for (const how of ['approve', 'reject']) {
    const answer = await resolve(approvalId, how)
    expect(code(answer)).toEqual([422, 'approval_resolved'])
    expect(answer.body.error?.message).toMatch(/rejected since .* by usr_\w+: No\./)
  }
})

test('after its time an approval is expired: by whoever looks first', async () => {
  const { id, approvalId } = await hold()
  await api.database.query("update approvals set expires_at = now() - interval '1 second' where id = $1", [
    approvalId,
  ])
  const answer = await resolve(approvalId, 'approve')
  expect(code(answer)).toEqual([422, 'approval_resolved'])
  expect(answer.body.error?.message).toMatch(/expired since/)
  expect(await message(id)).toMatchObject({
    status: 'expired',
    approval: { status: 'expired' },
    recipients: [{ status: 'failed', reason: 'Nobody approved the message in time.' }],
  })
  expect(await jobs(id)).toEqual([])
})

test('lists and shows what waits, Bcc included, by status and inbox, page by page', async () => {
  const { id, approvalId } = await hold({ bcc: 'hidden@peer.example', body: 'x'.repeat(500) })
  const pending = await api.call('GET', '/approvals?status=pending&limit=1', account.liveKey)
  expect(pending.status).toBe(200)
  const [first] = itemsOf(pending, 'approvals')
  expect(first).toMatchObject({
    id: approvalId,
    message_id: id,
    status: 'pending',
    message_preview: { to: 'ada@peer.example', subject: 'Order 1815', body_preview: 'x'.repeat(200) },
    recipients: [
      { address: 'ada@peer.example', field: 'to' },
      { address: 'hidden@peer.example', field: 'bcc' },
    ],
    reasons: ['level'],
    reviewed_by: null,
    resolved_at: null,
    reason: null,
  })
  const { headers, attachments, provenance, ...alone } = (
    await api.call('GET', `/approvals/${approvalId}`, account.liveKey)
  ).body as Record<string, unknown>
  expect(alone).toEqual(first)
  expect(headers).toContainEqual({ name: 'Subject', value: expect.any(String) })
  expect(attachments).toEqual([])
  expect(provenance).toEqual([])
  const all: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await api.call(
      'GET',
      `/approvals?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      account.liveKey,
    )
    all.push(...itemsOf(page, 'approvals').map((one) => String(one.id)))
    cursor = page.body.next_cursor as unknown as string | null
  }
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain(approvalId)
  const none = await api.call('GET', '/approvals?inbox_id=inb_00000000000000000000000000', account.liveKey)
  expect(itemsOf(none, 'approvals')).toEqual([])
  expect(code(await api.call('GET', '/approvals?status=open', account.liveKey))).toEqual([
    422,
    'validation_error',
  ])
})

test('listing and resolving cost nothing', async () => {
  const { approvalId } = await hold()
  await api.database.query('update accounts set credits = 0 where id = $1', [account.accountId])
  expect((await api.call('GET', '/approvals', account.liveKey)).status).toBe(200)
  expect((await api.call('GET', `/approvals/${approvalId}`, account.liveKey)).status).toBe(200)
  expect((await resolve(approvalId, 'approve')).status).toBe(200)
  await api.database.query('update accounts set credits = 1000 where id = $1', [account.accountId])
})

test('an agent never approves its own mail: not without the scope, and not with a key of one inbox', async () => {
  const { approvalId, body } = await hold()
  const agent = await api.call('POST', '/api_keys', account.liveKey, { name: 'agent' })
  const own = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'limited',
    inbox_id: body.inbox_id,
    scopes: ['messages:write', 'approvals:read', 'approvals:write'],
  })
  for (const key of [agent, own])
    for (const how of ['approve', 'reject'])
      expect(code(await resolve(approvalId, how, undefined, String(key.body.key)))).toEqual([
        403,
        'forbidden',
      ])
  expect((await api.call('GET', '/approvals', account.liveKey)).status).toBe(200)
  expect(code(await api.call('GET', '/approvals', String(agent.body.key)))).toEqual([403, 'forbidden'])
  const reviewer = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'reviewer',
    scopes: ['approvals:write'],
  })
  expect((await resolve(approvalId, 'approve', undefined, String(reviewer.body.key))).status).toBe(200)
})

test('what is not there, or is another tenant’s, is 404', async () => {
  const { approvalId } = await hold()
  const other = await api.signUp()
  for (const key of [other.liveKey, account.sandboxKey]) {
    expect(code(await api.call('GET', `/approvals/${approvalId}`, key))).toEqual([404, 'not_found'])
    for (const how of ['approve', 'reject'])
      expect(code(await resolve(approvalId, how, undefined, key))).toEqual([404, 'not_found'])
  }
  for (const id of ['apr_00000000000000000000000000', 'msg_1', 'x'])
    expect(code(await resolve(id, 'approve'))).toEqual([404, 'not_found'])
  expect(code(await resolve(approvalId, 'reject', { why: 'x' }))).toEqual([422, 'validation_error'])
})

test('release leaves outbound mail to its approval', async () => {
  const { id } = await hold()
  expect(code(await api.call('POST', `/messages/${id}/release`, account.liveKey))).toEqual([
    409,
    'approval_required',
  ])
})

test('one that is approved ahead of its send_at can be cancelled until it is due, and no later', async () => {
  const cancel = (id: string) => api.call('POST', `/messages/${id}/cancel`, account.liveKey)
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const approved = async (fields: object) => {
    const { id, approvalId } = await hold(fields)
    expect((await resolve(approvalId, 'approve')).status).toBe(200)
    expect((await message(id)).status).toBe('queued')
    return id
  }
  const early = await cancel(await approved({ send_at }))
  expect([early.status, early.body.status]).toEqual([200, 'cancelled'])
  expect(code(await cancel(String(early.body.id)))).toEqual([409, 'not_cancellable'])

  const atOnce = await approved({})
  const due = await approved({ send_at })
  await api.database.query(
    "update outbound_messages set send_at = now() - interval '1 second' where message_id = $1",
    [due],
  )
  const tried = await approved({ send_at })
  await api.database.query('update outbound_messages set first_attempt_at = now() where message_id = $1', [
    tried,
  ])
  for (const id of [atOnce, due, tried]) {
    expect(code(await cancel(id))).toEqual([409, 'not_cancellable'])
    expect((await message(id)).status).toBe('queued')
  }
})

test('a message with send_at leaves then, once it is approved', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const { id, approvalId } = await hold({ send_at: at })
  await resolve(approvalId, 'approve')
  expect((await message(id)).status).toBe('queued')
  expect(Date.parse((await jobs(id))[0]!.start_after)).toBe(Date.parse(at))
})

test('of fifty who approve and fifty who reject at once, exactly one is heard', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, approvalId } = await hold()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => resolve(approvalId, n % 2 === 0 ? 'approve' : 'reject')),
    )
    const heard = answers.filter(({ status }) => status === 200)
    expect(heard).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(99)
    const won = String(heard[0]!.body.status)
    expect((await message(id)).status).toBe(won === 'approved' ? 'queued' : 'rejected')
    expect(await jobs(id)).toHaveLength(won === 'approved' ? 1 : 0)
  }
})
