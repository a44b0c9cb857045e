/** The link that confirms an address: mailed on signing up, looked at by anybody, followed once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressMark,
  makeConfirmationToken,
  readConfirmationToken,
} from '../../shared/flow/account/confirmation-link.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { type House, startHouse } from '../support/house.ts'

const secret = 'the secret key of a house that lives for one test file'
const keyring = new Keyring(secret)
let house: House
beforeAll(async () => {
  house = await startHouse({ SECRET_KEY: secret, SIGNUP: 'confirm' })
})
afterAll(() => house.stop())

const name = 'Buy cheap things at evil.example'
let serial = 0
/** An account, the mail that was sent for it, and the link in it. */
async function signedUp() {
  const contact_email = `ops${++serial}@acme.example`
  const { status, body } = await house.api('POST', '/signup', { organization_name: name, contact_email })
  expect(status).toBe(201)
  await house.drain()
  const folder = join(house.dataDir, 'outbox')
  const eml = readdirSync(folder)
    .filter((file) => file.startsWith('cnf_'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .find((text) => text.includes(`<${contact_email}>`))!
  const mail = await simpleParser(eml)
  const url = /http:\/\/\S+\/confirm\/\S+/.exec(mail.text ?? '')![0]
  // As it is captured: who has no mail program copies it out of the file.
  expect(eml.split(/\r?\n/)).toContain(url)
  return {
    accountId: String(body.account?.id),
    userId: String(body.user?.id),
    key: String(body.api_key?.key),
    contact_email,
    eml,
    mail,
    url,
    token: url.split('/').at(-1)!,
  }
}
const confirmed = async (userId: string) => {
  const [row] = await house.database.query<{ at: string | null }>(
    'select email_confirmed_at as at from users where id = $1',
    [userId],
  )
  return row!.at !== null
}
const post = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}
const slugOf = async (key: string) => {
  const slug = `sender-${++serial}x`
  await house.api('POST', '/inboxes', { slug }, { key })
  return slug
}
const send = (slug: string, key: string) =>
  house.api(
    'POST',
    `/inboxes/${slug}/messages`,
    { to: 'ada@peer.example', subject: 'Hi', body: 'Hi' },
    { key },
  )

test('says who asks and nothing that whoever signed up wrote; looking confirms nothing, posting does, once', async () => {
  const { userId, key, url, token, mail, eml, contact_email } = await signedUp()
  expect(eml).toMatch(/^Return-Path: <>\r\n/)
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.subject).toBe('Confirm your address for inbox.localhost')
  expect(eml).not.toContain('evil.example')
  expect(mail.text).toContain('until then the account sends no live mail, buys no credits and invites nobody')
  expect(mail.text).toMatch(/It works once, until \w+,? \d{1,2} \w+ \d{4} at \d\d:\d\d UTC/)
  const slug = await slugOf(key)
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await fetch(url, { method })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    if (method === 'GET') expect(await page.text()).toContain(contact_email)
  }
  expect(await confirmed(userId)).toBe(false)
  expect((await send(slug, key)).body.error?.code).toBe('account_unconfirmed')
  expect((await post(url, {})).status, 'a form of another page').toBe(404)
  expect(await confirmed(userId)).toBe(false)
  expect((await post(url, { token })).status).toBe(303)
  expect(await confirmed(userId)).toBe(true)
  expect((await send(slug, key)).status).toBe(201)
  const again = await post(url, { token })
  expect([again.status, again.text]).toEqual([200, expect.stringContaining('is confirmed')])
  const [entry] = await house.database.query<{ count: number }>(
    `select count(*)::int as count from audit_entries where metadata ->> 'user_id' = $1 and metadata ->> 'by' = 'link'`,
    [userId],
  )
  expect(entry!.count).toBe(1)
})

test('a link that is too old, forged, of another address or of an account that is gone does nothing', async () => {
  const { accountId, userId, url, token, contact_email } = await signedUp()
  const link = readConfirmationToken(keyring, token)!
  expect(link).toMatchObject({ accountId, userId, address: addressMark(contact_email) })
  const made = (change: object) => makeConfirmationToken(keyring, { ...link, ...change })
  const status = async (changed: string) => {
    const address = url.replace(token, changed)
    const looked = await fetch(address)
    const posted = await post(address, { token: changed })
    expect(posted.status).toBe(looked.status)
    return looked.status
  }
  expect(await status(made({ expiresAt: Date.now() - 2_000 }))).toBe(410)
  expect(await status(made({ address: addressMark('other@acme.example') }))).toBe(404)
  expect(await status(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(404)
  expect(await status('nonsense')).toBe(404)
  expect(await confirmed(userId)).toBe(false)
  await house.database.query('update accounts set deleted_at = now() where id = $1', [accountId])
  expect(await status(token)).toBe(404)
})

test('many who follow it at once are one entry on record', async () => {
  const { userId, url, token } = await signedUp()
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(url, { token })))
  for (const { status } of answers) expect([200, 303]).toContain(status)
  const [entry] = await house.database.query<{ count: number }>(
    `select count(*)::int as count from audit_entries where metadata ->> 'user_id' = $1 and metadata ->> 'by' = 'link'`,
    [userId],
  )
  expect([await confirmed(userId), entry!.count]).toEqual([true, 1])
})

test('where nothing waits for it but what notices show, the mail says that and no more', async () => {
  const open = await startHouse({ SIGNUP: 'open' })
  try {
    const { status } = await open.api('POST', '/account/confirmation', {})
    expect(status).toBe(202)
    await open.drain()
    const folder = join(open.dataDir, 'outbox')
    const file = readdirSync(folder).find((name) => name.startsWith('cnf_'))!
    const { text } = await simpleParser(readFileSync(join(folder, file)))
    expect(text).toContain('until then notices to this address show nothing of the messages')
    expect(text).not.toContain('sends no')
    const sent = await open.api('POST', `/inboxes/${open.inbox.slug}/messages`, {
      to: 'ada@peer.example',
      subject: 'Hi',
      body: 'Hi',
    })
    expect(sent.status).toBe(201)
  } finally {
    await open.stop()
  }
})
