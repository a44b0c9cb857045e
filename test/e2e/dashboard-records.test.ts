/** The dashboard's pages of what was said, pushed, done and paid: conversations, deliveries, the audit log, credits. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkChain } from '../../services/dashboard/check-chain.ts'
import { type House, startHouse } from '../support/house.ts'
import { fieldOf, SignedIn } from '../support/signed-in.ts'

const xss = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
let house: House
let visitor: SignedIn
let viewer: SignedIn
beforeAll(async () => {
  house = await startHouse({ BILLING_GATEWAY: 'manual' })
  visitor = await SignedIn.as(house)
  await house.api('POST', '/users', { email: 'viewer@acme.example', role: 'viewer' })
  await house.drain()
  viewer = await SignedIn.as(house, 'viewer@acme.example')
})
afterAll(() => house.stop())

test('a conversation is read from its first mail to its last, with its secrets masked', async () => {
  const { slug, address } = await house.createInbox()
  const { address: elsewhere, slug: other } = await house.createInbox()
  const messageId = `<first-${slug}@sender.example>`
  await house.send(
    { subject: `Chairs ${xss}`, body: `Twelve. My password: Tr7-kelp-Marble-92 ${xss}`, messageId },
    { rcptTo: [address] },
  )
  await house.send({ subject: 'Re: Chairs', body: 'Or six?', inReplyTo: messageId }, { rcptTo: [address] })
  await house.send({ subject: 'Tables', body: 'Three.' }, { rcptTo: [elsewhere] })
  await house.drain()
  const path = `/dashboard/inboxes/${slug}/conversations`
  const list = await visitor.open(path)
  expect(list.text).toContain('2 messages')
  const own = new RegExp(`href="(${path}/thr_[^"]+)"`).exec(list.text)![1]!
  const { status, text } = await visitor.open(own)
  expect(status).toBe(200)
  expect(text.indexOf('Twelve.')).toBeGreaterThan(-1)
  expect(text.indexOf('Or six?')).toBeGreaterThan(text.indexOf('Twelve.'))
  expect(text).toContain('[secret]')
  expect(text).not.toContain('Tr7-kelp')
  for (const seen of [text, list.text]) expect(seen).not.toContain('<img')
  // Of another inbox, and of none.
  expect((await visitor.open(own.replace(slug, other))).status).toBe(404)
  expect((await visitor.open(`${path}/thr_01ka2b3c4d5e6f7g8h9j0kmnpq`)).status).toBe(404)
})

test('deliveries are listed by outcome with their attempts, and delivered again', async () => {
  const { slug, address } = await house.createInbox({ webhook_url: house.receiver.url })
  const path = `/dashboard/inboxes/${slug}/deliveries`
  expect((await visitor.open(path)).text).toContain('Nothing was pushed yet.')
  await house.send({ subject: 'Chairs', body: 'Twelve.' }, { rcptTo: [address] })
  await house.drain()
  const all = await visitor.open(path)
  expect(all.text).toContain('message.received')
  expect(all.text).toContain('answered 200')
  expect((await visitor.open(`${path}?status=failed`)).text).toContain('There are none.')
  expect((await visitor.open(`${path}?status=succeeded`)).text).toContain('1 attempt')
  const delivery = /name="delivery" value="(whd_[^"]+)"/.exec(all.text)![1]!
  const sent = await visitor.send(path, { delivery })
  expect(sent).toMatchObject({ status: 303, location: `${path}?done=redelivered` })
  await house.drain()
  expect((await visitor.open(path)).text).toContain('2 attempts')
  expect((await visitor.send(path, { delivery: 'whd_01ka2b3c4d5e6f7g8h9j0kmnpq' })).status).toBe(404)
  expect((await viewer.open(path)).text).not.toContain('Deliver it again')
  expect((await viewer.open(path, { delivery })).status).toBe(403)
})

test('who reaches an inbox is named: people by role, keys by what they are limited to', async () => {
  const { id: inbox_id, slug } = await house.createInbox()
  const { id: other } = await house.createInbox()
  await house.api('POST', '/api_keys', { name: `mine ${xss}`, inbox_id })
  await house.api('POST', '/api_keys', { name: 'of another', inbox_id: other })
  const { text } = await visitor.open(`/dashboard/inboxes/${slug}`)
  expect(text).toContain('viewer@acme.example')
  expect(text).toContain('this one alone')
  expect(text).not.toContain('of another')
  expect(text).not.toContain('<img')
  const looked = (await viewer.open(`/dashboard/inboxes/${slug}`)).text
  expect(looked).not.toContain('Make a new secret')
  expect(looked).not.toContain('Pause it')
})

test('an entry of the audit log names the message that it is about by its subject, without secrets', async () => {
  const { address } = await house.createInbox()
  const subject = 'Key sk_live_4eC39HqLyjWDarjtT1zdp7dc <b>'
  const { id } = await house.send({ subject, body: 'Hello.' }, { rcptTo: [address] })
  await house.drain()
  const { text } = await visitor.open('/dashboard/audit?event_type=msg_recv')
  expect(text).toContain(`<a href="/dashboard/mail/${id}">Key [secret] &lt;b&gt;</a>`)
})

test('the audit log is filtered, exported, and its chain checked', async () => {
  const { id, slug } = await house.createInbox()
  const config = { domains: ['spam.example'] }
  const policy = { name: 'Here', type: 'domain_blocklist', action: 'flag', inbox_id: id, config }
  expect((await house.api('POST', '/policies', policy)).status).toBe(201)
  const path = '/dashboard/audit'
  const filtered = await visitor.open(`${path}?inbox_id=${id}`)
  expect(filtered.text).toContain(`· ${slug}`)
  expect((await visitor.open(path)).text, 'a day of which zone').toMatch(/<label for="since">Since .*\(UTC\)/)
  expect((await visitor.open(`${path}?since=2999-01-01`)).text).toContain('No entries match these filters.')
  const wrong = await visitor.open(`${path}?since=yesterday`)
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('role="alert"')
  const exported = await visitor.open(`${path}/export?inbox_id=${id}`)
  const lines = exported.text.trim().split('\n')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ inbox_id: id })
  expect((await visitor.send(path, {})).text).toMatch(/role="status">The chain is whole: \d+ entries/)
  // Without the mark of a page of theirs nothing is read.
  expect((await visitor.open(path, {})).status).toBe(403)
  await house.drain()
  await house.database.transaction(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'")
    await tx.query(
      `update audit_entries set description = 'Nothing happened.'
       where id = (select id from audit_entries where inbox_id = $1 limit 1)`,
      [id],
    )
  })
  expect((await visitor.send(path, {})).text).toMatch(/role="alert">The chain is broken at entry \d+/)
})

test('a chain is checked as far as its limit, and no further', async () => {
  const text = (await visitor.open('/dashboard/audit/export')).text
  const whole = text.slice(0, text.indexOf('\n', text.indexOf('\n') + 1) + 1)
  expect(await checkChain(Readable.from([whole]))).toEqual({ checked: 2, broken: null, cut: false })
  // In pieces that end anywhere.
  const pieces = whole.match(/[\s\S]{1,97}/g)!
  expect(await checkChain(Readable.from(pieces))).toEqual({ checked: 2, broken: null, cut: false })
  expect(await checkChain(Readable.from([whole]), 1)).toEqual({ checked: 1, broken: null, cut: true })
  const second = whole.slice(whole.indexOf('\n') + 1)
  expect(await checkChain(Readable.from([second]))).toEqual({ checked: 0, broken: 1, cut: false })
})

test('credits are shown with what used them, and bought', async () => {
  const path = '/dashboard/billing'
  const before = await visitor.open(path)
  const left = Number(/([\d,]+) credits left/.exec(before.text)![1]!.replaceAll(',', ''))
  // Looking costs a person nothing: it is what there is.
  const [account] = await house.database.query<{ credits: number }>(
    "select credits from accounts where organization_name = 'Acme'",
  )
  expect(left).toBe(account!.credits)
  expect(before.text).toContain('Create inbox')
  expect((await visitor.send(path, { credits: 'many' })).status).toBe(422)
  const bought = await visitor.send(path, { credits: '5000' })
  expect(bought).toMatchObject({ status: 303, location: `${path}?done=bought` })
  const after = await visitor.open(path)
  expect(after.text).toContain(`${(left + 5_000).toLocaleString('en')} credits left`)
  expect(after.text).toContain('Purchase: 5,000 credits')
  expect((await viewer.open(path)).text).not.toContain('Buy')
  expect((await viewer.open(path, { credits: '5000' })).status).toBe(403)
})

test('a form for credits that is sent while the first is under way orders nothing more, whenever it is sent again', async () => {
  const path = '/dashboard/billing'
  const page = await visitor.open(path)
  const form = { csrf: fieldOf(page, 'csrf')!, once: fieldOf(page, 'once')!, credits: '700' }
  const orders = async () => (await house.database.query('select 1 from orders where credits = 700')).length
  const first = await house.database.transaction(async (tx) => {
    const [own] = await tx.query<{ pid: number }>(
      "select pg_backend_pid() as pid from accounts where organization_name = 'Acme' for no key update",
    )
    const sent = visitor.open(path, form)
    const blocked = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    await expect.poll(() => tx.query(blocked, [own!.pid])).not.toHaveLength(0)
    const again = await visitor.open(path, form)
    expect(again.status).toBe(409)
    expect(fieldOf(again, 'once')).toBe(form.once)
    return { sent }
  })
  expect((await first.sent).location).toBe(`${path}?done=bought`)
  expect((await visitor.open(path, form)).location).toBe(`${path}?done=bought`)
  expect(await orders()).toBe(1)
  expect(fieldOf(await visitor.open(path), 'once')).not.toBe(form.once)
})
