/** What the service is told to ask beside its own scorers is asked about mail that came in over SMTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startObedientModel } from '../support/fake-model.ts'
import { type FakeSpamd, spamdReply, startFakeSpamd } from '../support/fake-spamd.ts'
import { type House, startHouse } from '../support/house.ts'
import { type HttpAnswer, httpAnswer } from '../support/http-answer.ts'

let house: House
let rspamd: HttpAnswer
let model: HttpAnswer
let spamd: FakeSpamd

beforeAll(async () => {
  const verdict = { category: 'fraud', confidence: 1, reason: 'It asks for money.', quote: 'where is order' }
  rspamd = await httpAnswer((response) =>
    response.end(JSON.stringify({ action: 'add header', score: 7, required_score: 15, symbols: {} })),
  )
  model = await startObedientModel(verdict)
  spamd = await startFakeSpamd(spamdReply('True ; 5.0 / 5.0', 'URIBL_BLACK'))
  house = await startHouse({
    RSPAMD_URL: rspamd.url,
    SPAMD_URL: spamd.address,
    LLM_URL: `${model.url}/v1`,
    LLM_MODEL: 'judge-1',
    LLM_SCAN_MAX: '100',
  })
})
afterAll(async () => {
  await house.stop()
  await Promise.all([rspamd.close(), model.close(), new Promise((resolve) => spamd.server.close(resolve))])
})

test('each is asked once, with the bytes that came, and what it says is a finding with its points', async () => {
  const { id, raw } = await house.send({ subject: 'Order 1815', body: 'Where is order 1815?' })
  await house.drain()
  const { security_analysis, status } = await house.message(id)
  expect(status).toBe('withheld')
  const pointsOf = (method: string) =>
    security_analysis!.detections.find((detection) => detection.method === method)
  expect(pointsOf('rspamd')).toMatchObject({ result: 'add_header' })
  expect(pointsOf('spamassassin')).toMatchObject({ result: 'spam', evidence: [{ text: 'URIBL_BLACK' }] })
  expect(pointsOf('llm_scan')).toMatchObject({
    result: 'fraud',
    evidence: [
      { where: 'body', text: 'Where is order', offset: 0 },
      { where: 'model', text: 'It asks for money.' },
    ],
  })
  const sum = security_analysis!.detections.reduce((all, { points }) => all + (points ?? 0), 0)
  expect(sum).toBe(security_analysis!.risk_score)
  expect(security_analysis!.risk_score).toBe(100)
  expect(rspamd.received).toHaveLength(1)
  expect(rspamd.received[0]!.body).toContain(raw.toString('utf8'))
  expect(spamd.requests).toHaveLength(1)
  expect(spamd.requests[0]).toContain(raw.toString('latin1'))
  expect(model.received).toHaveLength(1)
})

test('mail that leaves is not shown to filters of spam', async () => {
  const message = { from: 'agent@inbox.localhost', to: ['ada@peer.example'], body: 'It left on Monday.' }
  const { status, body } = await house.api('POST', '/analyze', { direction: 'outbound', message })
  expect(status).toBe(200)
  expect(body.security_analysis?.risk_score).toBe(0)
  expect(rspamd.received).toHaveLength(1)
  expect(spamd.requests).toHaveLength(1)
})
