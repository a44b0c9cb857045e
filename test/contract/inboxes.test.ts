/** Contract of signing up and of inboxes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
})
afterAll(() => api.close())

test('signing up answers an account with 1,000 credits, a user and two keys', async () => {
  const { status, body, headers } = await api.call('POST', '/signup', undefined, {
    organization_name: 'Acme Robotics',
    contact_email: 'ops@acme.example',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    account: {
      id: expect.stringMatching(/^acc_[0-9a-z]{26}$/),
      organization_name: 'Acme Robotics',
      contact_email: 'ops@acme.example',
      credits: 1000,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
    user: { id: expect.stringMatching(/^usr_/), email: 'ops@acme.example' },
    api_key: expect.objectContaining({
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{46}$/),
      mode: 'live',
    }),
    sandbox_api_key: expect.objectContaining({
      key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{46}$/),
      mode: 'sandbox',
    }),
  })
  expect(headers['x-request-id']).toMatch(/^req_/)
})

test('an inbox is created with the defaults, and costs 5 credits', async () => {
  const before = await api.balance(account.accountId)
  const { status, body } = await api.call('POST', '/inboxes', account.liveKey, { slug: 'sales-bot' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^inb_[0-9a-z]{26}$/),
    slug: 'sales-bot',
    display_name: '',
    address: 'sales-bot@inbox.localhost',
    security_level: 'guarded_send',
    status: 'active',
    message_count: 0,
    webhook_url: null,
    metadata: {},
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await api.balance(account.accountId)).toBe(before - 5)
})
