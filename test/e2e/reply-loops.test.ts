/** Programs that answer programs: who is not answered, and how two that don't notice are stopped, over real SMTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { dsnText } from '../support/dsn-text.ts'
import { type House, startHouse } from '../support/house.ts'
import type { EnvelopeFields } from '../support/open-house.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'

const budget = 5
let peer: SmtpPeer
let house: House

beforeAll(async () => {
  peer = await SmtpPeer.start()
  house = await startHouse({
    RELAY_URL: `smtp://127.0.0.1:${peer.port}`,
    RELAY_TIMEOUT_SECONDS: '1',
    LOOP_ANSWERS_PER_HOUR: String(budget),
  })
})
beforeEach(() => peer.forget())
afterAll(async () => {
  await house.stop()
  await peer.close()
})

async function received(headers: string[], envelope: EnvelopeFields = {}) {
  const { id } = await house.send({ from: 'Ada <ada@peer.example>', headers }, envelope)
  await house.drain()
  return house.message(id)
}

const reply = (id: string, fields: Record<string, unknown> = {}) =>
  house.api('POST', `/messages/${id}/reply`, { body: 'Thank you.', ...fields })

test('a person is answered, and so is a mailing list', async () => {
  const person = await received([])
  expect(person.automated_kind).toBe('human')
  expect((await reply(person.id)).status).toBe(201)
  const list = await received(['List-Id: <dev.lists.example>', 'Precedence: list'])
  expect(list.automated_kind).toBe('list')
  expect((await reply(list.id)).status).toBe(201)
  await house.drain()
  for (const { data } of peer.mails) expect(data.toString()).not.toMatch(/^Auto-Submitted:/im)
})

test('what answers by itself is answered only where that is meant, and the answer says what it is', async () => {
  const vacation = await received(['Auto-Submitted: auto-replied (vacation)'])
  expect(vacation.automated_kind).toBe('auto_reply')
  const refused = await reply(vacation.id)
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({ code: 'reply_loop' })
  expect(refused.text).toContain('allow_automated')
  const meant = await reply(vacation.id, { allow_automated: true })
  expect(meant.status, meant.text).toBe(201)
  await house.drain()
  expect(peer.mails.at(-1)!.data.toString()).toMatch(/^Auto-Submitted: auto-replied/im)
})

test('a program at an international domain is one, however the domain is written', async () => {
  const { id } = await house.send(
    Buffer.from(
      `From: Robot <robot@b\u00fccher.example>\r\nTo: ${house.inbox.address}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\n`,
    ),
  )
  await house.drain()
  for (const fields of [{}, { to: 'Robot@xn--bcher-kva.example' }])
    expect((await reply(id, fields)).body.error).toMatchObject({ code: 'reply_loop' })
})

test('a bounce is not answered whatever is said, by no way of sending; passing it on is no answer', async () => {
  const { id } = await house.send(dsnText({ recipient: 'bob@peer.example' }), { mailFrom: '' })
  await house.drain()
  const bounce = await house.message(id)
  expect(bounce.automated_kind).toBe('bounce')
  for (const answer of [
    await reply(id),
    await reply(id, { allow_automated: true }),
    await house.api('POST', `/messages/${id}/reply_all`, { body: 'Why?' }),
    await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, {
      to: bounce.from,
      subject: 'Why?',
      body: 'Why?',
      reply_to_message_id: id,
    }),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatchObject({ code: 'reply_loop' })
  }
  // To one of the house: a stranger would have to wait for a reviewer.
  const ops = await house.createInbox()
  const passedOn = await house.api('POST', `/messages/${id}/forward`, { to: ops.address })
  expect(passedOn.status, passedOn.text).toBe(201)
  expect((await reply(id, { to: 'bob@other.example' })).status).toBe(201)
  await house.drain()
})

test('two agents that answer each other for ever are stopped', async () => {
  const [one, two] = [await house.createInbox(), await house.createInbox()]
  const sent = await house.api('POST', `/inboxes/${one.slug}/messages`, {
    to: two.address,
    subject: 'Hello',
    body: 'Hello, how can I help?',
  })
  expect(sent.status, sent.text).toBe(201)
  let turn: Inbox = two
  let refused: Awaited<ReturnType<typeof reply>> | undefined
  let answers = 0
  for (; refused === undefined && answers < 4 * budget; answers++) {
    await house.drain()
    const list = await house.api('GET', `/inboxes/${turn.slug}/messages?direction=inbound&limit=1`)
    const [newest] = list.body.messages as unknown as { id: string; automated_kind: string }[]
    expect(newest!.automated_kind).toBe('human')
    const answer = await reply(newest!.id, { body: `You are welcome! ${answers}` })
    if (answer.status !== 201) refused = answer
    turn = turn === two ? one : two
  }
  expect(refused?.status).toBe(409)
  expect(refused?.body.error).toMatchObject({ code: 'reply_loop' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000)
  expect(answers).toBeLessThanOrEqual(2 * budget + 1)
  // Another thread is not concerned.
  const person = await received([], { rcptTo: [one.address] })
  expect((await reply(person.id)).status).toBe(201)
  await house.drain()
})

test('answers that are asked for at once stay within the budget', async () => {
  const inbox = await house.createInbox()
  const person = await received([], { rcptTo: [inbox.address] })
  const answers = await Promise.all(Array.from({ length: 3 * budget }, () => reply(person.id)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(budget)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 * budget)
  await house.drain()
})

test('answers that never went out use up none of the budget; those that wait do', async () => {
  const inbox = await house.createInbox({ security_level: 'full_lockdown' })
  const { id } = await received([], { rcptTo: [inbox.address] })
  const answers = async () => Promise.all(Array.from({ length: budget }, () => reply(id)))
  const held = await answers()
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 202))
  expect((await reply(id)).body.error).toMatchObject({ code: 'reply_loop' })
  for (const { body } of held) {
    const approval = (body.approval as unknown as { id: string }).id
    expect((await house.api('POST', `/approvals/${approval}/reject`)).status).toBe(200)
  }
  expect((await reply(id)).status).toBe(202)

  const other = await house.createInbox()
  const person = await received([], { rcptTo: [other.address] })
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  for (let n = 0; n < budget; n++) {
    const later = await reply(person.id, { send_at })
    expect(later.status, later.text).toBe(201)
    expect((await house.api('POST', `/messages/${later.body.id}/cancel`)).status).toBe(200)
  }
  expect((await reply(person.id)).status).toBe(201)
  await house.database.query("update pgboss.job set start_after = now() where name = 'relay'")
  await house.drain()
})

test('messages are listed by who wrote them', async () => {
  const inbox = await house.createInbox()
  const person = await received([], { rcptTo: [inbox.address] })
  const robot = await received(['Auto-Submitted: auto-generated'], { rcptTo: [inbox.address] })
  const idsOf = async (kind: string) => {
    const { body } = await house.api('GET', `/inboxes/${inbox.slug}/messages?automated_kind=${kind}`)
    return (body.messages as unknown as { id: string }[]).map(({ id }) => id)
  }
  expect(await idsOf('human')).toEqual([person.id])
  expect(await idsOf('auto_reply')).toEqual([robot.id])
})
