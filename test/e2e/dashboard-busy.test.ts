/** A reviewer at work: the rate of an API key, which each call of a page would use up, is no limit of a person. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { carryOut } from '../support/carry-out.ts'
import { type House, startHouse } from '../support/house.ts'
import { fieldOf, SignedIn } from '../support/signed-in.ts'

let house: House
let visitor: SignedIn
let slug: string
beforeAll(async () => {
  house = await startHouse({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PER_SECOND: '20' })
  slug = (await house.createInbox({ security_level: 4 })).slug
  visitor = await SignedIn.as(house)
})
afterAll(() => house?.stop())

async function hold(subject: string): Promise<string> {
  // Each with a limit of its own: it is not the agents' that is looked at here.
  await house.database.query('delete from rate_limits')
  const mail = { to: 'ada@peer.example', subject, body: 'It left on Monday.' }
  const { body, text } = await house.api('POST', `/inboxes/${slug}/messages`, mail)
  expect(body.approval, text).toBeTruthy()
  return String(body.id)
}

test('several mails are decided on in one step, and one after the other', async () => {
  const ids: string[] = []
  for (let count = 0; count < 12; count++) ids.push(await hold(`Order ${count}`))
  await house.database.query('delete from rate_limits')
  const csrf = fieldOf(await visitor.open('/dashboard'), 'csrf')!
  const all = Object.fromEntries(ids.map((id) => [`m.${id}`, 'yes']))
  const asked = await visitor.open('/dashboard/batch', { csrf, lets: 'stop', ...all })
  const looked = [...asked.text.matchAll(/name="(m\.msg_\w+)" value="(\w+)"/g)]
  expect(looked, asked.text).toHaveLength(ids.length)
  for (const id of ids.slice(0, 6)) {
    const path = `/dashboard/mail/${id}`
    const page = await visitor.open(path)
    expect(page.status, page.text).toBe(200)
    const no = { csrf, content_sha256: fieldOf(page, 'content_sha256')!, decision: 'reject' }
    expect((await visitor.open(path, no)).status).toBe(303)
  }
  const rest = Object.fromEntries(looked.slice(6).map(([, name, sha]) => [name!, sha!]))
  const done = await visitor.open('/dashboard/batch', { csrf, lets: 'stop', sure: 'yes', ...rest })
  expect(done.location, done.text).toBe('/dashboard?done=several')
  await carryOut(house)
  const statuses = await house.database.query('select distinct status from messages')
  expect(statuses).toEqual([{ status: 'rejected' }])
})

test('a session that asks for pages without end is put off, and no other', async () => {
  const [busy, other] = [await SignedIn.as(house), await SignedIn.as(house)]
  let asked = 0
  const statuses = new Map<number, number>()
  const asks = async () => {
    while (asked++ < limits.sessionPagesPerMinute) {
      const { status } = await busy.open('/dashboard/nowhere')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 10 }, asks))
  // Signing in took none of them.
  expect([...statuses]).toEqual([[404, limits.sessionPagesPerMinute]])
  expect((await busy.open('/dashboard')).status).toBe(429)
  expect((await other.open('/dashboard')).status).toBe(200)
})
