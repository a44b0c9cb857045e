/** The quota of messages and sends: each counts at once, a refused one doesn't, and a repeated one is answered again. */
import { expect, test } from 'vitest'
import { createTestApi } from '../support/api.ts'

const mail = { to: 'ada@peer.example', subject: 'Order', body: 'It left.' }

test('sends in a row stop at the quota; what is refused takes nothing; a repeated one is answered as the first time', async () => {
  const api = await createTestApi({ QUOTA_MESSAGES_PER_DAY: '2' })
  const { sandboxKey: key } = await api.signUp()
  await api.call('POST', '/inboxes', key, { slug: 'sender' })
  const send = (body: object = mail, headers: Record<string, string> = {}) =>
    api.call('POST', '/inboxes/sender/messages', key, body, headers)
  await api.call('POST', '/policies', key, {
    name: 'No secrets',
    type: 'output_scan',
    action: 'block',
    config: { detectors: ['secrets'], max_score: 10 },
  })
  const secret = ['aws_access_key_id = AKIA', 'Q3EGJ7LMX5KZ2WTB'].join('')
  for (let n = 0; n < 3; n++)
    expect((await send({ ...mail, body: secret })).body.error?.code).toBe('policy_blocked')
  const once = { 'idempotency-key': 'order-1815' }
  const first = await send(mail, once)
  expect(first.status).toBe(201)
  expect((await send()).status).toBe(201)
  for (const headers of [{}, { 'idempotency-key': 'order-1816' }]) {
    const refused = await send(mail, headers)
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'quota_exceeded'])
  }
  const again = await send(mail, once)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(again.text).toBe(first.text)
  const reply = await api.call('POST', `/messages/${first.body.id}/reply`, key, { body: 'Once more.' })
  expect(reply.body.error?.code, 'whatever kind of send').toBe('quota_exceeded')
  await api.close()
})

test('sends at once are no more than the quota; one refused for want of room is a new try with its key', async () => {
  const api = await createTestApi({ QUOTA_MESSAGES_PER_DAY: '1' })
  const { sandboxKey: key } = await api.signUp()
  await api.call('POST', '/inboxes', key, { slug: 'sender' })
  const send = (n: number) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/inboxes/sender/messages',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': `send-${n}` },
      payload: mail,
    })
  const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => send(n)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403])
  const refused = answers.findIndex(({ status }) => status === 403)
  await api.database.query('update inboxes set day = day - 1')
  await expect.poll(async () => (await send(refused)).status, { interval: 1_000 }).toBe(201)
  await api.close()
})
