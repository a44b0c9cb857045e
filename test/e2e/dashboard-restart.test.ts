/** A decision made a moment before the service ends is carried out by the one that comes after it. */
import { expect, test } from 'vitest'
import { makeOperatorLink } from '../../shared/flow/account/sign-in.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { clamdUrl } from '../support/clamd.ts'
import { openHouse } from '../support/open-house.ts'
import { createDatabase } from '../support/postgres.ts'

const secret = 'a secret of two services, one after the other'

test('nothing that was decided is lost with the process', async () => {
  const database = await createDatabase()
  const settings = {
    DATABASE_URL: database.serviceUrl,
    DATABASE_OWNER_URL: database.url,
    CLAMAV_URL: clamdUrl(),
    SECRET_KEY: secret,
  }
  const first = await openHouse(settings)
  const { slug } = await first.createInbox({ security_level: 4 })
  const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left on Monday.' }
  const { body } = await first.api('POST', `/inboxes/${slug}/messages`, mail)
  const id = String(body.id)

  const link = await makeOperatorLink(
    { database: first.database, keyring: new Keyring(secret) },
    'ops@acme.example',
  )
  const field = (text: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  const open = async (path: string, cookie = '', form?: Record<string, string>) =>
    fetch(`${first.httpUrl}${path}`, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
  const asked = await (await open(link)).text()
  const signedIn = await open(link, '', { token: field(asked, 'token'), user: field(asked, 'user') })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const page = await (await open(`/dashboard/mail/${id}`, cookie)).text()
  const form = { csrf: field(page, 'csrf'), content_sha256: field(page, 'content_sha256') }
  const decided = await open(`/dashboard/mail/${id}`, cookie, { ...form, decision: 'approve' })
  expect(decided.status).toBe(303)
  const statusOf = async (sql: typeof first.database) =>
    (await sql.query<{ status: string }>('select status from messages where id = $1', [id]))[0]!.status
  expect(await statusOf(first.database)).toBe('withheld')
  await first.stop()

  const second = await openHouse(settings)
  try {
    await second.drain()
    expect(await statusOf(second.database)).toBe('sent')
    expect(await second.database.query('select 1 from pending_decisions')).toEqual([])
  } finally {
    await second.stop()
    await database.drop()
  }
})
