/** Contract of trying a policy on the newest messages before it is made. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inbox } from '../../shared/domain/inbox.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { BacktestResult } from '../../shared/policy/backtest.ts'
import { type House, startHouse } from '../support/house.ts'
import { subjectScorer } from '../support/subject-scorer.ts'

let house: House
let inbox: Inbox
let other: Inbox
beforeAll(async () => {
  house = await startHouse({ RISK_SCORERS: subjectScorer })
  inbox = await house.createInbox()
  other = await house.createInbox()
})
afterAll(() => house.stop())

const mail = async (to: Inbox, from: string, body: string, subject = 'Order') => {
  const sent = await house.send(
    { to: to.address, from, subject, body },
    { mailFrom: from, rcptTo: [to.address] },
  )
  await house.drain()
  return sent.id
}
const filter = (fields: Record<string, unknown> = {}) => ({
  name: 'Words',
  type: 'keyword_filter',
  action: 'flag',
  config: { keywords: ['walrus'] },
  ...fields,
})
const ask = (body: object, key?: string) =>
  house.api('POST', '/policies/backtest', body, key === undefined ? {} : { key })
const backtest = async (body: object, key?: string): Promise<BacktestResult> => {
  const { status, text, body: answer } = await ask(body, key)
  expect(status, text).toBe(200)
  return answer as unknown as BacktestResult
}
const none = { action: null, policy_id: null, reason: null, effect: 'No policy fires.' }

test('it tells which of the newest would fare otherwise, from what to what, and changes nothing', async () => {
  const plain = await mail(inbox, 'ada@peer.example', 'Where is my order?')
  const found = await mail(inbox, 'ada@peer.example', 'Where is my walrus?')
  const { body: sent } = await house.api('POST', `/inboxes/${inbox.slug}/messages`, {
    to: 'ada@peer.example',
    subject: 'Yours',
    body: 'The walrus left on Monday.',
  })
  await house.drain()
  const { policies: before } = (await house.api('GET', '/policies')).body
  const answer = await backtest({ policy: filter({ inbox_id: inbox.id }) })
  expect(answer).toEqual({
    looked_at: 3,
    changed: 2,
    truncated: false,
    messages: [
      {
        message_id: sent.id,
        inbox_id: inbox.id,
        direction: 'outbound',
        created_at: sent.created_at,
        before: none,
        after: {
          action: 'flag',
          policy_id: null,
          reason: 'The body holds "walrus".',
          effect: 'The message is flagged, and sent.',
        },
      },
      {
        message_id: found,
        inbox_id: inbox.id,
        direction: 'inbound',
        created_at: (await house.message(found)).created_at,
        before: none,
        after: expect.objectContaining({ action: 'flag', reason: 'The body holds "walrus".' }),
      },
    ],
  })
  expect((await house.api('GET', '/policies')).body.policies).toEqual(before)
  expect(await house.message(found)).toMatchObject({ verdict: 'clean' })

  // It is judged as the stored one that comes of it.
  const { body: made } = await house.api('POST', '/policies', filter({ inbox_id: inbox.id }))
  for (const { message_id, after } of answer.messages) {
    const { body: simulated } = await house.api('POST', '/policies/simulate', { message_id })
    expect(simulated).toMatchObject({ ...after, policy_id: made.id })
  }
  const twice = await backtest({ policy: filter({ inbox_id: inbox.id }) })
  expect(twice).toMatchObject({ looked_at: 3, changed: 0, messages: [] })
  const stricter = await backtest({ policy: filter({ inbox_id: inbox.id, action: 'block' }), last: 2 })
  expect(stricter).toMatchObject({
    looked_at: 2,
    changed: 2,
    messages: [{ before: { action: 'flag', policy_id: made.id }, after: { action: 'block' } }, {}],
  })
  const narrower = { ...filter({ inbox_id: inbox.id }), config: { keywords: ['order'] } }
  const replaced = await backtest({ policy: narrower, replaces: made.id })
  expect(replaced.messages.map(({ message_id }) => message_id)).toEqual([sent.id, plain])
  expect(replaced.messages[0]).toMatchObject({ before: { policy_id: made.id }, after: none })
  await house.api('DELETE', `/policies/${made.id}`)
})

test('a policy for all inboxes is tried on all, and that of an inbox on its own; disabled, it changes nothing', async () => {
  const elsewhere = await mail(other, 'ada@peer.example', 'A walrus of another inbox.')
  const all = await backtest({ policy: filter() })
  expect(all.messages.map(({ message_id }) => message_id)).toContain(elsewhere)
  expect(all.messages.map(({ inbox_id }) => inbox_id)).toContain(inbox.id)
  const own = await backtest({ policy: filter({ inbox_id: other.id }) })
  expect(own).toMatchObject({ looked_at: 1, changed: 1 })
  expect(await backtest({ policy: filter({ enabled: false }) })).toMatchObject({ changed: 0 })
})

test('a list of senders that blocks refuses them at RCPT', async () => {
  const policy = {
    name: 'No peers',
    type: 'domain_blocklist',
    action: 'block',
    inbox_id: other.id,
    config: { domains: ['peer.example'], direction: 'inbound' },
  }
  const { messages } = await backtest({ policy })
  expect(messages).toMatchObject([
    { after: { action: 'block', effect: 'The sender is refused at RCPT: 550 5.7.1.' } },
  ])
})

test('a key of one inbox tries policies on that inbox alone', async () => {
  const { body } = await house.api('POST', '/api_keys', {
    name: 'agent',
    inbox_id: other.id,
    scopes: ['policies:read'],
  })
  const key = String(body.key)
  const { messages } = await backtest({ policy: filter() }, key)
  expect(messages.map(({ inbox_id }) => inbox_id)).toEqual([other.id])
  expect((await ask({ policy: filter({ inbox_id: inbox.id }) }, key)).status).toBe(403)
  const { body: foreign } = await house.api('POST', '/policies', filter({ inbox_id: inbox.id }))
  expect((await ask({ policy: filter(), replaces: foreign.id }, key)).status).toBe(422)
  await house.api('DELETE', `/policies/${foreign.id}`)
})

test('what would be taken out of fields and names of files is told, as of texts', async () => {
  const sender = await house.createInbox()
  const send = async (more: object) => {
    const order = { to: 'ada@peer.example', subject: 'Yours', body: 'It left.', ...more }
    const { status, text, body } = await house.api('POST', `/inboxes/${sender.slug}/messages`, order)
    expect(status, text).toBeLessThan(300)
    return body.id
  }
  const card = '4111 1111 1111 1111'
  const content = Buffer.from('Nothing.').toString('base64')
  const held = [
    await send({ attachments: [{ filename: `${card}.txt`, content }] }),
    await send({ headers: { 'X-Agent-Card': card } }),
    await send({ subject: card }),
  ]
  await send({})
  const policy = {
    name: 'Cards',
    type: 'pii_redaction',
    action: 'redact',
    inbox_id: sender.id,
    config: { entities: ['credit_card'], direction: 'outbound' },
  }
  const { messages } = await backtest({ policy })
  expect(messages.map(({ message_id }) => message_id)).toEqual(held.toReversed())
  for (const { after } of messages) expect(after.action).toBe('redact')
  await house.drain()
})

test('what is withheld is looked at for keys that may read it', async () => {
  const held = await house.createInbox({ security_level: 'full_lockdown' })
  const secret = { name: 'Hold', type: 'keyword_filter', action: 'withhold', inbox_id: held.id }
  await house.api('POST', '/policies', { ...secret, config: { keywords: ['narwhal'] } })
  const id = await mail(held, 'eve@peer.example', 'A narwhal and a walrus.')
  expect(await house.message(id)).toMatchObject({ status: 'withheld' })
  const policy = filter({ inbox_id: held.id, action: 'block' })
  expect(await backtest({ policy })).toMatchObject({ looked_at: 1, changed: 1 })
  const { body } = await house.api('POST', '/api_keys', { name: 'reads no held', scopes: ['policies:read'] })
  expect(await backtest({ policy }, String(body.key))).toMatchObject({
    looked_at: 0,
    changed: 0,
    messages: [],
  })
})

test('what waits whatever policies say fares no otherwise because one more holds it', async () => {
  const held = await house.createInbox({ security_level: 'full_lockdown' })
  const risky = await mail(held, 'eve@peer.example', 'A walrus.', '[95 points] Order')
  const { body: waiting } = await house.api('POST', `/inboxes/${held.slug}/messages`, {
    to: 'ada@peer.example',
    subject: 'Yours',
    body: 'The walrus left on Monday.',
  })
  const changedBy = async (fields: object) => {
    const { looked_at, changed, messages } = await backtest({
      policy: filter({ inbox_id: held.id, ...fields }),
    })
    expect([looked_at, changed]).toEqual([2, messages.length])
    return messages.map(({ message_id }) => message_id)
  }
  expect(await changedBy({ action: 'flag' })).toEqual([])
  expect(await changedBy({ action: 'withhold' })).toEqual([])
  // Of what leaves, a block is more than a wait.
  expect(await changedBy({ action: 'block' })).toEqual([waiting.id])
  const config = { domains: ['peer.example'], direction: 'inbound' }
  const atRcpt = { type: 'domain_blocklist', action: 'block', config }
  expect(await changedBy(atRcpt)).toEqual([risky])
})

test.each([
  ['last', { policy: filter(), last: limits.backtestMessages + 1 }, 'body.last'],
  ['last', { policy: filter(), last: 0 }, 'body.last'],
  [
    'a policy that can not be',
    { policy: filter({ config: { keywords: [] } }) },
    'body.policy.config.keywords',
  ],
  ['an inbox out of reach', { policy: filter({ inbox_id: 'inb_x' }) }, 'body.policy.inbox_id'],
  ['a policy out of reach', { policy: filter(), replaces: 'pol_x' }, 'body.replaces'],
  [
    'a rate limit',
    {
      policy: {
        name: 'n',
        type: 'rate_limit',
        action: 'flag',
        config: { max_messages: 1, window_seconds: 60 },
      },
    },
    'body.policy.type',
  ],
])('refused, with the field: %s', async (_, body, path) => {
  const { status, body: answer } = await ask(body)
  const details = answer.error?.details as unknown as { path: string }[]
  expect([status, details.map((one) => one.path)]).toEqual([422, [path]])
})
