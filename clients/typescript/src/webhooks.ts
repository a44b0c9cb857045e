/** Verifies webhooks: Standard Webhooks, by the platform's own cryptography. */
import { AgentEmailError } from './errors.ts'
import type { ServiceEvent } from './types.ts'

/** A request is not what the service sent. */
export class WebhookVerificationError extends AgentEmailError {
  override readonly name = 'WebhookVerificationError'
}

/** Signatures of one request that are looked at: the service sends one for each of five secrets at the most. */
const mostSignatures = 10

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
  const offered = signaturesOf(signatures)
  const keys = [secrets].flat().flatMap((secret) => bytesOf(secret?.trim().replace(/^whsec_/, '')) ?? [])
  if (keys.length === 0)
    throw new WebhookVerificationError(
      'there is no secret of a webhook among those given: it begins with whsec_',
    )
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(prefix.length + bytes.length)
  signed.set(prefix)
  signed.set(bytes, prefix.length)
  if (!(await isSigned(signed, keys, offered)))
    throw new WebhookVerificationError('the signature is not that of this secret')
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ServiceEvent
  } catch (cause) {
    throw new WebhookVerificationError('the body is no JSON', { cause })
  }
}

/** What may be a signature of ours: whatever else is sent costs nothing. */
const signaturesOf = (header: string): Uint8Array[] =>
  header
    .split(' ', mostSignatures)
    .flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice('v1,'.length)) ?? []) : []))
    .filter(({ length }) => length === 32)

/** Signs once with each key, however many signatures are offered. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  keys: readonly Uint8Array<ArrayBuffer>[],
  offered: readonly Uint8Array[],
): Promise<boolean> {
  if (offered.length === 0) return false
  for (const key of keys) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign'])
    const expected = new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed))
    if (offered.some((one) => isSame(one, expected))) return true
  }
  return false
}

/** Takes as long wherever two signatures differ. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, at) => difference | (byte ^ other[at]!), 0) === 0

/** Null for what is no base64, and for none. */
function bytesOf(base64: string | undefined): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(base64 ?? '')
    return binary === '' ? null : Uint8Array.from(binary, (one) => one.charCodeAt(0))
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
