/** Webhooks as the TypeScript client verifies them: whatever holds the headers. */
import { Headers as OtherHeaders } from 'undici'
import { expect, test, vi } from 'vitest'
import {
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../../clients/typescript/src/webhooks.ts'
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

test('a request is signed once with each secret, whatever signatures are offered', async () => {
  const sign = vi.spyOn(crypto.subtle, 'sign')
  const verify = vi.spyOn(crypto.subtle, 'verify')
  const signed = () => sign.mock.calls.length + verify.mock.calls.length
  const offered = (...signatures: string[]) => ({ ...headers, 'webhook-signature': signatures.join(' ') })
  const other = `v1,${Buffer.alloc(32).toString('base64')}`
  const own = headers['webhook-signature']!
  try {
    await expect(verifyWebhook(body, offered(...Array(400).fill('v1,AAAA')), secret)).rejects.toThrow(
      WebhookVerificationError,
    )
    expect(signed()).toBe(0)
    await expect(verifyWebhook(body, offered(...Array(400).fill(other)), secret)).rejects.toThrow(
      WebhookVerificationError,
    )
    expect(signed()).toBe(1)
    await verifyWebhook(body, offered(...Array(9).fill(other), own), secret)
    await expect(verifyWebhook(body, offered(...Array(10).fill(other), own), secret)).rejects.toThrow(
      WebhookVerificationError,
    )
    expect(signed()).toBe(3)
  } finally {
    vi.restoreAllMocks()
  }
})

test('a secret that is none is told of, and is passed over beside one that is', async () => {
  for (const none of ['whsec_é', 'whsec_', '', undefined as never, null as never, []])
    await expect(verifyWebhook(body, headers, none)).rejects.toThrow(
      /^there is no secret of a webhook among those given/,
    )
  for (const secrets of [['whsec_é', secret], [undefined as never, secret], `${secret}\n`])
    await expect(verifyWebhook(body, headers, secrets)).resolves.toEqual({ event: 'webhook.test' })
})

test('a body that is signed and is no JSON is refused like any other', async () => {
  const text = 'not JSON'
  const signed = signatureHeaders({ id: 'whd_1', timestamp, attempt: 1, body: text, secrets: [secret] })
  await expect(verifyWebhook(text, signed, secret)).rejects.toThrow(WebhookVerificationError)
})
