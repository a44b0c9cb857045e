/** Whether a document, or a message, is encrypted: then no scanner sees what it holds. */

import { holdsOneOf, type Steps, stepBytes } from '../../lib/in-steps.ts'
import { isEnveloped } from '../../lib/signed-content.ts'

/** Names like that of the dictionary that are looked at; a file of more is made to take time, and none that is read. */
const namesLookedAt = 1_000

/** PDF: a trailer names how it is encrypted (ISO 32000-1 §7.6.1), also one that opens without a password. */
export function* isEncryptedPdf(bytes: Buffer): Steps<boolean> {
  if (bytes.subarray(0, 1_024).indexOf('%PDF-') < 0) return false
  let looks = 0
  for (let start = 0; start < bytes.length; start += stepBytes) {
    for (const at of encryptNames(bytes.subarray(start, start + stepBytes + longestName))) {
      if (at >= stepBytes) continue
      if (++looks > namesLookedAt) return true
      if (namesEncryption(bytes, start + at)) return true
    }
    yield Math.min(start + stepBytes, bytes.length)
  }
  return false
}

const longestName = '/#45ncrypt'.length

/** Where a name begins that is written like that of the dictionary. */
function* encryptNames(piece: Buffer): Generator<number> {
  for (const name of ['Encrypt', '#45ncrypt', 'E#6e', 'E#6E'])
    for (let at = piece.indexOf(`/${name}`); at >= 0; at = piece.indexOf(`/${name}`, at + 1)) yield at
}

function namesEncryption(bytes: Buffer, at: number): boolean {
  const written = /^\/([\w#]{1,40})[\s\0]{0,20}(\d{1,10}[\s\0]{1,20}\d{1,10}[\s\0]{1,20}R|<<)/.exec(
    bytes.toString('latin1', at, at + 120),
  )
  const plain = written?.[1]?.replace(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return plain === 'Encrypt'
}

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const packageName = Buffer.from('EncryptedPackage', 'utf16le')
const sector = 512
/** CurrentUserAtom of an encrypted presentation (MS-PPT §2.3.2). */
const encryptedPpt = Buffer.from('dfc4d1f3', 'hex')
/** BOF of a workbook of Excel 97 and later, and FilePass (MS-XLS §2.4.21, §2.4.117). */
const workbookStart = Buffer.from('0908100000060500', 'hex')
const filePass = 0x2f
/** Records in front of FilePass, where there is one: it stands behind BOF and write protection. */
const recordsBefore = 10

/** An OLE container with an encrypted package (MS-OFFCRYPTO §2.3.4.4), or an encrypted Word, Excel or PowerPoint file. */
export function* isEncryptedOffice(bytes: Buffer): Steps<boolean> {
  if (!bytes.subarray(0, 8).equals(oleMagic)) return false
  if (yield* holdsOneOf(bytes, [packageName, encryptedPpt])) return true
  for (let at = sector; at + 12 <= bytes.length; at += sector) {
    if (at % stepBytes === 0) yield at
    // FibBase of a Word file: wIdent, and fEncrypted among its flags (MS-DOC §2.5.2).
    if (bytes.readUInt16LE(at) === 0xa5ec && (bytes.readUInt16LE(at + 10) & 0x100) !== 0) return true
    if (bytes.subarray(at, at + 8).equals(workbookStart) && hasFilePass(bytes, at)) return true
  }
  return false
}

function hasFilePass(bytes: Buffer, start: number): boolean {
  let at = start
  for (let i = 0; i < recordsBefore && at + 4 <= bytes.length; i++) {
    if (bytes.readUInt16LE(at) === filePass) return true
    at += 4 + bytes.readUInt16LE(at + 2)
  }
  return false
}

/** A message that is encrypted by S/MIME, or packed by OpenPGP as text (RFC 9580 §6.2): which of both is told by its packets. */
export const isEncryptedMessage = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isEnveloped(start) || /^\s{0,99}-----BEGIN PGP MESSAGE-----/.test(start.toString('latin1', 0, 200))
}
