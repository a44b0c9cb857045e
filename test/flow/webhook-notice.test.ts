/** The mail that says that a webhook was switched off: who gets it, once, and what it must and must not say. */
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { limits } from '../../shared/domain/limits.ts'
import { en } from '../../shared/texts/en/index.ts'
import { type House, startHouse } from '../support/house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

let peer: SmtpPeer
let house: House
beforeAll(async () => {
  peer = await SmtpPeer.start()
  house = await startHouse({
    RELAY_URL: `smtp://127.0.0.1:${peer.port}`,
    WEBHOOK_RETRY_DELAYS: '0',
  })
  house.receiver.otherwise({ status: 500 })
})
afterAll(async () => {
  await house.stop()
  await peer.close()
})
beforeEach(async () => {
  peer.behave()
  peer.forget()
  await confirmed('now()')
})

const confirmed = (at: string) => house.database.query(`update users set email_confirmed_at = ${at}`)
const queued = () =>
  house.database.query<{ id: string }>(`select id from pgboss.job where name = 'webhook_notice'`)
/** An inbox whose webhook has failed for five days. */
async function failing(key = house.key): Promise<Inbox> {
  const url = new URL(house.receiver.url)
  url.pathname = '/hooks/path-secret-1815'
  url.search = '?token=query-secret-1815'
  const slug = `hooked-${Math.random().toString(36).slice(2)}x`
  const made = await house.api('POST', '/inboxes', { slug, webhook_url: url.href }, { key })
  const inbox = made.body as unknown as Inbox
  await house.send({ to: inbox.address }, { rcptTo: [inbox.address] })
  await house.drain()
  await house.database.query(
    `update webhook_health set failing_since = now() - interval '5 days 1 minute' where inbox_id = $1`,
    [inbox.id],
  )
  // Others had succeeded between its attempts, so that its last one, 72 minutes after the first, was the first that counts.
  await house.database.query(
    `update webhook_deliveries set created_at = now() - interval '5 days 74 minutes' where inbox_id = $1`,
    [inbox.id],
  )
  return inbox
}
/** The failure that switches it off. */
async function failOnce({ id, address }: Inbox) {
  await house.send({ to: address }, { rcptTo: [address] })
  await expect
    .poll(
      async () =>
        (
          await house.database.query(
            'select 1 from webhook_health where inbox_id = $1 and disabled_at is not null',
            [id],
          )
        ).length,
    )
    .toBe(1)
}

test('whoever has a confirmed address gets one mail, with what it takes and nothing secret', async () => {
  const inbox = await failing()
  await house.drain()
  expect(peer.mails).toEqual([])
  await failOnce(inbox)
  await house.drain()
  expect(peer.mails).toHaveLength(1)
  const { mailFrom, recipients, data } = peer.mails[0]!
  expect([mailFrom, recipients]).toEqual(['', ['ops@acme.example']])
  const mail = await simpleParser(data)
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.subject).toBe(`A webhook was switched off: ${inbox.address}`)
  const [health] = await house.database.query<{ since: string }>(
    'select failing_since as since from webhook_health where inbox_id = $1',
    [inbox.id],
  )
  for (const said of [mail.text!, mail.html as string]) {
    expect(said).toContain(inbox.address)
    expect(said).toContain(`at ${new URL(house.receiver.url).origin} has`)
    expect(said).toContain(en.mails.time(health!.since))
    expect(said).toContain(`PATCH /inboxes/${inbox.slug}`)
    expect(said).toContain('webhook_enabled')
    expect(said).toContain(`POST /inboxes/${inbox.slug}/webhook/replay`)
  }
  expect(data.toString()).not.toMatch(/1815|hooks/)

  // What the mail says works.
  await house.send({ to: inbox.address }, { rcptTo: [inbox.address] })
  await house.drain()
  expect(peer.mails, 'told once, whatever fails afterwards').toHaveLength(1)
  const body = (path: string) => JSON.parse(mail.text!.split(path)[1]!.split('\n')[0]!) as object
  const patched = await house.api('PATCH', `/inboxes/${inbox.slug}`, body(`PATCH /inboxes/${inbox.slug}`))
  expect(patched.body).toMatchObject({ webhook_disabled_at: null })
  const replayPath = `/inboxes/${inbox.slug}/webhook/replay`
  const replayed = await house.api('POST', replayPath, body(`POST ${replayPath}`))
  expect(replayed.body).toMatchObject({ replayed: 3 })
  await house.drain()
})

test('an address that nobody has confirmed is told that a webhook was switched off, once a day', async () => {
  await confirmed('null')
  const inbox = await failing()
  const others = [await failing(), await failing()]
  await failOnce(inbox)
  for (const other of others) await failOnce(other)
  await house.drain()
  expect(peer.mails).toHaveLength(limits.unconfirmedWebhookNoticesPerDay)
  const text = peer.mails[0]!.data.toString()
  const mail = await simpleParser(text)
  expect(mail.subject).toBe('A webhook was switched off')
  expect(mail.text).toContain('A webhook of an account at inbox.localhost')
  for (const own of ['hooked', 'Acme', new URL(house.receiver.url).host, 'PATCH', '1815'])
    expect(text).not.toContain(own)
})

test('of a sandbox nobody is told', async () => {
  const inbox = await failing(house.sandboxKey)
  await failOnce(inbox)
  await house.drain()
  expect(await queued()).toEqual([])
  expect(peer.received).toEqual([])
})

test('who can not be reached yet is told later, in the same mail; of what is switched on again, nobody', async () => {
  peer.answer('END', '451 4.3.0 Later')
  const both = [await failing(), await failing()]
  for (const inbox of both) await failOnce(inbox)
  // Both have been tried: an attempt that began before the change below may end after it.
  await expect.poll(() => peer.received.length).toBeGreaterThanOrEqual(both.length)
  const [kept, mended] = both as [Inbox, Inbox]
  await house.api('PATCH', `/inboxes/${mended.slug}`, { webhook_enabled: true })
  peer.behave()
  await hurry(0)
  await house.drain()
  expect(peer.mails).toHaveLength(1)
  const taken = await simpleParser(peer.mails[0]!.data)
  expect(taken.subject).toContain(kept.address)
  const tries = await Promise.all(peer.received.map(({ data }) => simpleParser(data)))
  const ids = tries.filter(({ subject }) => subject === taken.subject).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(1)
})

test('a mail that was taken is not sent again because the database refuses to put that on record', async () => {
  await house.database.query('create sequence refusals')
  await house.database.query(
    `create function refuse_some() returns trigger language plpgsql as $$ begin
       if old.name = 'webhook_notice' and nextval('public.refusals') <= 3 then
         raise exception 'failing on purpose' using errcode = '57014';
       end if;
       return old;
     end $$`,
  )
  await house.database.query(
    'create trigger refuse_some before delete on pgboss.job for each row execute function public.refuse_some()',
  )
  await failOnce(await failing())
  await hurry(0)
  await house.drain()
  await house.database.query('drop trigger refuse_some on pgboss.job')
  const [refusals] = await house.database.query('select last_value as count from refusals')
  expect(refusals).toEqual({ count: 4 })
  expect(peer.mails).toHaveLength(1)
})

test('it is tried so many times, and then given up', async () => {
  peer.answer('MAIL', '451 4.3.0 Later')
  const inbox = await failing()
  await failOnce(inbox)
  await expect.poll(() => peer.commands.some((line) => line.startsWith('MAIL'))).toBe(true)
  expect(await queued()).toHaveLength(1)
  await hurry(limits.systemMailTries)
  await house.drain()
  expect(peer.mails).toEqual([])
})

/** Has every job that failed tried again now, as the one behind so many tries. */
async function hurry(tries: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await house.database.query(
          `update pgboss.job set start_after = now(), retry_count = greatest(retry_count, $1)
           where name = 'webhook_notice' and state = 'retry' and (start_after > now() or retry_count < $1)`,
          [tries],
        )
        return (await queued()).length
      },
      { interval: 200 },
    )
    .toBe(0)
}
