/** Webhooks as the TypeScript client verifies them: whatever holds the headers. */
import { Headers as OtherHeaders } from 'undici'
import { expect, test } from 'vitest'
import { verifyWebhook, type WebhookHeaders } from '../../clients/typescript/src/webhooks.ts'
import { newWebhookSecret, signatureHeaders } from '../../shared/events/signature.ts'

const secret = newWebhookSecret()
const body = JSON.stringify({ event: 'webhook.test' })
const timestamp = Math.floor(Date.now() / 1_000)
const headers = signatureHeaders({ id: 'whd_1', timestamp, attempt: 1, body, secrets: [secret] })

test.each<[string, WebhookHeaders]>([
  ['a plain object', headers],
  ['the platform', new Headers(headers)],
  ['another library', new OtherHeaders(headers) as Headers],
])('a request is verified whose headers are those of %s', async (_whose, given) => {
  await expect(verifyWebhook(body, given, secret)).resolves.toEqual({ event: 'webhook.test' })
})
