/** Contract of edits: what a reviewer makes of a message that waits is judged anew, kept, approved and sent as it is. */
import { createHash } from 'node:crypto'
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
  await api.database.query('update accounts set credits = 10000 where id = $1', [account.accountId])
})
afterAll(() => api.close())

const hold = async (fields: object = {}) => {
  const mail = { to: 'Ada <ada@peer.example>', subject: 'Ordr', body: 'It is on its way.', ...fields }
  const { status, body, text } = await api.call('POST', '/inboxes/vault/messages', account.liveKey, mail)
  expect(status, text).toBe(202)
  return { id: String(body.id), approvalId: String(body.approval?.id), body }
}
const edit = (id: string, body: object, key = account.liveKey) =>
  api.call('POST', `/approvals/${id}/edit`, key, body)
const approve = (id: string, query = '') =>
  api.call('POST', `/approvals/${id}/approve${query}`, account.liveKey)
const revisions = async (id: string) =>
  itemsOf(await api.call('GET', `/approvals/${id}/revisions`, account.liveKey), 'revisions')
const message = async (id: string) => (await api.call('GET', `/messages/${id}`, account.liveKey)).body
const code = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code]
const bytes = async (id: string) => {
  const [row] = await api.database.query<{ content: Buffer; kept: string; approved: string | null }>(
    `select r.content, encode(o.content_sha256, 'hex') as kept, encode(a.approved_sha256, 'hex') as approved
     from raw_messages r join outbound_messages o on o.message_id = r.message_id join approvals a on a.message_id = r.message_id
     where r.message_id = $1`,
    [id],
  )
  return row!
}
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const lastAudit = async () =>
  itemsOf(await api.call('GET', '/audit_log?event_type=approval', account.liveKey), 'entries')[0]

test('an edit is a revision with a diff; what is approved is what it says, byte for byte', async () => {
  const { id, approvalId } = await hold({
    bcc: 'archive@peer.example',
    headers: { 'X-Agent-Ticket': '1815' },
  })
  const before = await bytes(id)
  expect(await message(id)).toMatchObject({ edited: false })
  const answer = await edit(approvalId, { subject: 'Order', cc: ['grace@peer.example'] })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({
    approval_id: approvalId,
    message_id: id,
    revision: 2,
    subject: 'Order',
    body: 'It is on its way.',
    recipients: [
      { address: 'ada@peer.example', field: 'to' },
      { address: 'grace@peer.example', field: 'cc' },
      { address: 'archive@peer.example', field: 'bcc' },
    ],
    edited_by: userId,
    security_analysis: { risk_score: expect.any(Number) },
  })
  expect(String(answer.body.diff).split('\n')).toEqual(
    expect.arrayContaining(['+Cc: grace@peer.example', '-Subject: Ordr', '+Subject: Order']),
  )
  const after = await bytes(id)
  expect(sha256(Buffer.concat([after.content, Buffer.from('Bcc: archive@peer.example\r\n')]))).toBe(
    after.kept,
  )
  expect(after.kept).not.toBe(before.kept)
  expect(answer.body.content_sha256).toBe(after.kept)
  const raw = after.content.toString()
  expect(raw).toContain('X-Agent-Ticket: 1815')
  expect(raw).toMatch(/^To: Ada <ada@peer\.example>$/m)
  expect(raw).toContain(`Message-ID: <${id}@`)
  expect(raw).not.toContain('archive@')
  expect(await lastAudit()).toMatchObject({
    metadata: {
      approval_id: approvalId,
      revision: 2,
      content_sha256: after.kept,
      previous_sha256: before.kept,
      user_id: userId,
    },
  })

  expect((await approve(approvalId)).status).toBe(200)
  expect(await bytes(id)).toMatchObject({ kept: after.kept, approved: after.kept })
  expect(await lastAudit()).toMatchObject({
    metadata: { status: 'approved', content_sha256: after.kept, revision: 2 },
  })
  expect(await message(id)).toMatchObject({
    edited: true,
    subject: 'Order',
    cc: 'grace@peer.example',
    status: 'queued',
  })
})

test('a message is dated when it is to leave, before an edit and after it', async () => {
  const send_at = new Date(Date.now() + 90 * 86_400_000).toISOString()
  const { id, approvalId } = await hold({ send_at })
  const dated = async () => Date.parse(/^Date: (.+)\r$/m.exec((await bytes(id)).content.toString())![1]!)
  const due = Math.floor(Date.parse(send_at) / 1_000) * 1_000
  expect(await dated()).toBe(due)
  expect((await edit(approvalId, { subject: 'Later' })).status).toBe(200)
  expect(await dated()).toBe(due)
})

test('an inbox holds as many bytes as its messages have, however they were edited', async () => {
  const sums = async () => {
    const [row] = await api.database.query<{ counted: number; there: number }>(
      `select i.stored_bytes::int as counted,
         (select sum(m.size_bytes)::int from messages m where m.tenant_id = i.tenant_id and m.inbox_id = i.id) as there
       from inboxes i where i.slug = 'vault'`,
    )
    return row!
  }
  const { approvalId } = await hold()
  const before = await sums()
  expect(before.counted).toBe(before.there)
  expect((await edit(approvalId, { body: 'It is on its way. '.repeat(1_000) })).status).toBe(200)
  const longer = await sums()
  expect(longer.there).toBeGreaterThan(before.there + 10_000)
  expect(longer.counted).toBe(longer.there)
  expect((await edit(approvalId, { body: 'Soon.' })).status).toBe(200)
  const shorter = await sums()
  expect(shorter.there).toBeLessThan(before.there)
  expect(shorter.counted).toBe(shorter.there)
})

test('an edit attaches nothing that stands in the text, and drops nothing that was attached', async () => {
  const block = 'begin 644 x.txt\n#86)C\n`\nend\n'
  const attachments = [{ filename: 'a.txt', content: Buffer.from('one').toString('base64') }]
  const { id, approvalId } = await hold({ body: `One.\n${block}`, attachments })
  const files = async () => {
    const answer = await api.call('GET', `/messages/${id}`, account.liveKey)
    return itemsOf(answer, 'attachments').map(({ filename }) => filename)
  }
  expect(await files()).toEqual(['a.txt', 'x.txt'])
  const answer = await edit(approvalId, { subject: 'Order' })
  expect(answer.status, answer.text).toBe(200)
  expect(await files()).toEqual(['a.txt', 'x.txt'])
  expect((await bytes(id)).content.toString().match(/x\.txt/g)).toHaveLength(1)
  for (const body of ['One.', `One.\n${block}${block}`])
    expect(code(await edit(approvalId, { body }))).toEqual([422, 'validation_error'])
})

test('an edit keeps the ways to unsubscribe, commas in them too, and what the message is listed by', async () => {
  const list_unsubscribe = ['https://acme.example/out?id=1,2,3', 'mailto:out@acme.example?subject=a,b']
  const { id, approvalId } = await hold({
    list_unsubscribe,
    list_unsubscribe_one_click: true,
    metadata: { order: 'unsubscribe-1815' },
  })
  const listed = async () => {
    const page = await api.call(
      'GET',
      '/inboxes/vault/messages?metadata[order]=unsubscribe-1815',
      account.liveKey,
    )
    return itemsOf(page, 'messages').map((one) => [one.id, one.metadata])
  }
  expect(await listed()).toEqual([[id, { order: 'unsubscribe-1815' }]])
  const answer = await edit(approvalId, { subject: 'Order' })
  expect(answer.status, answer.text).toBe(200)
  const raw = (await bytes(id)).content.toString().replaceAll(/\r\n[ \t]+/g, ' ')
  expect(raw).toContain(`List-Unsubscribe: ${list_unsubscribe.map((uri) => `<${uri}>`).join(', ')}\r\n`)
  expect(raw).toContain('List-Unsubscribe-Post: ')
  expect(await listed()).toEqual([[id, { order: 'unsubscribe-1815' }]])
})

test('an edit adds nobody who is on the suppression list', async () => {
  const { id, approvalId } = await hold()
  const made = await api.call('POST', '/suppressions', account.liveKey, { address: 'gone@peer.example' })
  expect(made.status).toBe(201)
  for (const fields of [
    { to: 'gone@peer.example' },
    { cc: 'Gone@peer.example' },
    { bcc: ['gone@peer.example'] },
  ]) {
    const answer = await edit(approvalId, fields)
    expect(code(answer)).toEqual([409, 'recipient_suppressed'])
    expect(answer.text).toMatch(/gone@peer\.example/i)
  }
  expect((await message(id)).edited).toBe(false)
  // Who was written to already is left out when the message leaves: the others still get it.
  await api.call('POST', '/suppressions', account.liveKey, { address: 'ada@peer.example' })
  expect((await edit(approvalId, { cc: 'grace@peer.example' })).status).toBe(200)
  await api.call('DELETE', '/suppressions/ada%40peer.example', account.liveKey)
})

test('every revision is listed, the first as the agent gave it', async () => {
  const { approvalId } = await hold({ body: 'One.' })
  const [only, ...none] = await revisions(approvalId)
  expect(none).toEqual([])
  expect(only).toMatchObject({ revision: 1, body: 'One.', diff: null, edited_by: null })
  await edit(approvalId, { body: 'Two.' })
  await edit(approvalId, { body: 'Three.', to: 'grace@peer.example' })
  const all = await revisions(approvalId)
  expect(all.map(({ revision, body, edited_by }) => [revision, body, edited_by])).toEqual([
    [1, 'One.', null],
    [2, 'Two.', userId],
    [3, 'Three.', userId],
  ])
  expect(all[0]).toEqual({ ...only, created_at: expect.any(String) })
  expect(String(all[2]?.diff)).toContain('-To: ada@peer.example\n+To: grace@peer.example')
  const shown = (await api.call('GET', `/approvals/${approvalId}`, account.liveKey)).body
  expect(shown).toMatchObject({ revision: 3, edited: true, message_preview: { body_preview: 'Three.' } })
  expect(shown.content_sha256).toBe(all[2]?.content_sha256)
})

test('attachments, thread and HTML stay through an edit; both parts of a message change together', async () => {
  const content_type = 'text/plain; charset=iso-8859-1'
  const files = [{ filename: 'a.txt', content_type, content: 'SGVsbG8K' }]
  const { id, approvalId, body } = await hold({ html: '<p>It is on its way.</p>', attachments: files })
  expect(code(await edit(approvalId, { body: 'It left.' }))).toEqual([422, 'validation_error'])
  const both = await edit(approvalId, { body: 'It left.', html: '<p>It left.</p>' })
  expect(both.status, both.text).toBe(200)
  const edited = await message(id)
  expect(edited).toMatchObject({ body: 'It left.', html: '<p>It left.</p>', thread_id: body.thread_id })
  expect(edited.attachments).toEqual(body.attachments)
  expect((await bytes(id)).content.toString()).toContain('SGVsbG8K')
  expect((await bytes(id)).content.toString()).toContain(`Content-Type: ${content_type}`)
  expect((await edit(approvalId, { html: null })).body).toMatchObject({ revision: 3, html: null })
  expect((await bytes(id)).content.toString()).not.toContain('text/html')
})

test('an edit is judged as a new message is: redacted, scored, and held against policies', async () => {
  const make = async (policy: object) => {
    const { status, body, text } = await api.call('POST', '/policies', account.liveKey, policy)
    expect(status, text).toBe(201)
    return String(body.id)
  }
  const { id, approvalId } = await hold()
  const policies = [
    await make({
      name: 'No rivals',
      type: 'domain_blocklist',
      action: 'block',
      config: { domains: ['rival.example'], direction: 'outbound' },
    }),
    await make({
      name: 'No cards',
      type: 'pii_redaction',
      action: 'redact',
      config: { entities: ['credit_card'], direction: 'outbound' },
    }),
  ]
  const before = await bytes(id)
  expect(code(await edit(approvalId, { bcc: 'eve@rival.example' }))).toEqual([403, 'policy_blocked'])
  expect(await bytes(id)).toEqual(before)
  expect(await revisions(approvalId)).toHaveLength(1)
  const redacted = await edit(approvalId, { body: 'Card: 4111 1111 1111 1111.' })
  expect(redacted.status, redacted.text).toBe(200)
  // Identifiers and hashes may hold any digits.
  const said = redacted.text.replaceAll(/"(?:[a-z]{3}_[0-9a-z]{26}|[0-9a-f]{64})"/g, '""')
  expect(said).not.toContain('4111')
  expect(await message(id)).toMatchObject({ redactions: [{ type: 'credit_card', part: 'text', count: 1 }] })
  const risky = await edit(approvalId, {
    body: 'Key: AKIAIOSFODNN7EXAMPLE, secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz',
  })
  expect(Number(risky.body.security_analysis?.risk_score)).toBeGreaterThan(0)
  expect(await message(id)).toMatchObject({
    status: 'withheld',
    security_analysis: risky.body.security_analysis,
  })
  for (const policy of policies) await api.call('DELETE', `/policies/${policy}`, account.liveKey)
})

test('recipients of an edit are read as strictly as those of a send', async () => {
  const { approvalId } = await hold()
  for (const change of [
    { to: 'v@y.example\r\nBcc: evil@z.example' },
    { to: [] },
    { cc: '"v@y.example" <evil@z.example>' },
    { bcc: 'group: a@b.example;' },
    { subject: 'a\r\nBcc: evil@z.example' },
    { from: 'ceo@peer.example' },
    { headers: { 'X-A': 'b' } },
    {},
    { subject: 'Ordr' },
    { content_sha256: 'x' },
  ])
    expect(code(await edit(approvalId, change)), JSON.stringify(change)).toEqual([422, 'validation_error'])
})

test('an edit of a version that is another by now is refused, and so is an approval of it', async () => {
  const { approvalId } = await hold()
  const [first] = await revisions(approvalId)
  expect((await edit(approvalId, { body: 'Two.', content_sha256: first?.content_sha256 })).status).toBe(200)
  expect(code(await edit(approvalId, { body: 'Three.', content_sha256: first?.content_sha256 }))).toEqual([
    409,
    'approval_edited',
  ])
  expect(code(await approve(approvalId, `?content_sha256=${first?.content_sha256}`))).toEqual([
    409,
    'approval_edited',
  ])
  const [, second] = await revisions(approvalId)
  expect((await approve(approvalId, `?content_sha256=${second?.content_sha256}`)).status).toBe(200)
  expect(code(await edit(approvalId, { body: 'Four.' }))).toEqual([422, 'approval_resolved'])
})

test('who gets a message is part of what is approved, Bcc included', async () => {
  const { id, approvalId } = await hold()
  const [first] = (await revisions(approvalId)) as unknown as { content_sha256: string }[]
  const looked = { content_sha256: first!.content_sha256 }
  const added = await edit(approvalId, { bcc: 'eve@rival.example', ...looked })
  expect(added.status, added.text).toBe(200)
  expect(added.body.content_sha256).not.toBe(first!.content_sha256)
  expect(code(await edit(approvalId, { bcc: 'archive@peer.example', ...looked }))).toEqual([
    409,
    'approval_edited',
  ])
  const approved = (sha: unknown) => approve(approvalId, `?content_sha256=${sha}`)
  expect(code(await approved(first!.content_sha256))).toEqual([409, 'approval_edited'])
  const { content, kept } = await bytes(id)
  expect(kept).toBe(sha256(Buffer.concat([content, Buffer.from('Bcc: eve@rival.example\r\n')])))
  expect((await approved(added.body.content_sha256)).status).toBe(200)
})

test('of an edit and an approval at once exactly one is heard, and what is approved is what was there', async () => {
  const won = { edit: 0, approve: 0 }
  for (let round = 0; round < 20; round++) {
    const { id, approvalId } = await hold()
    const [first] = await revisions(approvalId)
    const editing = edit(approvalId, { body: `Edited ${round}.` })
    // Some approve before the edit is judged, some while it is being stored.
    const approving = new Promise((resolve) => setTimeout(resolve, round * 4)).then(() => approve(approvalId))
    const [edited, approved] = await Promise.all([editing, approving])
    const { kept, approved: hash } = await bytes(id)
    if (edited.status === 200) {
      won.edit++
      // One that began after the edit was stored approves the edit.
      if (approved.status === 200) expect(hash).toBe(edited.body.content_sha256)
      else expect([code(approved), hash]).toEqual([[409, 'approval_edited'], null])
    } else {
      won.approve++
      expect(code(edited)).toEqual([422, 'approval_resolved'])
      expect([approved.status, hash, kept]).toEqual([200, first?.content_sha256, first?.content_sha256])
    }
  }
  expect(won.edit + won.approve).toBe(20)
})

test('of many edits at once one is kept', async () => {
  const { approvalId } = await hold()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => edit(approvalId, { body: `Edit ${n}.` })),
  )
  const kept = answers.filter(({ status }) => status === 200)
  expect(kept.length).toBeGreaterThan(0)
  for (const answer of answers)
    if (answer.status !== 200) expect(code(answer)).toEqual([409, 'approval_edited'])
  expect(await revisions(approvalId)).toHaveLength(kept.length + 1)
})

test('an agent can not edit what waits, and nobody what is another tenant’s, resolved or expired', async () => {
  const { approvalId, body } = await hold()
  const agent = await api.call('POST', '/api_keys', account.liveKey, { name: 'agent' })
  const limited = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'limited',
    inbox_id: body.inbox_id,
    scopes: ['messages:write', 'approvals:read', 'approvals:write'],
  })
  for (const key of [agent, limited])
    expect(code(await edit(approvalId, { body: 'x' }, String(key.body.key)))).toEqual([403, 'forbidden'])
  const other = await api.signUp()
  for (const key of [other.liveKey, account.sandboxKey]) {
    expect(code(await edit(approvalId, { body: 'x' }, key))).toEqual([404, 'not_found'])
    expect(code(await api.call('GET', `/approvals/${approvalId}/revisions`, key))).toEqual([404, 'not_found'])
  }
  await api.database.query("update approvals set expires_at = now() - interval '1 second' where id = $1", [
    approvalId,
  ])
  const late = await edit(approvalId, { body: 'x' })
  expect(code(late)).toEqual([422, 'approval_resolved'])
  expect(late.body.error?.message).toMatch(/expired since/)
})

test('a message has twenty revisions at most', async () => {
  const { approvalId } = await hold()
  for (let n = 2; n <= 20; n++) expect((await edit(approvalId, { body: `${n}` })).body.revision).toBe(n)
  expect(code(await edit(approvalId, { body: 'one more' }))).toEqual([422, 'validation_error'])
  expect(await revisions(approvalId)).toHaveLength(20)
})
