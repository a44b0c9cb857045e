/** Verifies webhooks: Standard Webhooks, by the platform's own cryptography. */
import { AgentEmailError } from './errors.ts'
import type { ServiceEvent } from './types.ts'

/** A request is not what the service sent. */
export class WebhookVerificationError extends AgentEmailError {
  override readonly name = 'WebhookVerificationError'
}

/** Headers of a request, as Node (`request.headers`) or the web (`request.headers`) has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Verifies a webhook and answers its event.
 * `payload` is the body as it came, byte for byte. `secrets` are the inbox's `whsec_…`: while one is being rotated, both.
 * `toleranceSeconds` (300 unless told) is how old it may be. @throws WebhookVerificationError.
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<ServiceEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string]
  if (id === '' || timestamp === '' || signatures === '')
    throw new WebhookVerificationError(
      'the request has no webhook-id, webhook-timestamp or webhook-signature',
    )
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('the request is too old, or from the future')
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(prefix.length + bytes.length)
  signed.set(prefix)
  signed.set(bytes, prefix.length)
  for (const secret of [secrets].flat())
    for (const signature of signatures.split(' '))
      if (signature.startsWith('v1,') && (await isSignedWith(secret, signed, signature.slice(3))))
        return JSON.parse(new TextDecoder().decode(bytes)) as ServiceEvent
  throw new WebhookVerificationError('the signature is not that of this secret')
}

async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  const [key, given] = [bytesOf(secret.replace(/^whsec_/, '')), bytesOf(signature)]
  if (key === null || given === null) return false
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  // Compares in constant time.
  return crypto.subtle.verify('HMAC', imported, given, signed)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(base64)
    const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0))
    return bytes.length === 0 ? null : bytes
  } catch {
    return null
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  // Those of frameworks are seldom the platform's own class.
  if (isLikeHeaders(headers)) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return (Array.isArray(found) ? found[0] : found) ?? ''
}

const isLikeHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof (headers as Partial<Headers>).get === 'function'
