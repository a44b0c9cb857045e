/** The reviewers' queue: what waits, of all inboxes, and what of it a key sees. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldFactsOf, withheldReasons } from '../../shared/domain/withheld-reasons.ts'
import {
  createTestApi,
  itemsOf,
  type Json,
  plantMessage,
  type TestAccount,
  type TestApi,
} from '../support/api.ts'

let api: TestApi
let account: TestAccount
let inboxes: Json[]
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  const make = async (slug: string, fields: object) =>
    (await api.call('POST', '/inboxes', account.liveKey, { slug, ...fields })).body
  inboxes = [await make('queue-a', { security_level: 4 }), await make('queue-b', { security_level: 4 })]
})
afterAll(() => api.close())

const hold = async (slug: string, subject: string) => {
  const mail = { to: 'ada@peer.example', subject, body: 'It left on Monday.' }
  return (await api.call('POST', `/inboxes/${slug}/messages`, account.liveKey, mail)).body
}
const plant = (inbox: Json, subject: string) =>
  plantMessage(api.database, account.tenantId, String(inbox.id), {
    status: 'withheld',
    verdict: 'withheld',
    riskScore: 84,
    subject,
  })
const queue = async (query = '', key = account.liveKey) =>
  itemsOf(await api.call('GET', `/review_queue${query}`, key), 'messages')

test('has what waits in both directions and all inboxes, newest first, until somebody decides', async () => {
  const first = await hold('queue-a', 'Order 1')
  const second = await plant(inboxes[1]!, 'Order 2')
  const third = await hold('queue-b', 'Order 3')
  await plantMessage(api.database, account.tenantId, String(inboxes[0]!.id), { subject: 'Clean' })
  const waiting = await queue()
  expect(waiting.map(({ subject }) => subject)).toEqual(['Order 3', 'Order 2', 'Order 1'])
  expect(waiting[1]).toMatchObject({
    id: second.id,
    direction: 'inbound',
    approval_id: null,
    inbox_slug: 'queue-b',
    risk_score: 84,
    reasons: ['risk'],
    expires_at: null,
  })
  expect(waiting[2]).toMatchObject({
    id: first.id,
    direction: 'outbound',
    approval_id: first.approval?.id,
    inbox_slug: 'queue-a',
    reasons: ['level'],
    expires_at: first.approval?.expires_at,
  })
  expect((await queue('?direction=inbound')).map(({ subject }) => subject)).toEqual(['Order 2'])

  await api.call('POST', `/approvals/${String(third.approval?.id)}/approve`, account.liveKey)
  await api.call('POST', `/messages/${second.id}/release`, account.liveKey)
  expect((await queue()).map(({ subject }) => subject)).toEqual(['Order 1'])
  const stranger = await api.signUp()
  expect(await queue('', stranger.liveKey)).toEqual([])
  expect(await queue('', account.sandboxKey)).toEqual([])
})

test('a key without messages:read_withheld is not told what withheld mail says, and one of an inbox sees that alone', async () => {
  const { id } = await plant(inboxes[1]!, 'Held')
  const scopes = ['approvals:read']
  const some = await api.call('POST', '/api_keys', account.liveKey, { name: 'some', scopes })
  const [held] = await queue('', String(some.body.key))
  expect(held).toMatchObject({ id, to: '', content_hidden: true })
  expect((await queue())[0]).toMatchObject({ to: 'agent@inbox.localhost', content_hidden: false })
  const own = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'own',
    scopes,
    inbox_id: String(inboxes[0]!.id),
  })
  expect((await queue('', String(own.body.key))).map(({ subject }) => subject)).toEqual(['Order 1'])
})

test('the highest risk comes first where that is asked for, page by page, and as it is once a message was judged again', async () => {
  const other = await api.signUp()
  const inbox = (await api.call('POST', '/inboxes', other.liveKey, { slug: 'queue-risk' })).body
  const planted: Record<string, string> = {}
  for (const [subject, riskScore] of [
    ['fifty, first', 50],
    ['ninety', 90],
    ['not judged', 99],
    ['fifty, second', 50],
    ['none', 0],
  ] as const) {
    const fields = { status: 'withheld', verdict: 'withheld', subject, riskScore } as const
    planted[subject] = (await plantMessage(api.database, other.tenantId, String(inbox.id), fields)).id
  }
  await api.database.query('update messages set risk_score = null where id = $1', [planted['not judged']])
  const subjects = async () => {
    const all: unknown[] = []
    for (let cursor = ''; ; ) {
      const query = `?sort=risk&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const answer = await api.call('GET', `/review_queue${query}`, other.liveKey)
      expect(answer.status).toBe(200)
      all.push(...itemsOf(answer, 'messages').map(({ subject }) => subject))
      if (answer.body.next_cursor === null) return all
      cursor = String(answer.body.next_cursor)
    }
  }
  expect(await subjects()).toEqual(['ninety', 'fifty, second', 'fifty, first', 'none', 'not judged'])
  await api.database.query('update messages set risk_score = 95 where id = $1', [planted['fifty, first']])
  await api.database.query('update messages set risk_score = 1 where id = $1', [planted.ninety])
  expect(await subjects()).toEqual(['fifty, first', 'fifty, second', 'ninety', 'none', 'not judged'])
  const first = await api.call('GET', '/review_queue?sort=risk&limit=2', other.liveKey)
  expect(itemsOf(first, 'messages')[0]).not.toHaveProperty('risk_rank')

  const cursor = encodeURIComponent(String(first.body.next_cursor))
  const mixed = await api.call('GET', `/review_queue?cursor=${cursor}`, other.liveKey)
  expect(mixed).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } })
  const wrong = await api.call('GET', '/review_queue?sort=oldest', other.liveKey)
  expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } })
})

test.each([
  ['a score that is too high', 84, [], ['risk']],
  ['its level alone', 35, [{ method: 'scam', result: 'resembles_spam' }], ['level']],
  ['its level, for a policy that flags', 0, [{ method: 'policy', result: 'flag' }], ['level']],
  ['a policy', 3, [{ method: 'policy', result: 'withhold' }], ['policy']],
  ['a policy that blocks, and its score', 84, [{ method: 'policy', result: 'block' }], ['risk', 'policy']],
  ['an antivirus that could not look', 0, [{ method: 'clamav', result: 'error' }], ['unjudged']],
])('says of mail that came in why it waits: %s', async (why, riskScore, detections, reasons) => {
  const { id } = await plantMessage(api.database, account.tenantId, String(inboxes[0]!.id), {
    status: 'withheld',
    verdict: 'withheld',
    riskScore,
    subject: why,
  })
  await api.database.query(
    `update messages set security_analysis = jsonb_set(security_analysis, '{detections}', $2::jsonb) where id = $1`,
    [id, JSON.stringify(detections.map((one) => ({ ...one, detail: 'Test.', confidence: 1, points: 0 })))],
  )
  expect((await queue('?direction=inbound')).find((one) => String(one.id) === id)).toMatchObject({ reasons })
  const { security_analysis: analysis } = (await api.call('GET', `/messages/${id}`, account.liveKey)).body
  const kept = heldFactsOf(analysis as unknown as Parameters<typeof heldFactsOf>[0])
  expect(withheldReasons(kept, { withholdAbove: 70 })).toEqual(reasons)
})
