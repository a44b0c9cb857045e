/** Contract of errors: each says what is wrong in one sentence, where that is explained, and what mends it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorFixes } from '../../shared/domain/error-fixes.ts'
import { errorTable } from '../../shared/domain/errors.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi({ PUBLIC_URL: 'https://agents.example/' })
  account = await api.signUp()
})
afterAll(() => api.close())

test('the first detail stands in the message, and the rest of them beside it', async () => {
  const { body } = await api.call('POST', '/inboxes', account.sandboxKey, { slug: '-', colour: 'blue' })
  const details = body.error?.details as unknown as { path: string; message: string }[]
  expect(body.error).toMatchObject({ code: 'validation_error', status: 422 })
  expect(body.error!.message).toBe(`The request is invalid: ${details[0]!.path} ${details[0]!.message}.`)
  expect(details.length).toBeGreaterThan(1)
})

test('docs leads to an anchor of the documentation, fix says what to do', async () => {
  const page = await api.app.inject('/docs')
  const refusals = [
    await api.call('GET', '/inboxes', ''),
    await api.call('GET', '/inboxes/nobody', account.sandboxKey),
    await api.call('PUT', '/inboxes', account.sandboxKey, {}),
    await api.call('GET', '/nowhere', account.sandboxKey),
    await api.call('POST', '/api_keys', account.sandboxKey, {}, { 'idempotency-key': 'once' }),
    await api.call('POST', '/api_keys', account.sandboxKey, {}, { 'idempotency-key': 'once' }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([401, 404, 405, 404, 422, 422])
  for (const { body } of refusals) {
    const { code, docs, fix } = body.error!
    expect(docs).toBe(`https://agents.example/docs#error-${code}`)
    expect(fix).toMatch(/\w.*[.!]$/)
    expect(page.body).toContain(`id="error-${code}"`)
  }
  for (const code of Object.keys(errorTable)) expect(page.body).toContain(`id="error-${code}"`)
})

test('what a fix says fits whoever gets the error', async () => {
  const { body } = await api.call('POST', '/api_keys', account.liveKey, {
    name: 'agent',
    scopes: ['messages:read', 'messages:write'],
  })
  const agent = String(body.key)
  const id = 'apr_01ka2b3c4d5e6f7g8h9j0kmnpq'
  const refused = await api.call('POST', `/approvals/${id}/approve`, agent)
  expect(refused.body.error).toMatchObject({
    code: 'forbidden',
    fix: expect.stringMatching(/agent leaves this to a person/),
  })
  expect(errorFixes.attachment_infected).toMatch(/^Remove the infected file from what you send/)
})
