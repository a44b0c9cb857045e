/** DKIM (RFC 6376) and ARC (RFC 8617) signatures of a message, verified by mailauth behind guards of our own. */
import { Readable } from 'node:stream'
import type { ARCData, DKIMVerifyResult } from 'mailauth'
import type { AuthenticationResults, AuthResult } from '../domain/authentication.ts'
import { limits } from '../domain/limits.ts'
import type { MessageResolve } from './resolve.ts'
import { readTags } from './tag-list.ts'

type Signatures = Pick<AuthenticationResults, 'dkim' | 'arc'>
type DkimResult = AuthenticationResults['dkim'][number]

/** DKIM signatures that are looked at: each costs a look-up, and may cost a pass over the body. */
const maxSignatures = 10
/** ARC sets that are looked at (RFC 8617 §4.2.1 ends a chain at 50). */
const maxArcHeaders = 150
/** Lines of a header block that is looked at: mailauth's parser takes quadratic time. */
const maxHeaderLines = 5_000
const chunkBytes = 64 * 1024

interface HeaderField {
  /** Lowercase. */
  name: string
  /** The whole field, folding and line end included. */
  line: Buffer
}

/** Verifies the signatures of `raw`. Beyond the limits on headers none is looked at, and none passes. */
export async function checkSignatures(raw: Uint8Array, dns: MessageResolve): Promise<Signatures> {
  const message = splitHeader(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  if (message === null) return { dkim: [], arc: { result: 'none' } }
  const arcFields = message.fields.filter(({ name }) => name.startsWith('arc-'))
  const arcRefused = arcFields.length > maxArcHeaders || arcFields.some(isMalformedArc)
  const signatures = message.fields.filter(({ name }) => name === 'dkim-signature')
  const refused = new Map<HeaderField, DkimResult | null>()
  for (const [index, field] of signatures.entries()) {
    const verdict = index >= maxSignatures ? null : refuse(field)
    if (verdict !== undefined) refused.set(field, verdict)
  }
  if (arcRefused) for (const field of arcFields) refused.set(field, null)
  const verified = await verify(
    message.fields.filter((field) => !refused.has(field)).map(({ line }) => line),
    message.body,
    dns,
  )
  return {
    dkim: [...verified.dkim, ...[...refused.values()].filter((result) => result !== null)],
    arc: arcRefused ? { result: 'fail' } : verified.arc,
  }
}

/**
 * Why a signature isn't verified: it leaves From or the end of the body unsigned, so that it proves nothing of what
 * is read (RFC 6376 §5.4, §8.2), or rests on SHA-1 (RFC 8301). undefined where it is to be verified.
 */
function refuse(field: HeaderField): DkimResult | undefined {
  const tags = readTags(field.line)
  if (tags === null) return { result: 'permerror', domain: '', selector: '' }
  const result = (word: AuthResult): DkimResult => ({
    result: word,
    domain: tags.get('d')?.toLowerCase() ?? '',
    selector: tags.get('s') ?? '',
  })
  const signed = (tags.get('h') ?? '')
    .toLowerCase()
    .split(':')
    .map((name) => name.trim())
  if (!signed.includes('from') || !tags.get('d') || !tags.get('s') || !tags.get('b'))
    return result('permerror')
  if (tags.has('l') || !/^(rsa|ed25519)-sha256$/i.test(tags.get('a') ?? '')) return result('policy')
  return undefined
}

/**
 * Whether an ARC field must not reach mailauth: 4.13 writes `a.b=c` of ARC-Authentication-Results into objects by
 * name, and `__proto__` reaches every object; of a malformed tag list it makes what it can (RFC 8617 §4.1.2, §4.1.3).
 */
function isMalformedArc({ name, line }: HeaderField): boolean {
  if (line.includes('__proto__')) return true
  return (name === 'arc-seal' || name === 'arc-message-signature') && readTags(line) === null
}

async function verify(header: Buffer[], body: Buffer, dns: MessageResolve): Promise<Signatures> {
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const result = await dkimVerify(Readable.from(chunks(header, body), { objectMode: false }), {
    resolver: dns.resolve,
    sender: 'unused@invalid',
  })
  // The newest ARC-Seal is reported among the DKIM signatures.
  const seal = result.arc?.lastEntry?.['arc-seal']?.parsed?.b?.value
  const dkim = (result.results ?? [])
    .filter(({ signingDomain }) => signingDomain !== undefined)
    .filter((one) => seal === undefined || (one as { signature?: string }).signature !== seal)
    .map(({ signingDomain, selector, status }) => ({
      result: dkimResult(status.result, status.comment, status.underSized),
      domain: String(signingDomain).toLowerCase(),
      selector: String(selector ?? ''),
    }))
  return { dkim, arc: { result: await arcResult(result.arc, dns) } }
}

function dkimResult(result: string, comment: unknown, underSized: unknown): AuthResult {
  if (result === 'pass') return underSized ? 'policy' : 'pass'
  if (result === 'neutral')
    return /^(no key|unknown key|invalid public key|expired|invalid expiration)/.test(String(comment))
      ? 'permerror'
      : 'fail'
  return result === 'temperror' || result === 'policy' ? result : 'fail'
}

async function arcResult(data: DKIMVerifyResult['arc'], dns: MessageResolve): Promise<AuthResult> {
  if (data === undefined) return 'none'
  const { arc } = await import('mailauth/lib/arc/index.js')
  const failuresBefore = dns.failures()
  let result: string
  try {
    result = (await arc(data as ARCData, { resolver: dns.resolve })).status.result
  } catch {
    result = 'fail'
  }
  if (result === 'pass' || result === 'none') return result
  const unanswered =
    dns.failures() > failuresBefore || data.lastEntry?.messageSignature?.status.result === 'temperror'
  return unanswered ? 'temperror' : 'fail'
}

/** The message in pieces with CRLF line ends: mailauth makes a piece of each line that ends in a bare LF. */
function* chunks(header: Buffer[], body: Buffer): Generator<Buffer> {
  yield withCrlf(Buffer.concat([...header, Buffer.from('\r\n')]))
  for (let at = 0; at < body.length; ) {
    let end = Math.min(at + chunkBytes, body.length)
    if (body[end - 1] === 0x0d && end < body.length) end++
    yield withCrlf(body.subarray(at, end))
    at = end
  }
}

function withCrlf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const fixed = text.replace(/(?<!\r)\n/g, '\r\n')
  return fixed.length === text.length ? bytes : Buffer.from(fixed, 'latin1')
}

/** The fields of the header block and the body after it; null where the block is beyond the limits. */
function splitHeader(raw: Buffer): { fields: HeaderField[]; body: Buffer } | null {
  const fields: HeaderField[] = []
  let fieldStart = 0
  let at = 0
  const push = (end: number): void => {
    if (end <= fieldStart) return
    const line = raw.subarray(fieldStart, end)
    const colon = line.indexOf(0x3a)
    fields.push({ name: line.subarray(0, Math.max(0, colon)).toString('latin1').trim().toLowerCase(), line })
  }
  for (let lines = 0; at < raw.length; lines++) {
    if (lines > maxHeaderLines || at > limits.headerBytes) return null
    const newline = raw.indexOf(0x0a, at)
    const next = newline < 0 ? raw.length : newline + 1
    const folded = raw[at] === 0x20 || raw[at] === 0x09
    if (!folded) {
      push(at)
      fieldStart = at
    }
    if (newline === at || (newline === at + 1 && raw[at] === 0x0d))
      return { fields, body: raw.subarray(next) }
    at = next
  }
  if (raw.length > limits.headerBytes) return null
  push(raw.length)
  return { fields, body: raw.subarray(raw.length) }
}
