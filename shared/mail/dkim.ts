/** Signs what is sent (DKIM, RFC 6376; Ed25519, RFC 8463): relaxed/relaxed, with the fields that matter over-signed. */
import { createHash, createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** A key that signs for a domain under a selector. */
export interface DkimKey {
  domain: string
  selector: string
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  privateKey: KeyObject
}

/** Bits of the smallest RSA key that verifiers are to take for good (RFC 8301 §3.2). */
const leastRsaBits = 1_024

/** @throws with what is wrong with the key, never with the key. */
export function readDkimKey(pem: string, domain: string, selector: string): DkimKey {
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey(pem)
  } catch {
    throw new Error('is no PEM private key')
  }
  const type = privateKey.asymmetricKeyType
  if (type !== 'rsa' && type !== 'ed25519') throw new Error('must be an RSA or Ed25519 key')
  const bits = privateKey.asymmetricKeyDetails?.modulusLength
  if (type === 'rsa' && (bits ?? 0) < leastRsaBits) throw new Error(`must have ${leastRsaBits} bits or more`)
  return { domain, selector, algorithm: `${type}-sha256`, privateKey }
}

/**
 * Fields that are signed as often as they are there and once more (RFC 6376 §5.4.2): one that is added later, which
 * some readers would show instead, breaks the signature.
 */
const overSigned = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'reply-to',
  'sender',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]
/** Fields that are signed where they are there. */
const signedToo = [
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'auto-submitted',
  'content-disposition',
  'content-id',
]

const lineCharacters = 76
const fieldName = 'DKIM-Signature:'
const signAsync = promisify(signBytes) as (
  algorithm: string | null,
  data: Buffer,
  key: KeyObject,
) => Promise<Buffer>

/**
 * The DKIM-Signature fields for a message, one a key, to be put before it; each ends with CRLF.
 * `message` has CRLF line ends. The heavy part is done by libuv's threads.
 */
export async function dkimSignatures(
  message: Buffer,
  keys: readonly DkimKey[],
  now = Date.now(),
): Promise<Buffer> {
  if (keys.length === 0) return Buffer.alloc(0)
  const end = message.indexOf('\r\n\r\n')
  const header = end < 0 ? message : message.subarray(0, end + 2)
  const body = end < 0 ? Buffer.alloc(0) : message.subarray(end + 4)
  const fields = fieldsOf(header.toString('latin1'))
  const bodyHash = createHash('sha256').update(relaxedBody(body)).digest('base64')
  const signed = signedFields(fields)
  const lines = await Promise.all(keys.map((key) => signatureField(key, signed, bodyHash, now)))
  return Buffer.from(lines.join(''), 'latin1')
}

interface Field {
  /** Lower case. */
  name: string
  value: string
}

/** Header fields in order, values still folded. */
function fieldsOf(header: string): Field[] {
  const fields: Field[] = []
  for (const line of header.split('\r\n')) {
    const first = line[0]
    const last = fields.at(-1)
    if ((first === ' ' || first === '\t') && last !== undefined) last.value += line
    else {
      const colon = line.indexOf(':')
      if (colon > 0)
        fields.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1) })
    }
  }
  return fields
}

/** Names for `h=` and the values they stand for; a name occurs once more than its field where it is over-signed. */
function signedFields(fields: readonly Field[]): { names: string[]; text: string } {
  const names: string[] = []
  const lines: string[] = []
  for (const name of [...overSigned, ...signedToo]) {
    // A verifier takes fields of one name from the last one up (RFC 6376 §5.4.2).
    const found = fields.filter((field) => field.name === name).toReversed()
    for (const { value } of found) {
      names.push(name)
      lines.push(`${name}:${relaxedValue(value)}\r\n`)
    }
    if (overSigned.includes(name)) names.push(name)
  }
  return { names, text: lines.join('') }
}

async function signatureField(
  { domain, selector, algorithm, privateKey }: DkimKey,
  { names, text }: { names: string[]; text: string },
  bodyHash: string,
  now: number,
): Promise<string> {
  const list = names.map((name, i) => `${i === 0 ? 'h=' : ''}${name}${i < names.length - 1 ? ':' : ';'}`)
  const tags = [
    ...[`v=1;`, `a=${algorithm};`, 'c=relaxed/relaxed;', `d=${domain};`, `s=${selector};`],
    ...[`t=${Math.floor(now / 1_000)};`, ...list, `bh=${bodyHash};`, 'b='],
  ]
  const unsigned = folded(tags)
  const value = relaxedValue(unsigned.slice(fieldName.length).replaceAll('\r\n', ''))
  const data = Buffer.from(`${text}dkim-signature:${value}`, 'latin1')
  const signature =
    algorithm === 'rsa-sha256'
      ? await signAsync('sha256', data, privateKey)
      : await signAsync(null, createHash('sha256').update(data).digest(), privateKey)
  const pieces = signature.toString('base64').match(/.{1,72}/g) ?? []
  return `${unsigned}\r\n ${pieces.join('\r\n ')}\r\n`
}

/** The field with these tags, spaces between, in lines of at most 76 characters. */
function folded(tags: readonly string[]): string {
  const lines = [fieldName]
  for (const tag of tags) {
    const line = lines.at(-1)!
    if (line.length + 1 + tag.length > lineCharacters) lines.push(` ${tag}`)
    else lines[lines.length - 1] = `${line} ${tag}`
  }
  return lines.join('\r\n')
}

/** RFC 6376 §3.4.2: unfolded, runs of white space as one space, none at either end. */
function relaxedValue(value: string): string {
  let text = ''
  let gap = false
  for (const character of value) {
    if (character === ' ' || character === '\t') gap = true
    else {
      if (gap && text !== '') text += ' '
      gap = false
      text += character
    }
  }
  return text
}

const cr = 0x0d
const lf = 0x0a
const space = 0x20
const tab = 0x09

/** RFC 6376 §3.4.4: runs of white space as one space, none at line ends, no empty lines at the end. */
export function relaxedBody(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length + 2)
  let at = 0
  /** Where the last line that isn't empty ends, its CRLF included. */
  let kept = 0
  let gap = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (byte === space || byte === tab) gap = true
    else if (byte === cr && body[i + 1] === lf) {
      gap = false
      const empty = at === 0 || (out[at - 1] === lf && out[at - 2] === cr)
      out[at++] = cr
      out[at++] = lf
      if (!empty) kept = at
      i++
    } else {
      if (gap) out[at++] = space
      gap = false
      out[at++] = byte
    }
  }
  const ended = at === 0 || (out[at - 1] === lf && out[at - 2] === cr)
  if (ended) return out.subarray(0, kept)
  out[at++] = cr
  out[at++] = lf
  return out.subarray(0, at)
}

/** `content` with a signature of each key before it; as it is where there is none. */
export async function signed(content: Buffer, dkimKeys: readonly DkimKey[]): Promise<Buffer> {
  return dkimKeys.length === 0 ? content : Buffer.concat([await dkimSignatures(content, dkimKeys), content])
}
