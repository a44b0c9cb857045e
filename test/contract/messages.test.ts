/** Contract of messages: lists and their filters, the single message, its original. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listedBodyCharacters } from '../../shared/domain/message.ts'
import {
  type Answer,
  createTestApi,
  itemsOf,
  type Planted,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'
import { readHere } from '../support/read-here.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
beforeAll(async () => {
  api = await createTestApi(
    {},
    {
      parser: {
        attachment: async () => null,
        sanitizeHtml: async (html) => `safe:${html}`,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'reader' })).body.id)
})
afterAll(() => api.close())

const plant = (planted: Planted) => plantMessage(api.database, account.sandboxTenantId, inboxId, planted)
const get = (path: string): Promise<Answer> => api.call('GET', path, account.sandboxKey)
const subjects = (answer: Answer) => itemsOf(answer, 'messages').map(({ subject }) => subject)

async function inboxOf(slug: string): Promise<(planted: Planted) => ReturnType<typeof plantMessage>> {
  const { body } = await api.call('POST', '/inboxes', account.sandboxKey, { slug })
  return (planted) => plantMessage(api.database, account.sandboxTenantId, String(body.id), planted)
}

describe('the single message', () => {
  test('has every field, on both of its paths', async () => {
    const { id, threadId } = await plant({
      subject: 'Order 1815',
      body: 'Hello\u200b <b>',
      bodySanitized: 'Hello <b>',
      html: '<p>Hello</p>',
      attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', scanStatus: 'clean' }],
    })
    const answer = await get(`/messages/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id,
      inbox_id: inboxId,
      thread_id: threadId,
      direction: 'inbound',
      from: 'ada@example.com',
      from_name: 'Ada',
      to: 'agent@inbox.localhost',
      rcpt_to: [],
      cc: '',
      reply_to: '',
      subject: 'Order 1815',
      body: 'Hello\u200b <b>',
      body_sanitized: 'Hello <b>',
      extracted_text: 'Hello\u200b <b>',
      body_truncated: false,
      status: 'clean',
      verdict: 'clean',
      security_analysis: { risk_score: 3, summary: 'Test.', detections: [] },
      authentication: null,
      has_attachments: true,
      attachments: [
        {
          id: expect.stringMatching(/^att_/),
          message_id: id,
          filename: 'a.pdf',
          content_type: 'application/pdf',
          size_bytes: 5,
          sha256: '',
          inline: false,
          content_id: null,
          scan_status: 'clean',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ],
      message_id: `${id}@example.com`,
      automated_kind: null,
      redacted: false,
      content_hidden: false,
      in_reply_to: null,
      size_bytes: 100,
      labels: [],
      metadata: {},
      created_at: expect.any(String),
      html: '<p>Hello</p>',
      html_sanitized: 'safe:<p>Hello</p>',
      headers: [{ name: 'Subject', value: 'Order 1815' }],
    })
    expect((await get(`/inboxes/reader/messages/${id}`)).body).toEqual(answer.body)
  })

  test('is not found through another inbox', async () => {
    await inboxOf('neighbour')
    const { id } = await plant({})
    expect((await get(`/inboxes/neighbour/messages/${id}`)).status).toBe(404)
    expect((await get(`/inboxes/nowhere/messages/${id}`)).status).toBe(404)
  })

  test('shows none of its content while it is being scanned', async () => {
    const { id, threadId, attachmentIds } = await plant({
      status: 'processing',
      verdict: null,
      subject: 'Evil subject',
      body: 'evil',
      html: '<p>evil</p>',
      attachments: [{ filename: 'evil.pdf', contentType: 'evil/evil', scanStatus: 'clean' }],
    })
    await api.database.query(
      `update messages set "from" = 'evil@a.example', from_name = 'Evil', "to" = 'evil', cc = 'evil', reply_to = 'evil',
         message_id = 'evil', in_reply_to = 'evil' where id = $1`,
      [id],
    )
    await api.database.query("update attachments set content_id = 'evil' where message_id = $1", [id])
    const { body, text } = await get(`/messages/${id}`)
    expect(body).toMatchObject({
      status: 'processing',
      verdict: null,
      security_analysis: null,
      body: '',
      html: null,
      headers: [],
    })
    expect(text.toLowerCase()).not.toContain('evil')
    expect((await get('/inboxes/reader/messages?status=processing')).text.toLowerCase()).not.toContain('evil')
    expect((await get(`/inboxes/reader/threads/${threadId}`)).text.toLowerCase()).not.toContain('evil')
    expect((await get('/inboxes/reader/threads')).text.toLowerCase()).not.toContain('evil')
    expect((await get(`/messages/${id}/attachments`)).text.toLowerCase()).not.toContain('evil')
    expect((await get(`/attachments/${attachmentIds[0]}`)).body.error?.code).toBe('attachment_unavailable')
    expect((await get(`/messages/${id}/raw`)).body.error).toMatchObject({
      code: 'attachment_unavailable',
      status: 409,
    })
  })

  test('still answers when its HTML cannot be sanitized', async () => {
    const failing = await createTestApi(
      {},
      {
        parser: {
          attachment: async () => null,
          sanitizeHtml: () => Promise.reject(new Error('too slow')),
          readForAgent: readHere,
        },
      },
    )
    try {
      const own = await failing.signUp()
      const { body } = await failing.call('POST', '/inboxes', own.liveKey, { slug: 'slow-html' })
      const { id } = await plantMessage(failing.database, own.tenantId, String(body.id), { html: '<p>' })
      const answer = await failing.call('GET', `/messages/${id}`, own.liveKey)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ html: '<p>', html_sanitized: null })
    } finally {
      await failing.close()
    }
  })
})

describe('the original', () => {
  test('is the very bytes, as a download', async () => {
    const { id } = await plant({ raw: 'Subject: Ünïcode\r\n\r\nbytes' })
    const { status, text, headers } = await get(`/messages/${id}/raw`)
    expect([status, text]).toEqual([200, 'Subject: Ünïcode\r\n\r\nbytes'])
    expect(headers).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${id}.eml"`,
      'x-content-type-options': 'nosniff',
    })
  })

  test('of a message with a virus is never handed out, not even after its release', async () => {
    const inAttachment = await plant({
      status: 'clean',
      verdict: 'withheld',
      attachments: [{ scanStatus: 'infected' }],
    })
    const inRaw = await plant({ status: 'delivered', verdict: 'withheld', scanRaw: 'infected' })
    for (const { id } of [inAttachment, inRaw])
      expect((await get(`/messages/${id}/raw`)).body.error).toMatchObject({
        code: 'attachment_infected',
        status: 403,
      })
  })
})

test('an original that needed a scan and never had one is not handed out, not even after its release', async () => {
  const { id } = await plant({ status: 'clean', verdict: 'withheld' })
  const setParsed = (parsed: object) =>
    api.database.query('update message_contents set parsed = $2 where message_id = $1', [
      id,
      JSON.stringify(parsed),
    ])
  await setParsed({ needsScan: true })
  expect((await get(`/messages/${id}/raw`)).body.error?.code).toBe('attachment_unavailable')
  await setParsed({ needsScan: false })
  expect((await get(`/messages/${id}/raw`)).status).toBe(200)
})

describe('the list', () => {
  test('filters by hold state, status, direction, thread and time, and combines filters', async () => {
    const plantHere = await inboxOf('filtered')
    await plantHere({ subject: 'old', createdAt: '2020-01-01T00:00:00.000Z' })
    await plantHere({ subject: 'delivered', status: 'delivered' })
    await plantHere({ subject: 'flagged', status: 'flagged', verdict: 'flagged' })
    await plantHere({ subject: 'flagged delivered', status: 'delivered', verdict: 'flagged' })
    await plantHere({ subject: 'flagged held', status: 'withheld', verdict: 'flagged' })
    await plantHere({ subject: 'held', status: 'withheld', verdict: 'withheld' })
    await plantHere({ subject: 'released', status: 'clean', verdict: 'withheld' })
    await plantHere({ subject: 'processing', status: 'processing', verdict: null })
    const { threadId } = await plantHere({ subject: 'sent', direction: 'outbound', status: 'sent' })
    await plantHere({ subject: 'held send', direction: 'outbound', status: 'withheld' })
    const list = async (query: string) => subjects(await get(`/inboxes/filtered/messages?${query}`))
    expect(await list('status=withheld')).toEqual(['held send', 'held', 'flagged held'])
    expect(await list('status=flagged')).toEqual(['flagged delivered', 'flagged'])
    expect(await list('status=clean')).toEqual(['sent', 'released', 'delivered', 'old'])
    const readable = ['released', 'flagged delivered', 'flagged', 'delivered', 'old']
    expect(await list('status=readable')).toEqual(readable)
    expect(await list('status=readable&direction=outbound')).toEqual([])
    expect(await list('status=delivered')).toEqual(['flagged delivered', 'delivered'])
    expect(await list('status=processing')).toEqual([''])
    expect(await list('status=flagged,withheld'), 'in the order of the list').toEqual([
      'held send',
      'held',
      'flagged held',
      'flagged delivered',
      'flagged',
    ])
    expect(await list('status=sent&status=flagged')).toEqual(['sent', 'flagged delivered', 'flagged'])
    expect(await list('status=sent,failed&direction=inbound')).toEqual([])
    const first = await get('/inboxes/filtered/messages?status=withheld,flagged&limit=2')
    const next = `cursor=${first.body.next_cursor}&limit=3`
    expect(await list(`status=flagged&status=withheld&${next}`)).toEqual([
      'flagged held',
      'flagged delivered',
      'flagged',
    ])
    expect(await list('status=clean,clean')).toEqual(await list('status=clean'))
    expect(await list('status=delivered,readable,processing')).toEqual(['', ...readable])
    expect(await list('status=webhook_failed')).toEqual([])
    expect(await list('direction=outbound')).toEqual(['held send', 'sent'])
    expect(await list('direction=outbound&status=withheld')).toEqual(['held send'])
    expect(await list(`thread_id=${threadId}`)).toEqual(['sent'])
    expect(await list('since=2020-01-01T00:00:00Z')).toHaveLength(10)
    expect(await list('since=2020-01-01T00:00:00.001Z')).toHaveLength(9)
    expect(await list('since=2020-01-01T01:00:00%2B01:00&status=clean')).toEqual([
      'sent',
      'released',
      'delivered',
      'old',
    ])
    expect(await list('since=2020-01-01T01:00:00+01:00&status=clean'), 'an unescaped plus').toHaveLength(4)
    expect(await list('since=9999-12-31T23:59:59Z')).toEqual([])
    expect(await list('since=0001-01-01T00:00:00Z')).toHaveLength(10)
  })

  test.each([
    'status=nice',
    'status=clean,nice',
    'status=clean,',
    'status=clean&status=nice',
    'direction=sideways',
    'since=yesterday',
    'since=2020-13-45T00:00:00Z',
    'since=99999-01-01T00:00:00Z',
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=99999999999999999999',
    'limit=1&limit=2',
    'cursor=handmade',
    'cursor=W10.aaaa',
    'cursor=',
    'sort=asc',
    'status=%00',
  ])('refuses the query %s', async (query) => {
    const { status, body } = await get(`/inboxes/reader/messages?${query}`)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'validation_error',
      details: [{ path: `query.${query.split('=')[0]}` }],
    })
  })

  test('leaves out HTML and header fields, and cuts very long bodies', async () => {
    const plantHere = await inboxOf('long-bodies')
    const { id } = await plantHere({ body: 'x'.repeat(listedBodyCharacters + 5), html: '<p>' })
    const [item] = itemsOf(await get('/inboxes/long-bodies/messages'), 'messages')
    expect(item).toMatchObject({ body_truncated: true })
    expect(String(item!.body)).toHaveLength(listedBodyCharacters)
    expect(Object.keys(item!)).not.toEqual(expect.arrayContaining(['html']))
    expect(String((await get(`/messages/${id}`)).body.body)).toHaveLength(listedBodyCharacters + 5)
  })

  test('pages through everything once, however much arrives meanwhile', async () => {
    const plantHere = await inboxOf('paging')
    const planted: string[] = []
    for (let i = 0; i < 25; i++) planted.push((await plantHere({ subject: `m${i}` })).id)
    const seen: unknown[] = []
    let cursor = ''
    for (let page = 0; page < 20; page++) {
      const answer = await get(`/inboxes/paging/messages?limit=4${cursor}`)
      seen.push(...itemsOf(answer, 'messages').map(({ id }) => id))
      await plantHere({ subject: 'meanwhile' })
      if (String(answer.body.has_more) === 'false') break
      cursor = `&cursor=${answer.body.next_cursor}`
    }
    expect(seen).toEqual(planted.toReversed())
  })

  test('takes a cursor only for the list, filters and tenant that it came from', async () => {
    const plantHere = await inboxOf('cursors')
    for (let i = 0; i < 3; i++) await plantHere({})
    const { body } = await get('/inboxes/cursors/messages?limit=1&direction=inbound')
    const cursor = String(body.next_cursor)
    expect((await get(`/inboxes/cursors/messages?limit=2&direction=inbound&cursor=${cursor}`)).status).toBe(
      200,
    )
    expect((await get(`/inboxes/cursors/messages?limit=1&cursor=${cursor}`)).status).toBe(422)
    expect((await get(`/inboxes/reader/messages?limit=1&direction=inbound&cursor=${cursor}`)).status).toBe(
      422,
    )
    expect((await get(`/inboxes/cursors/threads?cursor=${cursor}`)).status).toBe(422)
    expect(
      (await get(`/inboxes/cursors/messages?direction=inbound&cursor=${cursor.slice(0, -2)}xx`)).status,
    ).toBe(422)
  })
})
