/** Authenticates the sender of an inbound message: SPF, DKIM, ARC and DMARC, by our own look-ups alone. */
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { Mailbox } from '../domain/parsed-mail.ts'
import { checkDmarc } from './dmarc.ts'
import { fromDomains } from './from-domains.ts'
import { type Resolve, resolveFor } from './resolve.ts'
import { checkSignatures } from './signatures.ts'
import { checkSpf } from './spf.ts'

export interface AuthenticationInput {
  /** The message; null where {@link needsRaw} says that it isn't needed. */
  raw: Uint8Array | null
  envelope: Envelope
  /** Header fields in order, decoded. */
  headers: { name: string; value: string }[]
  /** First mailbox of From. */
  from: Mailbox | null
  resolve: Resolve
  /** Milliseconds that all look-ups together may take: what is late is a temperror, never a pass. */
  deadlineMs: number
}

/** Whether a message carries signatures, so that its raw form has to be read. */
export function needsRaw(headers: { name: string }[]): boolean {
  return headers.some(({ name }) =>
    /^(dkim-signature|arc-(seal|message-signature|authentication-results))$/i.test(name),
  )
}

/** Our own evaluation of who sent a message. Never throws for what mail or DNS hold. */
export async function authenticate(input: AuthenticationInput): Promise<AuthenticationResults> {
  const { raw, envelope, headers, from, resolve, deadlineMs } = input
  const dns = resolveFor(resolve, Date.now() + deadlineMs)
  const [spf, { dkim, arc }] = await Promise.all([
    checkSpf(envelope, dns),
    raw === null || !needsRaw(headers)
      ? { dkim: [], arc: { result: 'none' as const } }
      : checkSignatures(raw, dns),
  ])
  const dmarc = await checkDmarc(fromDomains(headers, from), { spf, dkim }, dns)
  return { spf, dkim, dmarc, arc }
}
