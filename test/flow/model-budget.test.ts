/** Who uses the budget of the language model, from the listener and the API down to the threads. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityAnalysis } from '../../shared/domain/analysis.ts'
import { startObedientModel } from '../support/fake-model.ts'
import { type House, startHouse } from '../support/house.ts'
import type { HttpAnswer } from '../support/http-answer.ts'

let house: House
let model: HttpAnswer
beforeAll(async () => {
  model = await startObedientModel()
  house = await startHouse({
    LLM_URL: `${model.url}/v1`,
    LLM_MODEL: 'judge-tenants',
    LLM_SCAN_MIN: '0',
    LLM_SCAN_MAX: '100',
    LLM_PER_DAY: '8',
    LLM_TENANT_SHARE: '50',
  })
})
afterAll(async () => {
  await house.stop()
  await model.close()
})

/** What the model was, or wasn't, asked about: the words in which `llm_scan` says it. */
const saidOf = (analysis: unknown): string =>
  (analysis as SecurityAnalysis).detections.find(({ method }) => method === 'llm_scan')!.detail
const asked = 'The language model found nothing.'
const spent = 'The language model was not asked: what one account may use of its budget is used up.'

test('what policies would do with a draft is found out without a language model, which none of them asks', async () => {
  const policy = { name: 'Nothing secret', type: 'output_scan', action: 'withhold' }
  await house.api('POST', '/policies', { ...policy, config: { detectors: ['secrets'], max_score: 50 } })
  const message = { direction: 'outbound', to: ['ada@peer.example'], body: 'It left on Tuesday.' }
  const { status, body } = await house.api('POST', '/policies/simulate', { message })
  expect([status, body.action]).toEqual([200, null])
  expect(model.received).toEqual([])
})

test('whatever a tenant has judged counts as its own, and leaves others their part', async () => {
  const receive = async (text: string) => {
    const { id } = await house.send({ subject: text, body: `${text} is on its way.` })
    await house.drain()
    return saidOf((await house.message(id)).security_analysis)
  }
  const analyze = async (direction: string, text: string, key = house.key) => {
    const message = { from: 'ada@peer.example', to: ['bob@peer.example'], subject: text, body: `${text}.` }
    const { status, body } = await house.api('POST', '/analyze', { direction, message }, { key })
    expect(status).toBe(200)
    return saidOf(body.security_analysis)
  }
  const send = async (text: string) => {
    const mail = { to: 'ada@peer.example', subject: text, body: `${text} left on Monday.` }
    const { body } = await house.api('POST', `/inboxes/${house.inbox.slug}/messages`, mail)
    return saidOf(body.security_analysis)
  }
  expect(await receive('Order 1')).toBe(asked)
  expect(await analyze('inbound', 'Order 2')).toBe(asked)
  expect(await analyze('outbound', 'Order 3')).toBe(asked)
  expect(await send('Order 4')).toBe(asked)
  expect(await receive('Order 5')).toBe(spent)
  expect(await analyze('inbound', 'Order 6')).toBe(spent)
  expect(await analyze('outbound', 'Order 7')).toBe(spent)
  expect(await send('Order 8')).toBe(spent)
  expect(model.received).toHaveLength(4)
  // The sandbox of the same account is a tenant of its own.
  expect(await analyze('inbound', 'Order 9', house.sandboxKey)).toBe(asked)
  expect(await analyze('outbound', 'Order 10', house.sandboxKey)).toBe(asked)
  expect(await analyze('inbound', 'Order 11', house.sandboxKey)).toBe(spent)
  expect(model.received).toHaveLength(6)
})
