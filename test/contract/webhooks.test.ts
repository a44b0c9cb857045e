/** Contract of webhook settings, deliveries and tests. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'
import { newId } from '../../shared/domain/ids.ts'
import { newWebhookSecret } from '../../shared/events/signature.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { insertEvents } from '../../shared/store/event.ts'
import { findDueDeliveries, recordAttempts } from '../../shared/store/webhook-delivery.ts'
import { createTestApi, itemsOf, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

let api: TestApi
let account: TestAccount
let receiver: WebhookReceiver
let inboxId: string
beforeAll(async () => {
  receiver = await WebhookReceiver.start()
  api = await createTestApi()
  account = await api.signUp()
  const made = await api.call('POST', '/inboxes', account.liveKey, {
    slug: 'hooked',
    webhook_url: receiver.url,
  })
  inboxId = String(made.body.id)
})
afterAll(async () => {
  await api.close()
  await receiver.stop()
})

async function plantDelivery(inbox: string, ofMessage?: string): Promise<string> {
  const { tenantId } = account
  const messageId = ofMessage ?? (await plantMessage(api.database, tenantId, inbox, { status: 'clean' })).id
  const id = newId('webhookDelivery')
  await api.database.transaction((tx) =>
    insertEvents(tx, [
      { tenantId, inboxId: inbox, messageId, type: 'message.received', facts: {}, deliveryId: id },
    ]),
  )
  return id
}

async function failedDelivery(): Promise<string> {
  const { tenantId } = account
  const { id: messageId } = await plantMessage(api.database, tenantId, inboxId, { status: 'clean' })
  const id = await plantDelivery(inboxId, messageId)
  await recordAttempts(api.database, [
    {
      tenantId,
      deliveryId: id,
      messageId,
      attempt: 1,
      madeAt: '2026-01-05T10:00:00.123Z',
      url: receiver.url,
      responseStatus: 500,
      responseBody: 'oops',
      error: 'answered 500',
      latencyMs: 12,
      status: 'failed',
      nextAttemptAt: null,
    },
  ])
  return id
}

test('of large messages no more are read at a time than there is room for, and the others later', async () => {
  const ids = [await failedDelivery(), await failedDelivery(), await failedDelivery()]
  await api.database.query(
    `update message_contents c set body_sanitized = repeat('漢', 1000000) from webhook_deliveries d
     where d.id = any($1) and c.message_id = d.message_id`,
    [ids],
  )
  const wanted = ids.map((deliveryId) => ({ tenantId: account.tenantId, deliveryId }))
  const gone = { tenantId: account.tenantId, deliveryId: newId('webhookDelivery') }
  const first = await findDueDeliveries(api.database, [...wanted, gone])
  expect(first.deliveries.map(({ id, message }) => [id, message.body.length])).toEqual([[ids[0], 1_000_000]])
  expect([...first.later].toSorted()).toEqual(ids.slice(1).toSorted())
  const both = await findDueDeliveries(api.database, wanted.slice(1), 6_000_000)
  expect(both.deliveries.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
  expect(both.later.size).toBe(0)
  const one = await findDueDeliveries(api.database, wanted.slice(2), 1)
  expect(one.deliveries).toHaveLength(1)
})

const jobsOf = (deliveryId: string) =>
  api.database.query("select 1 from pgboss.job where name = 'deliver' and data ->> 'deliveryId' = $1", [
    deliveryId,
  ])

test('the settings show the secret, and rotating it keeps the old one for a day', async () => {
  const before = await api.call('GET', '/inboxes/hooked/webhook', account.liveKey)
  expect(before.body).toEqual({
    url: receiver.url,
    secret: expect.stringMatching(/^whsec_/),
    previous_secret_expires_at: null,
  })
  const rotated = await api.call('POST', '/inboxes/hooked/webhook/rotate_secret', account.liveKey)
  expect(rotated.status).toBe(200)
  expect(rotated.body.secret).not.toBe(before.body.secret)
  const hours = (Date.parse(String(rotated.body.previous_secret_expires_at)) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  const [row] = await api.database.query<{ previous: string }>(
    'select webhook_previous_secret as previous from inboxes where id = $1',
    [inboxId],
  )
  expect(api.keyring.open('webhook_secret', row!.previous)).toBe(before.body.secret)
  const log = await api.call('GET', '/audit_log?event_type=settings', account.liveKey)
  expect(log.text).not.toContain('whsec_')
})

test('secrets that are rotated again within a day sign on, each for its own day, and a bounded number of them', async () => {
  await api.call('POST', '/inboxes', account.liveKey, { slug: 'turning', webhook_url: receiver.url })
  const { id } = (await api.call('GET', '/inboxes/turning', account.liveKey)).body
  const first = String((await api.call('GET', '/inboxes/turning/webhook', account.liveKey)).body.secret)
  const secrets = [first]
  const rotate = async () => {
    const { body } = await api.call('POST', '/inboxes/turning/webhook/rotate_secret', account.liveKey)
    secrets.unshift(String(body.secret))
  }
  /** Which of the secrets a request is signed with: one that is tried out, and one that is delivered. */
  const signing = async () => {
    await api.call('POST', '/inboxes/turning/webhook/test', account.liveKey)
    const { body, headers } = await receiver.next()
    const verified = await Promise.all(
      secrets.map((secret) =>
        verifyWebhook(body, headers, secret).then(
          () => true,
          () => false,
        ),
      ),
    )
    const deliveryId = await plantDelivery(String(id))
    const [due] = (await findDueDeliveries(api.database, [{ tenantId: account.tenantId, deliveryId }]))
      .deliveries
    const delivered = [due!.secret, ...due!.previousSecrets].map((one) =>
      api.keyring.open('webhook_secret', one),
    )
    expect(delivered).toEqual(secrets.filter((_, n) => verified[n]))
    return verified
  }
  await rotate()
  await rotate()
  expect(await signing()).toEqual([true, true, true])

  // The day of the first is over, that of the second isn't.
  await api.database.query(
    `update inboxes set webhook_earlier_secrets =
       jsonb_set(webhook_earlier_secrets, '{0,expires_at}', to_jsonb(now() - interval '1 second')) where id = $1`,
    [id],
  )
  expect(await signing()).toEqual([true, true, false])
  await rotate()
  expect(await signing()).toEqual([true, true, true, false])

  for (let n = 0; n < 4; n++) await rotate()
  expect(await signing()).toEqual([true, true, true, true, true, false, false, false])
})

test('earlier secrets are dropped at once where that is asked for, once on record, and the present one signs on', async () => {
  const path = '/inboxes/leaked/webhook'
  const made = await api.call('POST', '/inboxes', account.liveKey, {
    slug: 'leaked',
    webhook_url: receiver.url,
  })
  const call = (method: 'GET' | 'POST' | 'DELETE', rest = '') =>
    api.call(method, path + rest, account.liveKey)
  const secrets = [String((await call('GET')).body.secret)]
  for (const _ of 'ab') secrets.unshift(String((await call('POST', '/rotate_secret')).body.secret))
  const drops = async () => {
    const log = await api.call('GET', `/audit_log?inbox_id=${made.body.id}`, account.liveKey)
    return itemsOf(log, 'entries').filter(({ description }) => String(description).includes('dropped'))
  }
  for (const time of ['first', 'again']) {
    expect((await call('DELETE', '/previous_secrets')).status, time).toBe(204)
    expect(await drops(), time).toHaveLength(1)
  }
  expect((await call('GET')).body).toMatchObject({ secret: secrets[0], previous_secret_expires_at: null })
  await call('POST', '/test')
  const { body, headers } = await receiver.next()
  await expect(verifyWebhook(body, headers, secrets[0]!)).resolves.toBeDefined()
  for (const old of secrets.slice(1)) await expect(verifyWebhook(body, headers, old)).rejects.toThrow()

  // What is rotated from then on is what signs along.
  const { secret } = (await call('POST', '/rotate_secret')).body
  await call('POST', '/test')
  const next = await receiver.next()
  for (const one of [String(secret), secrets[0]!])
    await expect(verifyWebhook(next.body, next.headers, one)).resolves.toBeDefined()
  await expect(verifyWebhook(next.body, next.headers, secrets[1]!)).rejects.toThrow()
})

test('a webhook whose secret no key opens any more works again once that is rotated', async () => {
  const made = await api.call('POST', '/inboxes', account.liveKey, {
    slug: 'lost-key',
    webhook_url: receiver.url,
  })
  const lost = new Keyring('a key that nobody has any more, of old')
  await api.database.query('update inboxes set webhook_secret = $2 where id = $1', [
    made.body.id,
    lost.seal('webhook_secret', newWebhookSecret()),
  ])
  const { body } = await api.call('POST', '/inboxes/lost-key/webhook/rotate_secret', account.liveKey)
  const tried = await api.call('POST', '/inboxes/lost-key/webhook/test', account.liveKey)
  expect(tried.body).toMatchObject({ delivered: true })
  const request = await receiver.next()
  await expect(verifyWebhook(request.body, request.headers, String(body.secret))).resolves.toBeDefined()
})

test('deliveries are listed with their attempts', async () => {
  const id = await failedDelivery()
  const answer = await api.call('GET', '/inboxes/hooked/webhook/deliveries', account.liveKey)
  expect(itemsOf(answer, 'deliveries')[0]).toEqual({
    id,
    inbox_id: inboxId,
    event_id: expect.stringMatching(/^evt_\w{26}$/),
    message_id: expect.stringMatching(/^msg_/),
    event: 'message.received',
    status: 'failed',
    attempt_count: 1,
    next_attempt_at: null,
    attempts: [
      {
        attempt: 1,
        url: receiver.url,
        response_status: 500,
        response_body: 'oops',
        error: 'answered 500',
        latency_ms: 12,
        // When the request was made, whenever that was put on record.
        created_at: '2026-01-05T10:00:00.123Z',
      },
    ],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const pending = await api.call('GET', '/inboxes/hooked/webhook/deliveries?status=pending', account.liveKey)
  expect(itemsOf(pending, 'deliveries')).toEqual([])
})

test('a delivery that ended is queued again once, however often that is asked for at once', async () => {
  const id = await failedDelivery()
  const path = `/inboxes/hooked/webhook/deliveries/${id}/redeliver`
  const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', path, account.liveKey)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  expect(answers.find(({ status }) => status === 202)!.body).toMatchObject({
    id,
    status: 'pending',
    attempt_count: 1,
  })
  expect(answers.find(({ status }) => status === 409)!.body.error?.code).toBe('not_redeliverable')
  expect(await jobsOf(id)).toHaveLength(1)
})

test('without a webhook_url there is nothing to redeliver or to test', async () => {
  const id = await failedDelivery()
  await api.call('PATCH', '/inboxes/hooked', account.liveKey, { webhook_url: null })
  for (const path of [`deliveries/${id}/redeliver`, 'test']) {
    const { status, body } = await api.call('POST', `/inboxes/hooked/webhook/${path}`, account.liveKey)
    expect([status, body.error?.code]).toEqual([409, 'webhook_not_set'])
  }
  expect(await jobsOf(id)).toEqual([])
  await api.call('PATCH', '/inboxes/hooked', account.liveKey, { webhook_url: receiver.url })
})

test('a test posts a signed event at once, and answers what the receiver said', async () => {
  const { body: old } = await api.call('GET', '/inboxes/hooked/webhook', account.liveKey)
  const { body: settings } = await api.call('POST', '/inboxes/hooked/webhook/rotate_secret', account.liveKey)
  const { status, body } = await api.call('POST', '/inboxes/hooked/webhook/test', account.liveKey)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    delivered: true,
    response_status: 200,
    error: null,
    latency_ms: expect.any(Number),
  })
  const request = await receiver.next()
  expect(JSON.parse(request.body.toString())).toEqual({
    event: 'webhook.test',
    timestamp: expect.any(String),
    data: { inbox_id: inboxId },
  })
  const signed = `${request.headers['x-svc-timestamp']}.${request.body}`
  const hmac = createHmac('sha256', String(settings.secret)).update(signed).digest('hex')
  expect(request.headers['x-svc-signature']).toBe(`sha256=${hmac}`)
  for (const secret of [settings.secret, old.secret])
    await expect(verifyWebhook(request.body, request.headers, String(secret))).resolves.toMatchObject({
      event: 'webhook.test',
    })
  receiver.answer({ status: 503, body: 'busy' })
  expect((await api.call('POST', '/inboxes/hooked/webhook/test', account.liveKey)).body).toMatchObject({
    delivered: false,
    response_status: 503,
    response_body: 'busy',
  })
  receiver.answer('close')
  expect((await api.call('POST', '/inboxes/hooked/webhook/test', account.liveKey)).body).toMatchObject({
    delivered: false,
    response_status: null,
    error: expect.any(String),
  })
})
