/** Contract of drafts: kept within bounds, edited, and sent once by the way that every message takes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import { purgeOldMail } from '../../shared/flow/retention/purge.ts'
import {
  type Answer,
  createTestApi,
  itemsOf,
  type Json,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It is on its way.' }
const file = { filename: 'a.txt', content_type: 'text/plain', content: 'SGVsbG8K' }
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.database.query('update accounts set credits = 100000')
  inboxId = String((await inbox('desk')).id)
  await inbox('vault', { security_level: 'full_lockdown' })
})
afterAll(() => api.close())

const inbox = async (slug: string, fields: object = {}, key = account.liveKey) =>
  (await api.call('POST', '/inboxes', key, { slug, ...fields })).body
const make = async (fields: object = mail, slug = 'desk') => {
  const { status, body, text } = await api.call('POST', `/inboxes/${slug}/drafts`, account.liveKey, fields)
  expect(status, text).toBe(201)
  return String(body.id)
}
/** Copies a draft so many times. */
const fill = (id: string, times: number) =>
  api.database.query(
    `insert into drafts (tenant_id, id, inbox_id, fields, files, size_bytes)
     select tenant_id, copy, inbox_id, fields, files, size_bytes from drafts, unnest($2::text[]) as copy where id = $1`,
    [id, Array.from({ length: times }, () => newId('draft'))],
  )
const get = (id: string, key = account.liveKey) => api.call('GET', `/drafts/${id}`, key)
const edit = (id: string, fields: object) => api.call('PATCH', `/drafts/${id}`, account.liveKey, fields)
const send = (id: string, headers: Record<string, string> = {}) =>
  api.call('POST', `/drafts/${id}/send`, account.liveKey, undefined, headers)
const listed = async (slug = 'desk') =>
  itemsOf(await api.call('GET', `/inboxes/${slug}/drafts`, account.liveKey), 'drafts').map(({ id }) => id)
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...((body.error?.details ?? []) as unknown as { path: string }[]).map(({ path }) => path),
]
/** A message without what is another one's in each. */
const said = ({
  id: _,
  thread_id: _t,
  created_at: _c,
  message_id: _m,
  headers: _h,
  approval: _a,
  ...rest
}: Json) => rest

describe('a draft', () => {
  test('holds what is known so far; fields change one by one, and null takes one out', async () => {
    const id = await make({ to: ['Ada <ada@peer.example>'], metadata: { order: 1815 } })
    expect((await get(id)).body).toEqual({
      id,
      inbox_id: inboxId,
      status: 'draft',
      message_id: null,
      to: ['Ada <ada@peer.example>'],
      cc: null,
      bcc: null,
      reply_to: null,
      subject: null,
      body: null,
      format: null,
      html: null,
      attachments: [],
      headers: null,
      list_unsubscribe: null,
      list_unsubscribe_one_click: null,
      send_at: null,
      metadata: { order: 1815 },
      allow_automated: null,
      reply_to_message_id: null,
      size_bytes: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const edited = await edit(id, {
      subject: 'Order',
      send_at: at,
      metadata: null,
      attachments: [file],
      list_unsubscribe: '<https://lists.example/u>, <mailto:u@lists.example>',
    })
    expect([edited.status, edited.body]).toMatchObject([
      200,
      {
        to: ['Ada <ada@peer.example>'],
        subject: 'Order',
        send_at: at,
        metadata: null,
        attachments: [{ filename: 'a.txt', content_type: 'text/plain', size_bytes: 6, content_id: null }],
        list_unsubscribe: ['https://lists.example/u', 'mailto:u@lists.example'],
      },
    ])
    expect((await get(id)).body).toEqual(edited.body)
    expect((await edit(id, { attachments: null, list_unsubscribe: null, send_at: null })).body).toMatchObject(
      {
        attachments: [],
        list_unsubscribe: null,
        send_at: null,
      },
    )
    expect(await listed()).toContain(id)
    expect((await api.call('DELETE', `/drafts/${id}`, account.liveKey)).status).toBe(204)
    for (const gone of [await get(id), await edit(id, {}), await send(id)]) expect(gone.status).toBe(404)
    expect(await listed()).not.toContain(id)
  })

  test.each<[string, object, unknown[]]>([
    ['a field that is not one', { subjekt: 'x' }, [422, 'validation_error', 'body.subjekt']],
    ['a line break in the subject', { subject: 'a\nb' }, [422, 'validation_error', 'body.subject']],
    [
      'a file that is no base64',
      { attachments: [{ ...file, content: 'a b' }] },
      [422, 'validation_error', 'body.attachments.0.content'],
    ],
    [
      'more than it holds',
      { attachments: [{ ...file, content: 'AAAA'.repeat(limits.draftBytes / 4) }] },
      [413, 'message_too_large'],
    ],
  ])('is refused with %s', async (_, fields, expected) => {
    expect(refusal(await api.call('POST', '/inboxes/desk/drafts', account.liveKey, fields))).toEqual(expected)
    const id = await make()
    expect(refusal(await edit(id, fields))).toEqual(expected)
    expect((await get(id)).body).toMatchObject(mail)
  })

  test('is kept for an inbox that may not send now, and counts in the bounds of its own inbox alone', async () => {
    await inbox('quiet', { security_level: 'receive_only' })
    const id = await make(mail, 'quiet')
    expect(refusal(await send(id))).toEqual([403, 'level_insufficient'])
    expect((await get(id)).body).toMatchObject({ status: 'draft', ...mail })
    const free = 3
    await fill(id, limits.draftsPerInbox - 1 - free)
    // As many at once as there are connections: more would wait for one, and be refused where that takes long.
    const asked = await Promise.all(
      Array.from({ length: free + 5 }, () => api.call('POST', '/inboxes/quiet/drafts', account.liveKey, {})),
    )
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(free)
    expect(refusal(asked.find(({ status }) => status !== 201)!)).toEqual([422, 'validation_error', 'body'])
    await make(mail)
    const { body: first } = await api.call('GET', '/inboxes/quiet/drafts?limit=60', account.liveKey)
    const rest = await api.call(
      'GET',
      `/inboxes/quiet/drafts?limit=60&cursor=${first.next_cursor}`,
      account.liveKey,
    )
    const ids = [...(first.drafts as unknown as Json[]), ...itemsOf(rest, 'drafts')].map((one) =>
      String(one.id),
    )
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toHaveLength(limits.draftsPerInbox)
  })
})

describe('sending', () => {
  test('goes the way of every message: the same answer, the same judgement, the same price', async () => {
    const fields = {
      ...mail,
      cc: ['Grace <grace@peer.example>'],
      html: '<p>It is <b>on its way</b>.</p>',
      attachments: [file],
      headers: { 'X-Agent-Run': '7' },
      metadata: { order: 1815 },
    }
    const plain = await api.call('POST', '/inboxes/desk/messages', account.liveKey, fields)
    const id = await make(fields)
    const before = await api.balance(account.accountId)
    const sent = await send(id)
    expect([plain.status, sent.status]).toEqual([201, 201])
    const [one, other] = [plain, sent].map(({ body }) => ({
      ...said(body),
      attachments: (body.attachments as unknown as Json[]).map(({ filename, sha256, scan_status }) => ({
        filename,
        sha256,
        scan_status,
      })),
    }))
    expect(other).toEqual(one)
    expect(await api.balance(account.accountId)).toBe(before - 3)
    expect((await get(id)).body).toMatchObject({
      status: 'sent',
      message_id: sent.body.id,
      to: null,
      body: null,
      attachments: [],
      size_bytes: 0,
    })
    expect(await listed()).not.toContain(id)
    expect(refusal(await edit(id, { subject: 'Too late' }))).toEqual([409, 'draft_sent'])
  })

  test('what would wait for a person waits, with the same reasons', async () => {
    const secret = ['aws_access_key_id = AKIA', 'Q3EGJ7LMX5KZ2WTB'].join('')
    for (const [slug, fields] of [
      ['vault', mail],
      [
        'desk',
        { ...mail, body: `${secret}\naws_secret_access_key = ${'wJalrXUtnFEMIK7MDENGbPxRfiCYzq9TRkL2vA'}` },
      ],
    ] as const) {
      const plain = await api.call('POST', `/inboxes/${slug}/messages`, account.liveKey, fields)
      const sent = await send(await make(fields, slug))
      expect([sent.status, sent.body.status]).toEqual([plain.status, plain.body.status])
      expect(sent.status).toBe(202)
      expect(sent.body.approval?.reasons).toEqual(plain.body.approval?.reasons)
      expect(sent.body.security_analysis?.risk_score).toBe(plain.body.security_analysis?.risk_score)
    }
  })

  test('an answer joins the thread of what it answers', async () => {
    const { id: original, threadId } = await plantMessage(api.database, account.tenantId, inboxId)
    const { body } = await send(await make({ ...mail, reply_to_message_id: original }))
    expect(body.thread_id).toBe(threadId)
  })

  test.each<[string, object, unknown[]]>([
    ['a recipient', { subject: 'x', body: 'y' }, [422, 'validation_error', 'draft.to']],
    ['all', {}, [422, 'validation_error', 'draft.to', 'draft.subject', 'draft.body']],
    ['an address that is one', { ...mail, to: 'nobody' }, [422, 'validation_error', 'draft.to']],
    [
      'one HTML part',
      { ...mail, format: 'markdown', html: '<p>x</p>' },
      [422, 'validation_error', 'draft.html'],
    ],
    [
      'a header that may be set',
      { ...mail, headers: { 'X-Spam-Flag': 'NO' } },
      [422, 'validation_error', 'draft.headers.X-Spam-Flag'],
    ],
  ])('tells what it lacks: %s', async (_, fields, expected) => {
    const id = await make(fields)
    expect(refusal(await send(id))).toEqual(expected)
    expect((await get(id)).body.status).toBe('draft')
  })

  test('happens once, however many ask at once, later, or with a key of idempotency', async () => {
    const id = await make({ ...mail, subject: 'Only once' })
    const before = await api.balance(account.accountId)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => send(id)),
      ...Array.from({ length: 2 }, (_, n) => send(id, { 'idempotency-key': `draft-${n}` })),
    ])
    answers.push(await send(id), await send(id, { 'idempotency-key': 'draft-0' }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const kept = await api.database.query("select 1 from messages where subject = 'Only once'")
    expect(kept).toHaveLength(1)
    expect(await api.balance(account.accountId)).toBe(before - 3)
  })

  test('answers who comes second, too, where the first has taken the last credits, or the room in a rate limit', async () => {
    const waiting = async () =>
      (
        await api.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    const credits = await api.balance(account.accountId)
    for (const scarce of ['credits', 'room']) {
      const id = await make({ ...mail, subject: `Scarce ${scarce}` })
      const config = { max_messages: 1, window_seconds: 3_600, per: 'inbox', direction: 'outbound' }
      const policy = { name: 'One', type: 'rate_limit', action: 'block', inbox_id: inboxId, config }
      const made = scarce === 'room' ? await api.call('POST', '/policies', account.liveKey, policy) : null
      if (made === null)
        await api.database.query('update accounts set credits = 3 where id = $1', [account.accountId])
      let both: Promise<Answer[]> | undefined
      await api.database.transaction(async (tx) => {
        await tx.query('select 1 from accounts where id = $1 for update', [account.accountId])
        both = Promise.all([send(id), send(id, { 'idempotency-key': `scarce-${scarce}` })])
        await expect.poll(waiting, { interval: 20 }).toBe(2)
      })
      const answers = await both!
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      await api.database.query('update accounts set credits = $2 where id = $1', [account.accountId, credits])
      if (made !== null) await api.call('DELETE', `/policies/${made.body.id}`, account.liveKey)
    }
  })

  test.each([{}, { 'idempotency-key': 'edited-meanwhile' }])(
    'what is changed while it is judged is judged anew, and leaves as it was judged: %j',
    async (headers: Record<string, string>) => {
      const subject = `Edited ${JSON.stringify(headers).length}`
      const id = await make({ ...mail, subject, body: 'As it was.' })
      const waiting = async () =>
        (
          await api.database.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length
      let sent: Promise<Answer> | undefined
      await api.database.transaction(async (tx) => {
        await tx.query('select 1 from inboxes where id = $1 for update', [inboxId])
        sent = send(id, headers)
        await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0)
        expect((await edit(id, { body: 'As it is now.' })).status).toBe(200)
      })
      const { status, body } = await sent!
      expect([status, body.body]).toEqual([201, 'As it is now.'])
      const kept = await api.database.query('select 1 from messages where subject = $1', [subject])
      expect(kept).toHaveLength(1)
    },
  )

  test('of one whose message was deleted there is nothing left', async () => {
    const id = await make()
    const { body } = await send(id)
    await api.database.query("update messages set status = 'sent' where id = $1", [body.id])
    expect((await api.call('DELETE', `/messages/${body.id}`, account.liveKey)).status).toBe(204)
    expect([(await get(id)).status, (await send(id)).status]).toEqual([404, 404])
  })
})

test('they go with their inbox, and after its retention when nobody touches them', async () => {
  const { id: ending } = await inbox('ending', { retention_days: 10 })
  const [old, fresh] = [await make(mail, 'ending'), await make(mail, 'ending')]
  await api.database.query(`update drafts set updated_at = now() - interval '11 days' where id = $1`, [old])
  await purgeOldMail(api.serviceDatabase, new Date())
  expect([(await get(old)).status, (await get(fresh)).status]).toEqual([404, 200])
  const kept = { 'idempotency-key': 'kept-with-inbox' }
  await api.call('POST', `/drafts/${await make(mail, 'ending')}/send`, account.liveKey, undefined, kept)
  await api.call('DELETE', '/inboxes/ending', account.liveKey)
  expect((await get(fresh)).status).toBe(404)
  for (const table of ['drafts', 'idempotency_keys'])
    await expect
      .poll(() => api.database.query(`select 1 from ${table} where inbox_id = $1`, [ending]), {
        timeout: 240_000,
      })
      .toEqual([])
})

test('who sends one while old ones go waits for that, and neither ends the other', async () => {
  const { id: aging } = await inbox('aging', { retention_days: 10 })
  const [last, sent] = [await make(mail, 'aging'), await make(mail, 'aging')]
  await api.database.query(`update drafts set updated_at = now() - interval '11 days' where inbox_id = $1`, [
    aging,
  ])
  const waiting = async () =>
    (
      await api.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length
  let purging: Promise<unknown> | undefined
  let sending: Promise<unknown> | undefined
  await api.database.transaction(async (tx) => {
    await tx.query('select from drafts where id = $1 for update', [last])
    purging = purgeOldMail(api.serviceDatabase, new Date()).catch((error: unknown) => error)
    await expect.poll(waiting).toBe(1)
    sending = send(sent)
    await expect.poll(waiting).toBe(2)
  })
  expect(await purging).toBeUndefined()
  expect(await sending).toMatchObject({ status: 404 })
})

test('their bytes count in the quota of what is stored', async () => {
  const small = await createTestApi({ QUOTA_STORED_BYTES: '5000' })
  try {
    const { sandboxKey: key } = await small.signUp()
    await small.call('POST', '/inboxes', key, { slug: 'small' })
    const draft = (body: string) => small.call('POST', '/inboxes/small/drafts', key, { body })
    // What is refused takes no room.
    const nothing = { body: 'x'.repeat(3_000) }
    expect((await small.call('PATCH', `/drafts/${newId('draft')}`, key, nothing)).status).toBe(404)
    expect((await small.call('POST', '/inboxes/nowhere/drafts', key, nothing)).status).toBe(404)
    expect((await draft('x'.repeat(3_000))).status).toBe(201)
    expect(refusal(await draft('x'.repeat(3_000)))).toEqual([403, 'quota_exceeded'])
    expect((await draft('x'.repeat(100))).status).toBe(201)
  } finally {
    await small.close()
  }
})
