/** What stands in a signed file of S/MIME or CAdES (CMS SignedData, RFC 5652 §5): its readers show that, not the file. */

/** What each file has that is signed: the name of its type, without its length, which may be written in several ways. */
export const signedMark = Buffer.from('2a864886f70d010702', 'hex')
const oids = {
  enveloped: Buffer.from('2a864886f70d010703', 'hex'),
  authEnveloped: Buffer.from('2a864886f70d0109100117', 'hex'),
}
const sequence = 0x30
const set = 0x31
const integer = 0x02
const objectId = 0x06
const explicit0 = 0xa0
const octets = 0x04
const octetsOfPieces = 0x24

/** The signed content of `bytes`; null where it is no such file, or stands elsewhere. Linear. Never throws. */
export function signedContent(bytes: Buffer): Buffer | null {
  const data = contentOf(bytes, signedMark)
  const list = data === null ? null : inside(bytes, data, sequence)
  // The version, and the digests that are used, stand ahead of it.
  const version = list === null ? null : elementAt(bytes, list)
  if (version?.tag !== integer) return null
  const digests = elementAt(bytes, endOf(bytes, version))
  if (digests?.tag !== set) return null
  const content = inside(bytes, endOf(bytes, digests), sequence)
  const type = content === null ? null : elementAt(bytes, content)
  if (type === null) return null
  const wrapped = inside(bytes, endOf(bytes, type), explicit0)
  return wrapped === null ? null : octetString(bytes, wrapped)
}

/** Whether `bytes` begin like a file with a signature, whether or not it holds what is signed. Never throws. */
export const isSigned = (bytes: Uint8Array): boolean =>
  contentOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), signedMark) !== null

/** Whether `bytes` are encrypted by S/MIME (CMS EnvelopedData, RFC 5652 §6; AuthEnvelopedData, RFC 5083). Never throws. */
export const isEnveloped = (bytes: Buffer): boolean =>
  contentOf(bytes, oids.enveloped) !== null || contentOf(bytes, oids.authEnveloped) !== null

/** An element of BER (X.690 §8.1): `length` is null where its end is marked. */
interface Element {
  tag: number
  start: number
  length: number | null
}

function elementAt(bytes: Buffer, at: number): Element | null {
  const first = bytes[at + 1]
  if (first === undefined) return null
  const tag = bytes[at]!
  if (first < 0x80) return { tag, start: at + 2, length: first }
  if (first === 0x80) return { tag, start: at + 2, length: null }
  const size = first - 0x80
  const start = at + 2 + size
  if (size > 6 || start > bytes.length) return null
  return { tag, start, length: bytes.readUIntBE(at + 2, size) }
}

/** Where the element ends; of one whose end is marked, behind the mark. */
function endOf(bytes: Buffer, { start, length }: Element): number {
  if (length !== null) return start + length
  let at = start
  for (let open = 1; open > 0; ) {
    const inner = elementAt(bytes, at)
    if (inner === null) return bytes.length
    if (inner.length === null) open++
    else if (inner.tag === 0 && inner.length === 0) open--
    at = inner.start + (inner.length ?? 0)
  }
  return at
}

/** Where the content begins of the element at `at`, which is to have that tag. */
function inside(bytes: Buffer, at: number, tag: number): number | null {
  const element = elementAt(bytes, at)
  return element?.tag === tag ? element.start : null
}

/** Where the content of a ContentInfo of that type begins; null where `bytes` are none. */
function contentOf(bytes: Buffer, oid: Buffer): number | null {
  const start = inside(bytes, 0, sequence)
  const type = start === null ? null : elementAt(bytes, start)
  if (type?.tag !== objectId || type.length !== oid.length) return null
  const end = type.start + type.length
  return bytes.subarray(type.start, end).equals(oid) ? inside(bytes, end, explicit0) : null
}

/** An octet string, whole or in pieces; as far as it goes where it is cut off. */
function octetString(bytes: Buffer, at: number): Buffer | null {
  const whole = elementAt(bytes, at)
  if (whole === null) return null
  if (whole.tag === octets) return bytes.subarray(whole.start, whole.start + (whole.length ?? 0))
  if (whole.tag !== octetsOfPieces) return null
  const end = Math.min(endOf(bytes, whole), bytes.length)
  return joined(bytes, whole.start, end)
}

/** The octet strings from `start` to `end`, of which there may be millions: none is made an object of. */
function joined(bytes: Buffer, start: number, end: number): Buffer {
  const out = Buffer.allocUnsafe(Math.max(0, end - start))
  let length = 0
  for (let at = start; at + 1 < end; ) {
    const tag = bytes[at]!
    const first = bytes[at + 1]!
    let from = at + 2
    let to = from
    if (first < 0x80) to = from + first
    else if (first > 0x80) {
      const element = elementAt(bytes, at)
      if (element === null) break
      from = element.start
      to = from + element.length!
    }
    to = Math.min(to, end)
    if (tag === octets)
      if (to - from > 64) length += bytes.copy(out, length, from, to)
      else for (let i = from; i < to; i++) out[length++] = bytes[i]!
    at = tag === octetsOfPieces ? from : to
  }
  return out.subarray(0, length)
}
