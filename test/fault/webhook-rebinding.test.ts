/** DNS rebinding: a webhook's name that led to the public internet when it was saved, and inside at the attempt. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emitEvents } from '../../shared/flow/events/emit.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import { checkWebhookUrl } from '../../shared/flow/webhook/check-url.ts'
import { workDeliveries } from '../../shared/flow/webhook/deliver.ts'
import { createLog } from '../../shared/lib/log.ts'
import { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import { createTestApi, itemsOf, plantMessage, type TestApi } from '../support/api.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

let addresses = ['93.184.216.34']
const fetch = new GuardedFetch({ allowHttp: true, allowedHosts: [] }, { lookup: async () => addresses })
let api: TestApi
let receiver: WebhookReceiver

beforeAll(async () => {
  api = await createTestApi({}, { checkWebhookUrl: (url) => checkWebhookUrl(url, fetch) })
  receiver = await WebhookReceiver.start()
})
afterAll(async () => {
  await api.close()
  await Promise.all([fetch.close(), receiver.stop()])
})

test('a name that leads elsewhere than when it was saved is looked up, and refused, at each attempt', async () => {
  const { liveKey, tenantId } = await api.signUp()
  const webhook_url = `http://rebind.example:${receiver.port}/hook`
  const inbox = await api.call('POST', '/inboxes', liveKey, { slug: 'rebound', webhook_url })
  expect(inbox.status).toBe(201)
  const inboxId = String(inbox.body.id)
  addresses = ['93.184.216.34', '127.0.0.1']
  const refused = await api.call('PATCH', '/inboxes/rebound', liveKey, { webhook_url })
  expect(refused.status).toBe(422)

  addresses = ['127.0.0.1']
  const { id } = await plantMessage(api.database, tenantId, inboxId)
  await workDeliveries({
    database: api.database,
    queue: api.queue,
    keyring: api.keyring,
    fetch,
    retryDelays: [0, 0],
    log: createLog('fatal'),
    metrics: new Metrics(),
  })
  await api.database.transaction((tx) =>
    emitEvents(tx, api.queue, [{ type: 'message.received', tenantId, inboxId, messageId: id, facts: {} }]),
  )
  const deliveries = async () =>
    itemsOf(await api.call('GET', '/inboxes/rebound/webhook/deliveries', liveKey), 'deliveries')
  await expect.poll(async () => (await deliveries())[0]?.status).toBe('failed')
  const attempts = (await deliveries())[0]!.attempts as unknown as { error: string }[]
  expect(attempts.map(({ error }) => error)).toEqual(
    Array(2).fill('blocked: the host name leads to a private address'),
  )
  expect(receiver.received).toEqual([])
})
