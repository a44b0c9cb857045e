/** What the dashboard says of mail that somebody decides on, has decided on, or has edited. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../support/house.ts'
import { fieldOf, type SeenPage, SignedIn } from '../support/signed-in.ts'

let house: House
let visitor: SignedIn
let slug: string
beforeAll(async () => {
  house = await startHouse()
  slug = (await house.createInbox({ security_level: 4 })).slug
  visitor = await SignedIn.as(house)
})
afterAll(() => house?.stop())

const secret = 'Tr7-kelp-Marble-92'

async function held(fields: object = {}): Promise<{ id: string; path: string }> {
  const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left on Monday.', ...fields }
  const { body, text } = await house.api('POST', `/inboxes/${slug}/messages`, mail)
  expect(body.approval, text).toBeTruthy()
  return { id: String(body.id), path: `/dashboard/mail/${String(body.id)}` }
}

/** Decides on a mail on its page, and answers the page that opens next. */
async function decide(path: string, fields: Record<string, string>): Promise<SeenPage> {
  const content_sha256 = fieldOf(await visitor.open(path), 'content_sha256') ?? ''
  const { location, text } = await visitor.send(path, { content_sha256, ...fields })
  expect(location, text).not.toBeNull()
  return visitor.open(location!)
}

async function carriedOut(): Promise<void> {
  await house.database.query(`update pending_decisions set due_at = now() - interval '1 second'`)
  await house.database.query(
    `update pgboss.job set start_after = now() where name = 'decision' and state = 'created'`,
  )
  await house.drain()
}

/** A page's text, without its tags. */
const plain = ({ text }: SeenPage) =>
  text
    .replaceAll(/<(script|style)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('what was decided is said of its mail by its subject, above the next one, and without secrets', async () => {
  const [other, odd, mail] = [
    await held({ subject: 'Above which it is said' }),
    await held({ subject: '' }),
    await held({ subject: `Your password: ${secret}` }),
  ]
  const next = await decide(mail.path, { decision: 'approve', sure: 'yes' })
  expect(plain(next)).toContain('“Your password: [secret]” will be sent in 10 seconds')
  expect(next.text).not.toContain(secret)
  expect(plain(await decide(odd.path, { decision: 'reject' }))).toContain(
    '“(no subject)” will be rejected in 10 seconds',
  )
  await visitor.send('/dashboard/language', { language: 'de' })
  const german = plain(await visitor.open(`${other.path}?done=approved&undo=${mail.id}`))
  expect(german).toContain('„Your password: [secret]“ wird in 10 Sekunden gesendet')
  await visitor.send('/dashboard/language', { language: '' })
  await carriedOut()
  const later = await visitor.open(`${other.path}?done=approved&undo=${mail.id}`)
  expect(plain(later)).toContain('“Your password: [secret]” · Approved: it is on its way.')
  expect(later.text).not.toContain(secret)
  await decide(other.path, { decision: 'reject' })
  await carriedOut()
})
