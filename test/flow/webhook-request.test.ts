/** The request that a webhook receiver gets: its payload, and both kinds of signature. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { type House, startHouse } from '../support/house.ts'
import { subjectScorer } from '../support/subject-scorer.ts'
import type { ReceivedRequest } from '../support/webhook-receiver.ts'

let house: House
let inbox: Inbox
beforeAll(async () => {
  house = await startHouse({ RISK_SCORERS: subjectScorer })
  inbox = await house.createInbox({ webhook_url: house.receiver.url })
})
afterAll(() => house.stop())

const secretOf = async () => String((await house.api('GET', `/inboxes/${inbox.slug}/webhook`)).body.secret)

/** As the specification has it: the secret as it stands is the key. */
const svcSignature = (secret: string, { headers, body }: ReceivedRequest) =>
  `sha256=${createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.${body}`).digest('hex')}`

/** As Standard Webhooks has it: the key is what the base64 after `whsec_` stands for. */
const standardSignature = (secret: string, { headers, body }: ReceivedRequest) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('the payload has the fields of the specification, and what REST says of the message beside it', async () => {
  const tagged = inbox.address.replace('@', '+Orders@')
  const { id } = await house.send(
    { from: 'Ada <ada@sender.example>', to: inbox.address, subject: 'Grüße 💌', body: 'Hello.' },
    { rcptTo: [tagged] },
  )
  const request = await house.receiver.next()
  await house.drain()
  const message = await house.message(id)
  expect(request.method).toBe('POST')
  expect(request.headers['content-type']).toBe('application/json')
  expect(request.headers['user-agent']).toBe('agent-email-service')
  expect(JSON.parse(request.body.toString())).toEqual({
    event: 'message.received',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {
      id,
      inbox_id: inbox.id,
      thread_id: message.thread_id,
      from: 'ada@sender.example',
      to: inbox.address,
      subject: 'Grüße 💌',
      body: message.body,
      status: 'delivered',
      direction: 'inbound',
      verdict: 'clean',
      released: false,
      rcpt_to: [tagged],
      security_analysis: {
        score: message.security_analysis?.risk_score,
        risk_score: message.security_analysis?.risk_score,
        level: 'low',
        summary: message.security_analysis?.summary,
      },
      created_at: message.created_at,
    },
  })
  expect(message).toMatchObject({ verdict: 'clean', rcpt_to: [tagged] })
})

test('a flagged message is of medium level, a released one of high', async () => {
  const levels = []
  for (const points of [31, 70, 71]) {
    const { id } = await house.send({ subject: `[${points} points]` }, { rcptTo: [inbox.address] })
    await house.drain()
    if (points > 70) await house.api('POST', `/messages/${id}/release`)
    const { body } = await house.receiver.next()
    const { verdict, released, security_analysis } = JSON.parse(body.toString()).data
    levels.push({ verdict, released, ...security_analysis })
  }
  expect(levels).toEqual([
    expect.objectContaining({ verdict: 'flagged', released: false, score: 31, level: 'medium' }),
    expect.objectContaining({ verdict: 'flagged', released: false, score: 70, level: 'medium' }),
    expect.objectContaining({ verdict: 'withheld', released: true, score: 71, level: 'high' }),
  ])
})

test('both signatures verify, at a time that receivers accept', async () => {
  await house.send({}, { rcptTo: [inbox.address] })
  const request = await house.receiver.next()
  const secret = await secretOf()
  expect(request.headers['x-svc-signature']).toBe(svcSignature(secret, request))
  expect(request.headers['webhook-signature']).toBe(standardSignature(secret, request))
  expect(request.headers['x-svc-timestamp']).toBe(request.headers['webhook-timestamp'])
  expect(Math.abs(Number(request.headers['x-svc-timestamp']) - request.at / 1_000)).toBeLessThan(5)
})

test('every attempt is signed afresh under the same id', async () => {
  house.receiver.answer({ status: 500 })
  await house.send({}, { rcptTo: [inbox.address] })
  const [first, second] = [await house.receiver.next(), await house.receiver.next()]
  const secret = await secretOf()
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  for (const request of [first, second]) {
    expect(request.headers['x-svc-signature']).toBe(svcSignature(secret, request))
    expect(request.headers['webhook-signature']).toBe(standardSignature(secret, request))
  }
})

test('after a rotation the new secret signs, and the old one beside it', async () => {
  const before = await secretOf()
  await house.api('POST', `/inboxes/${inbox.slug}/webhook/rotate_secret`)
  const after = await secretOf()
  expect(after).not.toBe(before)
  await house.send({}, { rcptTo: [inbox.address] })
  const request = await house.receiver.next()
  expect(request.headers['x-svc-signature']).toBe(svcSignature(after, request))
  expect(String(request.headers['webhook-signature']).split(' ')).toEqual([
    standardSignature(after, request),
    standardSignature(before, request),
  ])
})

test('a webhook URL that is removed before the attempt gets nothing, and the message stays readable', async () => {
  const other = await house.createInbox({ webhook_url: house.receiver.url })
  const { id } = await house.send({ subject: '[80 points]' }, { rcptTo: [other.address] })
  await house.drain()
  const before = house.receiver.received.length
  await house.api('PATCH', `/inboxes/${other.slug}`, { webhook_url: null })
  await house.api('POST', `/messages/${id}/release`)
  await house.drain()
  expect(house.receiver.received).toHaveLength(before)
  expect(await house.message(id)).toMatchObject({ status: 'clean', verdict: 'withheld' })
})
