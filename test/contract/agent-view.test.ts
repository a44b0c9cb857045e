/** Contract of `view=agent`: a message in pieces, with its sender's provenance, its links and its codes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { agentScopes } from '../../shared/domain/scopes.ts'
import { createTestApi, type Planted, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { lockPdf, writePdf } from '../support/documents.ts'
import { readHere } from '../support/read-here.ts'

let api: TestApi
let account: TestAccount
let inboxId: string
let files: Buffer[] = []
beforeAll(async () => {
  api = await createTestApi(
    {},
    {
      parser: {
        attachment: async (_raw, index) => {
          const content = files[index]
          return content === undefined ? null : { content, charset: null }
        },
        sanitizeHtml: async (html) => html,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  inboxId = String((await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'view' })).body.id)
})
afterAll(() => api.close())

const plant = (planted: Planted) => plantMessage(api.database, account.sandboxTenantId, inboxId, planted)
const issueKey = async (body: object) =>
  String(
    (await api.call('POST', '/api_keys', account.liveKey, { name: 'k', mode: 'sandbox', ...body })).body.key,
  )
const view = (id: string, query = '', key = account.sandboxKey) =>
  api.call('GET', `/messages/${id}?view=agent${query}`, key)

describe('view=agent', () => {
  test('has the text, where links lead, the code and what is known of the sender', async () => {
    const { id, threadId, attachmentIds } = await plant({
      subject: 'Your code: 482913',
      body: 'Use it to sign in.\u200b',
      html: '<a href="https://evil.example/verify/c2Vzc2lvbi10b2tlbi0x">bank.example</a>',
      attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', scanStatus: 'clean' }],
    })
    await api.database.query(
      `update messages set authentication = '{"dmarc": {"result": "pass", "domain": "example.com"}}',
         security_analysis = jsonb_set(security_analysis, '{detections}',
           '[{"method": "impersonation", "result": "reply_to", "score": 10}, {"method": "impostor", "result": "known_name", "score": 10}]')
       where id = $1`,
      [id],
    )
    const { status, body } = await view(id)
    expect(status).toBe(200)
    const url = 'https://evil.example/verify/c2Vzc2lvbi10b2tlbi0x'
    expect(body).toMatchObject({
      view: 'agent',
      id,
      inbox_id: inboxId,
      thread_id: threadId,
      from: { address: 'ada@example.com', name: 'Ada' },
      text: 'Use it to sign in.',
      truncated: false,
      next_offset: null,
      total_chars: 18,
      content_hidden: false,
      sender: {
        authenticated_domain: 'example.com',
        known_since: null,
        reply_to_elsewhere: true,
        looks_like_another: true,
      },
      links: [{ url, host: 'evil.example', text: 'bank.example', misleading: true }],
      links_truncated: false,
      codes: [{ code: '482913', confidence: 0.95 }],
      confirmation_links: [
        { url, host: 'evil.example', text: 'bank.example', misleading: true, confidence: 0.17 },
      ],
      attachments: [{ id: attachmentIds[0], filename: 'a.pdf' }],
    })
    for (const field of ['body', 'html', 'headers']) expect(body).not.toHaveProperty(field)
  })

  test('a sender that is proven and was clean before is known since then', async () => {
    const earlier = new Date(Date.now() - 30 * 86_400_000).toISOString()
    const first = await plant({ createdAt: earlier })
    await api.database.query(
      `update messages set "from" = 'known@example.net', authentication = '{"dmarc": {"result": "pass", "domain": "example.net"}}'
       where id = $1`,
      [first.id],
    )
    const next = await plant({})
    await api.database.query(`update messages set "from" = 'known@example.net' where id = $1`, [next.id])
    const since = (await view(next.id)).body.sender as unknown as Record<string, string | null>
    expect(since.known_since?.slice(0, 7)).toBe(
      new Date(Date.parse(earlier) + 86_400_000).toISOString().slice(0, 7),
    )
    expect(since.authenticated_domain).toBeNull()
    expect((await view(first.id)).body.sender).toMatchObject({ known_since: null })
  })

  const attach = (
    attached: Record<string, { content: Buffer; contentType?: string; scanStatus?: string }>,
    planted: Planted = {},
  ) => {
    files = Object.values(attached).map(({ content }) => content)
    const attachments = Object.entries(attached).map(([filename, { contentType, scanStatus }]) => ({
      filename,
      contentType: contentType ?? 'application/octet-stream',
      scanStatus: scanStatus ?? 'clean',
    }))
    return plant({ ...planted, attachments })
  }
  const filesOf = (body: Awaited<ReturnType<typeof view>>['body']) =>
    body.attachments as unknown as Record<string, unknown>[]

  test('attachments stand there with what they say, and what can not be read says why', async () => {
    const { id } = await attach({
      'offer.pdf': { content: writePdf(['Twelve chairs']) },
      'table.csv': { content: Buffer.from('item,price\nbolt,3\n'), contentType: 'text/csv' },
      'scan.pdf': { content: writePdf(['']) },
      'locked.pdf': { content: lockPdf(writePdf(['Secret'])) },
      'photo.png': { content: Buffer.from('not looked into'), contentType: 'image/png' },
      'virus.txt': { content: Buffer.from('evil'), scanStatus: 'infected' },
      'late.txt': { content: Buffer.from('evil'), scanStatus: 'pending' },
    })
    const { body, text } = await view(id)
    expect(
      filesOf(body).map(({ filename, format, unread, text }) => [filename, format, unread, text]),
    ).toEqual([
      ['offer.pdf', 'pdf', null, 'Twelve chairs'],
      ['table.csv', 'text', null, 'item,price\nbolt,3\n'],
      ['scan.pdf', null, 'no_text', ''],
      ['locked.pdf', null, 'encrypted', ''],
      ['photo.png', null, 'not_text', ''],
      ['virus.txt', null, 'infected', ''],
      ['late.txt', null, 'not_scanned', ''],
    ])
    expect(filesOf(body)[0]).toMatchObject({
      truncated: false,
      next_offset: null,
      total_chars: 13,
      complete: true,
    })
    expect(text).not.toContain('evil')
  })

  test('they have what the text leaves of the budget, in order, and are read on by themselves', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `Line ${n} of the file.\n`).join('')
    const { id } = await attach(
      { 'a.txt': { content: Buffer.from(lines) }, 'b.txt': { content: Buffer.from('never seen') } },
      { body: 'x'.repeat(100), bodySanitized: 'x'.repeat(100) },
    )
    const { body } = await view(id, '&max_chars=300')
    const [a, b] = filesOf(body)
    expect(a).toMatchObject({ truncated: true, total_chars: lines.length, complete: true })
    expect(lines.startsWith(String(a!.text))).toBe(true)
    expect(String(a!.text).length).toBeLessThanOrEqual(200)
    const { body: more } = await api.call(
      'GET',
      `/attachments/${a!.id}/text?offset=${a!.next_offset}`,
      account.sandboxKey,
    )
    expect(`${a!.text}${more.text}`).toBe(lines)
    expect(b).toMatchObject({ text: '', unread: 'not_shown' })
  })

  test('while its text goes on there is no room for them, and of many files some are read', async () => {
    const long = 'A sentence of some words. '.repeat(50)
    const { id } = await attach(
      { 'a.txt': { content: Buffer.from('A file.') } },
      { body: long, bodySanitized: long },
    )
    const first = (await view(id, '&max_chars=1000')).body
    expect(filesOf(first)).toMatchObject([{ text: '', unread: 'not_shown' }])
    const last = (await view(id, `&max_chars=1000&offset=${first.next_offset}`)).body
    expect(filesOf(last)).toMatchObject([{ text: 'A file.', unread: null }])
    const many = Array.from({ length: limits.agentFiles + 1 }, (_, n) => [
      `${n}.txt`,
      { content: Buffer.from(`File ${n}`) },
    ])
    const { body } = await view((await attach(Object.fromEntries(many))).id)
    expect(filesOf(body).map(({ unread }) => unread)).toEqual([
      ...Array.from({ length: limits.agentFiles }, () => null),
      'not_shown',
    ])
  })

  test('a long text comes in pieces that end with a sentence, and are all of it', async () => {
    const body = Array.from(
      { length: 400 },
      (_, i) => `This is sentence number ${i} of a long letter. `,
    ).join('')
    const { id } = await plant({ body, bodySanitized: body })
    let offset: unknown = 0
    let whole = ''
    let pieces = 0
    while (offset !== null) {
      const { body: piece } = await view(id, `&max_chars=2000&offset=${offset}`)
      expect(String(piece.text).length).toBeLessThanOrEqual(2_000)
      expect(String(piece.text).trimEnd()).toMatch(/\.$/)
      expect(piece.truncated).toBe(piece.next_offset !== null)
      whole += String(piece.text)
      offset = piece.next_offset
      pieces++
    }
    expect(whole).toBe(body)
    expect(pieces).toBeGreaterThan(8)
    const { body: usual } = await view(id)
    expect(String(usual.text).length).toBeLessThanOrEqual(limits.agentTextCharacters)
    expect(String(usual.text).length).toBeGreaterThan(limits.agentTextCharacters / 2)
  })

  test('quoted mail is left out unless wanted', async () => {
    const { id } = await plant({ bodySanitized: 'New.\n\n> old' })
    await api.database.query(`update message_contents set extracted_text = 'New.' where message_id = $1`, [
      id,
    ])
    expect((await view(id)).body.text).toBe('New.')
    expect((await view(id, '&include_quoted=true')).body.text).toBe('New.\n\n> old')
  })

  test.each([
    'max_chars=199',
    `max_chars=${limits.agentTextCharactersMax + 1}`,
    'offset=-1',
    'view=other',
    'wiew=agent',
  ])('refuses %s', async (query) => {
    const { id } = await plant({})
    expect((await api.call('GET', `/messages/${id}?${query}`, account.sandboxKey)).status).toBe(422)
  })

  test("says nothing of a withheld message to an agent's key", async () => {
    const { id } = await plant({
      status: 'withheld',
      verdict: 'withheld',
      subject: 'Withheld',
      body: 'evil code 482913 https://evil.example/',
      html: '<a href="https://evil.example/">evil code 482913</a>',
    })
    const { body, text } = await view(id, '', await issueKey({ scopes: agentScopes }))
    expect(body).toMatchObject({
      content_hidden: true,
      text: '',
      links: [],
      codes: [],
      confirmation_links: [],
    })
    expect(text).not.toMatch(/evil|482913|secret/i)
    expect((await view(id)).body).toMatchObject({ content_hidden: false, codes: [{ code: '482913' }] })
  })

  test('has its text where links and codes can not be read', async () => {
    const failing = await createTestApi(
      {},
      {
        parser: {
          attachment: async () => null,
          sanitizeHtml: async (html) => html,
          readForAgent: () => Promise.reject(new Error('too slow')),
        },
      },
    )
    try {
      const own = await failing.signUp()
      const { body } = await failing.call('POST', '/inboxes', own.liveKey, { slug: 'slow-links' })
      const { id } = await plantMessage(failing.database, own.tenantId, String(body.id), { body: 'Text.' })
      const answer = await failing.call('GET', `/messages/${id}?view=agent`, own.liveKey)
      expect(answer.body).toMatchObject({ text: 'Text.', links: [], links_truncated: true, codes: [] })
    } finally {
      await failing.close()
    }
  })
})
