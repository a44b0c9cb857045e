/** Mail of our own to hosts that take their time over it: whoever names such an address holds up nobody else's mail. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

let peer: SmtpPeer
let house: House
beforeAll(async () => {
  peer = await SmtpPeer.start()
  house = await startHouse({
    SIGNUP: 'confirm',
    RELAY_URL: `smtp://127.0.0.1:${peer.port}?tls=off`,
    RELAY_CONNECTIONS: '20',
  })
})
afterEach(() => {
  peer.behave()
  peer.goOn('250 2.1.5 Recipient OK')
})
afterAll(async () => {
  await house.stop()
  await peer.close()
})

const slow = (line: string) => line.includes('tarpit.example')
const hanging = () => peer.commands.filter((line) => line.startsWith('RCPT') && slow(line)).length
const told = () => peer.mails.flatMap(({ recipients }) => recipients)

async function signUp(contact_email: string): Promise<{ key: string; accountId: string }> {
  const { status, body } = await house.api('POST', '/signup', { organization_name: 'Acme', contact_email })
  expect(status).toBe(201)
  return { key: String(body.api_key?.key), accountId: String(body.account?.id) }
}

test('links that confirm an address go to others while some hosts hang over theirs', async () => {
  peer.answer('RCPT', 'hang', { when: slow })
  for (let n = 0; n < 6; n++) await signUp(`ops${n}@tarpit.example`)
  await expect.poll(hanging).toBe(6)
  await signUp('ops@honest.example')
  await expect.poll(told).toContain('ops@honest.example')
})

test('a reviewer is told while the host of another one of the same message hangs', async () => {
  const { key } = await signUp('first@tarpit.example')
  await house.database.query('update users set email_confirmed_at = now()')
  const invited = { email: 'second@honest.example', role: 'reviewer' }
  expect((await house.api('POST', '/users', invited, { key })).status).toBe(201)
  await house.database.query('update users set email_confirmed_at = now()')
  await house.drain()
  peer.forget()
  peer.answer('RCPT', 'hang', { when: slow })
  await house.api('POST', '/inboxes', { slug: 'both', security_level: 4 }, { key })
  const mail = { to: 'ada@peer.example', subject: 'Order', body: 'It is on its way.' }
  expect((await house.api('POST', '/inboxes/both/messages', mail, { key })).status).toBe(202)
  await expect.poll(hanging).toBe(1)
  await expect.poll(told).toContain('second@honest.example')
})

test('reviewers are told while those of another account hang over their notices, some at a time', async () => {
  const [theirs, ours] = [await signUp('desk@tarpit.example'), await signUp('desk@honest.example')]
  await house.database.query('update users set email_confirmed_at = now()')
  // What tells them that they may confirm it is on its way or was.
  await house.drain()
  peer.forget()
  peer.answer('RCPT', 'hang', { when: slow })
  const hold = async (key: string, slug: string, count: number) => {
    await house.api('POST', '/inboxes', { slug, security_level: 4 }, { key })
    for (let n = 0; n < count; n++) {
      const mail = { to: 'ada@peer.example', subject: `Order ${n}`, body: 'It is on its way.' }
      expect((await house.api('POST', `/inboxes/${slug}/messages`, mail, { key })).status).toBe(202)
    }
  }
  await hold(theirs.key, 'theirs', 12)
  await expect.poll(hanging).toBeGreaterThanOrEqual(8)
  await hold(ours.key, 'ours', 1)
  await expect.poll(told).toContain('desk@honest.example')
  expect(hanging()).toBeLessThan(12)
})
