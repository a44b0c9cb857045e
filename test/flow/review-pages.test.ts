/** The links that reviewers are sent: what they are told, that looking decides nothing, and that each link acts once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import {
  makeReviewToken,
  type ReviewLink,
  readReviewToken,
} from '../../shared/flow/outbound/approval/link.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { type House, startHouse } from '../support/house.ts'

const secret = 'the secret key of a house that lives for one test file'
const keyring = new Keyring(secret)
let house: House
let slug: string
let userId: string
beforeAll(async () => {
  house = await startHouse({ SECRET_KEY: secret })
  slug = (await house.createInbox({ security_level: 4, display_name: 'Support' })).slug
  const [user] = await house.database.query<{ id: string }>(
    "select id from users where email = 'ops@acme.example'",
  )
  userId = user!.id
  await house.database.query('update users set email_confirmed_at = now() where id = $1', [userId])
})
afterAll(() => house.stop())

interface Held {
  id: string
  approvalId: string
  /** The notice as it was captured. */
  eml: string
  url: string
  token: string
}

const notices = () => {
  const folder = join(house.dataDir, 'outbox')
  return readdirSync(folder)
    .filter((name) => name.startsWith('ntc_'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** A message that waits, and the link in the notice of it. */
async function hold(fields: object = {}): Promise<Held> {
  const mail = {
    to: 'ada@peer.example',
    subject: 'Order 1815',
    body: 'It left our house this morning.',
    ...fields,
  }
  const { status, body, text } = await house.api('POST', `/inboxes/${slug}/messages`, mail)
  expect(status, text).toBe(202)
  await house.drain()
  const approvalId = String(body.approval?.id)
  for (const eml of notices()) {
    const url = /http:\/\/[^\s"<]+\/review\/\S+/.exec((await simpleParser(eml)).text ?? '')?.[0]
    if (url !== undefined && readReviewToken(keyring, url.split('/').at(-1)!)?.approvalId === approvalId)
      return { id: String(body.id), approvalId, eml, url, token: url.split('/').at(-1)! }
  }
  throw new Error('there is no notice')
}

const get = async (url: string, method = 'GET') => {
  const response = await fetch(url, { method, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
const fieldsOf = (page: string) => ({
  token: hidden(page, 'token'),
  content_sha256: hidden(page, 'content_sha256'),
})
const state = async ({ id }: Held) => {
  const [row] = await house.database.query<{ message: string; approval: string; by: string | null }>(
    'select m.status as message, a.status as approval, a.reviewed_by as by from messages m join approvals a on a.message_id = m.id where m.id = $1',
    [id],
  )
  return row!
}
const linkTo = (held: Held, change: Partial<ReviewLink> = {}): string => {
  const link = readReviewToken(keyring, held.token)!
  return held.url.replace(held.token, makeReviewToken(keyring, { ...link, ...change }))
}

/** What of an approval the audit log says that somebody did, newest first. */
const doneBy = async (actor: string, { approvalId }: Held): Promise<string[]> => {
  const log = await house.api('GET', `/audit_log?event_type=approval&actor=${actor}&limit=100`)
  const entries = log.body.entries as unknown as { description: string; metadata: { approval_id: string } }[]
  return entries.flatMap((one) => (one.metadata.approval_id === approvalId ? [one.description] : []))
}

test('reviewers are told by system mail that says what waits and why, and never all of it', async () => {
  const body = `Dear Ada, ${'the parcel left our house this morning. '.repeat(20)}The end.`
  const { eml, url, id } = await hold({ body, cc: 'grace@peer.example', bcc: 'archive@peer.example' })
  expect(eml).toMatch(/^Return-Path: <>\r\nX-Envelope-To: <ops@acme\.example>\r\n/)
  const mail = await simpleParser(eml)
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.from?.value[0]?.address).toBe('approvals@inbox.localhost')
  expect(mail.subject).toBe('Approval needed: Order 1815')
  for (const part of [mail.text, String(mail.html)]) {
    expect(part).toContain(url)
    for (const [field, address] of [
      ['To', 'ada'],
      ['Cc', 'grace'],
      ['Bcc', 'archive'],
    ])
      expect(part).toMatch(new RegExp(`\\b${field}(: |</th><td[^>]*>)${address}@peer\\.example(\\n|</td>)`))
    expect(part).toContain('Every message of this inbox waits')
    expect(part).toContain('Dear Ada')
    expect(part).not.toContain('The end.')
  }
  expect(url.startsWith(`${house.httpUrl}/review/`)).toBe(true)
  const short = await hold({ body: 'Yes, do.' })
  expect(short.eml).not.toContain('Yes, do.')
  await expect(house.message(id)).resolves.toMatchObject({ status: 'withheld' })
})

test('a notice does not leak what a message was held for', async () => {
  const { eml } = await hold({
    subject: 'Card 4111 1111 1111 1111',
    body: 'Pay at https://evil.example/x?y=1 now, and then some more.',
  })
  expect(eml).not.toContain('4111')
  expect(eml).not.toContain('evil.example')
})

test('to an address that nobody has confirmed a notice says that something waits, and nothing of what', async () => {
  const confirmed = (at: string) =>
    house.database.query(`update users set email_confirmed_at = ${at} where id = $1`, [userId])
  await confirmed('null')
  const words = ['Subject of the sender', 'Body of the sender', 'ada', 'peer.example', slug]
  const { eml, url } = await hold({ subject: words[0], body: `${words[1]} ${'and more '.repeat(50)}` })
  await confirmed('now()')
  const mail = await simpleParser(eml)
  expect(mail.subject).toBe('Approval needed')
  for (const part of [mail.text, String(mail.html), eml])
    for (const word of words) expect(part).not.toContain(word)
  expect(mail.text).toContain(url)
  expect((await get(url)).text, 'the link leads to all of it').toContain('Body of the sender')
})

test('an address that nobody has confirmed is told so many times a day; what waits beyond that is on record', async () => {
  const confirmed = (at: string) =>
    house.database.query(`update users set email_confirmed_at = ${at} where id = $1`, [userId])
  await confirmed('null')
  await hold()
  await house.database.query(
    `update rate_limits set count = $1 where tenant_id = 'public' and subject like 'approval_notice %'`,
    [limits.unconfirmedApprovalNoticesPerDay],
  )
  const before = notices().length
  const order = { to: 'ada@peer.example', subject: 'Order 1816', body: 'It left today.' }
  const { body } = await house.api('POST', `/inboxes/${slug}/messages`, order)
  await house.drain()
  expect(notices()).toHaveLength(before)
  const { body: log } = await house.api('GET', '/audit_log?event_type=approval&limit=1')
  expect(log.entries).toMatchObject([
    {
      description: 'A reviewer could not be told by mail of a message that waits.',
      metadata: { message_id: body.id, reason: expect.stringMatching(/^Nobody has confirmed the address/) },
    },
  ])
  await confirmed('now()')
  await hold()
})

test('looking decides nothing, however often, by whatever method', async () => {
  const held = await hold()
  for (let n = 0; n < 3; n++) {
    const { status, text, headers } = await get(held.url)
    expect(status).toBe(200)
    expect(text).toContain('It left our house this morning.')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*form-action 'self'.*frame-ancestors 'none'/,
    )
    expect((await get(held.url, 'HEAD')).status).toBe(200)
    expect((await get(`${held.url}?decision=approve`)).status).toBe(200)
    expect((await get(`${held.url}/edit`)).status).toBe(200)
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) expect((await get(held.url, method)).status).toBe(404)
  }
  expect(await state(held)).toMatchObject({ message: 'withheld', approval: 'pending' })
})

test('approving by the link sends the message, once, and is the user’s of the link', async () => {
  const held = await hold()
  const fields = fieldsOf((await get(held.url)).text)
  expect(fields.token).toBe(held.token)
  const done = await post(held.url, { ...fields, decision: 'approve' })
  expect([done.status, done.location]).toEqual([303, `/review/${held.token}`])
  await house.drain()
  expect(await state(held)).toEqual({ message: 'sent', approval: 'approved', by: userId })
  const after = await get(held.url)
  expect([after.status, after.text.includes('It left our house')]).toEqual([200, false])
  expect(after.text).toContain('You approved this message')
  const again = await post(held.url, { ...fields, decision: 'reject', reason: 'No' })
  expect(again.text).toContain('You approved this message')
  expect(await state(held)).toMatchObject({ approval: 'approved' })
  const log = await house.api('GET', '/audit_log?event_type=approval&limit=5')
  expect(log.text).toContain(readReviewToken(keyring, held.token)!.noticeId)
  expect(log.text).not.toContain(held.token)
  // Whoever decides by a link has done so; who was only told has done nothing.
  const written = 'An outbound message waits for approval.'
  expect(await doneBy(userId, held)).toEqual(['An outbound message was approved.', written])
})

test('rejecting keeps the reason for the agent, and shows it escaped', async () => {
  const held = await hold()
  const fields = fieldsOf((await get(held.url)).text)
  const reason = 'Wrong <b>invoice</b> "1815".'
  expect((await post(held.url, { ...fields, decision: 'reject', reason })).status).toBe(303)
  expect(await house.message(held.id)).toMatchObject({ status: 'rejected', approval: { reason } })
  expect((await get(held.url)).text).toContain('Wrong &lt;b&gt;invoice&lt;/b&gt; &quot;1815&quot;.')
})

test('a form without the token, or that says neither, does nothing', async () => {
  const held = await hold()
  const other = await hold()
  const fields = fieldsOf((await get(held.url)).text)
  expect((await post(held.url, { ...fields, token: '', decision: 'approve' })).status).toBe(404)
  expect((await post(held.url, { ...fields, token: other.token, decision: 'approve' })).status).toBe(404)
  expect((await post(held.url, { ...fields, decision: 'maybe' })).status).toBe(422)
  expect((await post(held.url, fields)).status).toBe(422)
  const json = await fetch(held.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, decision: 'approve' }),
  })
  expect(json.status).toBe(415)
  expect(await state(held)).toMatchObject({ approval: 'pending' })
  expect(await state(other)).toMatchObject({ approval: 'pending' })
})

test('a form is read only for a token of ours, and only as large as the page’s own', async () => {
  const held = await hold()
  const fields = { ...fieldsOf((await get(held.url)).text), decision: 'approve' }
  const send = (url: string, body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(url, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' })
  const forged = held.url.replace(held.token, `${held.token.slice(0, -2)}AA`)
  for (const path of ['', '/edit']) {
    // What could not be read at all is answered as the link is: nobody has looked at it.
    expect((await send(`${forged}${path}`, '{', 'application/json')).status).toBe(404)
    expect((await send(`${held.url}${path}`, '{', 'application/json')).status).toBe(415)
    const many = await send(
      `${held.url}${path}`,
      `${new URLSearchParams(fields)}${'&a'.repeat(limits.reviewFormFields)}`,
    )
    expect([many.status, (await many.text()).includes('The form could not be read.')]).toEqual([422, true])
  }
  const large = `${new URLSearchParams(fields)}&reason=${'a'.repeat(32 * 1024)}`
  expect((await send(held.url, large)).status).toBe(413)
  expect(await state(held)).toMatchObject({ approval: 'pending' })
  // A reason of the greatest length, as forms encode it, is read.
  const reason = '𝔄'.repeat(500)
  expect((await post(held.url, { ...fields, decision: 'reject', reason })).status).toBe(303)
  expect(await house.message(held.id)).toMatchObject({ status: 'rejected', approval: { reason } })
})

test('a link that is forged, altered, of something else or of nobody leads nowhere', async () => {
  const held = await hold()
  const other = await hold()
  const dots = held.token.split('.')
  const swapped = [dots[0], other.token.split('.')[1], ...dots.slice(2)].join('.')
  const forged = makeReviewToken(
    new Keyring('another secret of at least 32 characters'),
    readReviewToken(keyring, held.token)!,
  )
  const urls = [
    ...[swapped, forged, held.token.slice(0, -1), `${held.token}A`, 'x', 'a'.repeat(199)].map((token) =>
      held.url.replace(held.token, token),
    ),
    linkTo(held, { userId: newId('user') }),
    linkTo(held, { noticeId: newId('notice') }),
    linkTo(held, { approvalId: other.approvalId }),
    linkTo(held, { tenantId: newId('tenant') }),
  ]
  const { content_sha256 } = fieldsOf((await get(held.url)).text)
  for (const url of urls) {
    expect((await get(url)).status, url).toBe(404)
    const token = url.split('/').at(-1)!
    expect((await post(url, { token, content_sha256, decision: 'approve' })).status, url).toBe(404)
  }
  expect(await state(held)).toMatchObject({ approval: 'pending' })
  expect(await state(other)).toMatchObject({ approval: 'pending' })
})

test('a link ends with its approval, and with its own time', async () => {
  const held = await hold()
  const fields = fieldsOf((await get(held.url)).text)
  const past = linkTo(held, { expiresAt: Date.now() - 5_000 })
  const token = past.split('/').at(-1)!
  expect((await get(past)).status).toBe(410)
  expect((await post(past, { ...fields, token, decision: 'approve' })).status).toBe(410)
  await house.database.query("update approvals set expires_at = now() - interval '1 second' where id = $1", [
    held.approvalId,
  ])
  const late = await post(held.url, { ...fields, decision: 'approve' })
  expect([late.status, late.text.includes('not sent')]).toEqual([410, true])
  expect((await state(held)).message).not.toBe('queued')
})

/** Who was shown the secrets of a message, and for what. */
const secretsShown = async ({ id }: Held) => {
  const log = await house.api('GET', '/audit_log?event_type=secrets_shown&limit=100')
  const entries = log.body.entries as unknown as { metadata: Record<string, unknown> }[]
  return entries.flatMap(({ metadata }) => (metadata.message_id === id ? [metadata] : []))
}

test('secrets are masked behind the link, too, until they are asked for, which is on record', async () => {
  const key = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
  const held = await hold({
    subject: `The key ${key}`,
    body: `Dear Ada,\n\nuse ${key} until Monday.`,
    html: `<p>Dear Ada,</p><p>use <b>${key}</b> until Monday.</p>`,
    attachments: [{ filename: `${key}.txt`, content_type: 'text/plain', content: btoa('nothing') }],
  })
  const page = await get(held.url)
  expect(page.text).not.toContain(key)
  expect(page.text.match(/\[secret\]/g)!.length).toBeGreaterThan(4)
  const fields = fieldsOf(page.text)
  const asks = await get(`${held.url}/edit`)
  expect([asks.status, asks.text.includes(key)]).toEqual([200, false])
  expect(asks.text).toContain('value="show_and_edit"')
  expect((await post(held.url, { ...fields, token: '', decision: 'show' })).text).not.toContain(key)
  expect(await secretsShown(held), 'looking is no asking').toEqual([])
  const by = { user_id: userId, key_id: null, by_notice_id: readReviewToken(keyring, held.token)!.noticeId }

  const shown = await post(held.url, { ...fields, decision: 'show' })
  expect([shown.status, shown.text.includes(key)]).toEqual([200, true])
  expect(shown.text).not.toContain('[secret]')
  expect(await secretsShown(held)).toEqual([{ message_id: held.id, purpose: 'read', ...by }])
  expect((await get(held.url)).text, 'nobody is remembered').not.toContain(key)

  const form = await post(held.url, { ...fieldsOf(asks.text), decision: 'show_and_edit' })
  expect([form.status, form.text.includes(`use ${key} until`)]).toEqual([200, true])
  const refused = await post(`${held.url}/edit`, { ...fieldsOf(form.text), to: 'group: a@b.example;' })
  expect([refused.status, refused.text.includes(key)]).toEqual([422, true])
  expect((await secretsShown(held)).map(({ purpose }) => purpose)).toEqual(['edit', 'edit', 'read'])
  expect(await state(held)).toMatchObject({ approval: 'pending' })

  const changed = { subject: 'The key', body: 'Dear Ada,\n\nuse it until Monday.', text_only: 'yes' }
  expect((await post(`${held.url}/edit`, { ...fieldsOf(form.text), ...changed })).status).toBe(303)
  const edited = await get(held.url)
  expect(edited.text).toContain('revision 2')
  expect(edited.text, 'nor in what the edit took out').not.toContain(key)
})

test('a message without secrets asks for nothing more', async () => {
  const held = await hold()
  const { text } = await get(held.url)
  expect(text).not.toContain('value="show"')
  await post(held.url, { ...fieldsOf(text), decision: 'show' })
  expect((await get(`${held.url}/edit`)).text).toContain('It left our house this morning.')
})

test('a reviewer edits on the page, sees what was made of it, and approves exactly that', async () => {
  const held = await hold({ to: 'Ada <ada@peer.example>', bcc: 'archive@peer.example' })
  const stale = fieldsOf((await get(held.url)).text)
  const form = await get(`${held.url}/edit`)
  const same = { to: 'Ada <ada@peer.example>', cc: '', bcc: 'archive@peer.example', subject: 'Order 1815' }
  expect(form.text).toContain('value="Ada &lt;ada@peer.example&gt;"')
  expect((await get(held.url)).text).toContain('Ada &lt;ada@peer.example&gt;')
  const wrong = await post(`${held.url}/edit`, {
    ...fieldsOf(form.text),
    ...same,
    to: 'group: a@b.example;',
    body: 'It left.\r\nTwo.',
  })
  expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([422, true])
  expect(wrong.text).toContain('It left.\nTwo.')
  const save = (body: string) =>
    post(`${held.url}/edit`, {
      ...fieldsOf(form.text),
      ...same,
      to: 'Ada <ada@peer.example>, Alan <alan@peer.example>',
      cc: 'grace@peer.example',
      body,
    })
  expect((await save('It left.\r\nTwo.')).status).toBe(303)
  expect((await save('It left.\r\nTwo.')).status, 'pressed twice').toBe(303)
  const late = await save('It left.\r\nThree.')
  expect(late.status, 'of a version that was edited since').toBe(409)
  expect(late.text, 'nothing that was written is lost').toContain('\nIt left.\nThree.</textarea>')
  expect(late.text, 'and what it would replace is shown').toMatch(
    /<h2>Text, as it is now<\/h2><pre [^>]*>It left\.\nTwo\.<\/pre>/,
  )
  const page = await get(held.url)
  expect(fieldsOf(late.text), 'whoever has seen it may save').toEqual(fieldsOf(page.text))
  expect(page.text).toContain('Edited by a reviewer')
  expect(page.text).toContain('+Cc: grace@peer.example')
  // Who still has the page of before must not approve what they haven't seen.
  const blind = await post(held.url, { ...stale, decision: 'approve' })
  expect([blind.status, blind.text.includes('look at it again')]).toEqual([409, true])
  expect(await state(held)).toMatchObject({ approval: 'pending' })
  expect((await post(held.url, { ...fieldsOf(page.text), decision: 'approve' })).status).toBe(303)
  await house.drain()
  const eml = readFileSync(join(house.dataDir, 'outbox', `${held.id}.eml`), 'utf8')
  expect(eml).toContain('To: Ada <ada@peer.example>, Alan <alan@peer.example>')
  expect(eml).toContain('Cc: grace@peer.example')
  expect(eml).toContain('It left.\r\nTwo.')
  expect(await house.message(held.id)).toMatchObject({ status: 'sent', edited: true, body: 'It left.\nTwo.' })
  expect(await doneBy(userId, held)).toEqual([
    'An outbound message was approved.',
    'A reviewer edited an outbound message that waits.',
    'An outbound message waits for approval.',
  ])
})

test('a reviewer opens attachments by the same link, as files, and only those of the message', async () => {
  const file = (filename: string, text: string) => ({
    filename,
    content_type: 'text/html',
    content: Buffer.from(text).toString('base64'),
  })
  const held = await hold({ attachments: [file('receipt.html', '<script>alert(1)</script>')] })
  const other = await hold({ attachments: [file('other.html', 'other')] })
  const linkIn = (page: string) => /href="(\/review\/[^"]+\/attachments\/[^"]+)"/.exec(page)?.[1] ?? ''
  const path = linkIn((await get(held.url)).text)
  const { status, headers, text } = await get(`${house.httpUrl}${path}`)
  expect([status, text]).toEqual([200, '<script>alert(1)</script>'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="receipt.html"')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('cache-control')).toBe('no-store')
  const foreign = linkIn((await get(other.url)).text)
    .split('/')
    .at(-1)!
  for (const id of [foreign, 'att_x', newId('attachment')])
    expect((await get(`${held.url}/attachments/${id}`)).status).toBe(404)
  const forged = path.replace(held.token, `${held.token.slice(0, -2)}AA`)
  expect((await get(`${house.httpUrl}${forged}`)).status).toBe(404)
  const scanned = (result: string) =>
    house.database.query('update attachments set scan_status = $2 where message_id = $1', [held.id, result])
  for (const [result, code] of [
    ['infected', 403],
    ['pending', 409],
  ] as const) {
    await scanned(result)
    expect((await get(`${house.httpUrl}${path}`)).status).toBe(code)
    expect(linkIn((await get(held.url)).text)).toBe('')
  }
  await scanned('clean')
  const fields = fieldsOf((await get(held.url)).text)
  expect((await post(held.url, { ...fields, decision: 'reject' })).status).toBe(303)
  expect((await get(`${house.httpUrl}${path}`)).text).not.toContain('alert(1)')
})

test('no link is in what an agent can read, and no notice goes where one could read it', async () => {
  const held = await hold()
  for (const path of [
    `/messages/${held.id}`,
    `/approvals/${held.approvalId}`,
    `/approvals/${held.approvalId}/revisions`,
    `/inboxes/${slug}/messages`,
    '/audit_log?limit=100',
    '/account',
  ])
    expect((await house.api('GET', path)).text).not.toContain('/review/')
  const inbox = await house.createInbox()
  await house.database.query('update users set email = $2 where id = $1', [userId, inbox.address])
  const before = notices().length
  const { body } = await house.api('POST', `/inboxes/${slug}/messages`, {
    to: 'ada@peer.example',
    subject: 'x',
    body: 'y',
  })
  await house.drain()
  await house.database.query("update users set email = 'ops@acme.example' where id = $1", [userId])
  expect(notices()).toHaveLength(before)
  expect((await house.api('GET', `/inboxes/${inbox.slug}/messages`)).body.messages).toEqual([])
  const [row] = await house.database.query<{ failure: string }>(
    'select failure from approval_notices where approval_id = $1',
    [String(body.approval?.id)],
  )
  expect(row!.failure).toContain('inbox of this service')
  const slugs = await house.api('POST', '/inboxes', { slug: 'approvals' })
  expect(slugs.status).toBe(422)
})

test('of a sandbox nobody is told', async () => {
  const made = await house.api(
    'POST',
    '/inboxes',
    { slug: 'sandbox-vault', security_level: 4 },
    { key: house.sandboxKey },
  )
  expect(made.status).toBe(201)
  const before = notices().length
  const { status } = await house.api(
    'POST',
    '/inboxes/sandbox-vault/messages',
    { to: 'ada@peer.example', subject: 'x', body: 'y' },
    { key: house.sandboxKey },
  )
  expect(status).toBe(202)
  await house.drain()
  expect(notices()).toHaveLength(before)
})
