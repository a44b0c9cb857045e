/** The return path of what is sent: an address that only we can make, so that a bounce says which message it is about. */
import type { KeyPurpose, Keyring } from '../lib/keyring.ts'

/** What the return path of a message says. */
export interface ReturnPath {
  /** `ten_…`, beginning: what follows in the whole id is left out for the sake of length. */
  tenantPrefix: string
  /** Last characters of the tenant's id, by which tenants that were made in the same moment differ. */
  tenantSuffix: string
  /** `msg_…` */
  messageId: string
  /** Index of the one recipient whose envelope had it; null where recipients shared it. */
  recipient: number | null
}

const prefix = 'bounce+'
const purpose: KeyPurpose = 'return_path'
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const dayMs = 86_400_000
/** Days for which a return path is good: peers may try for five, and tell days later. */
const validDays = 30
/** Days are counted round, in three characters. */
const dayRange = 32 ** 3

const timeCharacters = 10
const suffixCharacters = 3
const dayCharacters = 3
const recipientCharacters = 2
/** Stands for several recipients: no message has as many that one would have this index. */
const shared = 32 ** recipientCharacters - 1
/** 65 bits. */
const signatureCharacters = 13

const shape = new RegExp(
  `^([${alphabet}]{26})([${alphabet}]{${timeCharacters}})([${alphabet}]{${suffixCharacters}})([${alphabet}]{${dayCharacters}})([${alphabet}]{${recipientCharacters}})([${alphabet}]{${signatureCharacters}})$`,
)

/**
 * The reverse-path of a message, `bounce+<token>@<inbox domain>`. The token has letters and digits only, of which the
 * letter case means nothing: peers change it. The local part has the 64 octets that RFC 5321 §4.5.3.1.1 allows.
 */
export function makeReturnPath(
  keyring: Keyring,
  inboxDomain: string,
  { tenantId, messageId, recipient }: { tenantId: string; messageId: string; recipient: number | null },
  now = Date.now(),
): string {
  const tenant = tenantId.slice(4)
  const day = (Math.floor(now / dayMs) + validDays) % dayRange
  const fields = [
    messageId.slice(4),
    tenant.slice(0, timeCharacters),
    tenant.slice(-suffixCharacters),
    encode(day, dayCharacters),
    encode(recipient ?? shared, recipientCharacters),
  ].join('')
  return `${prefix}${fields}${signatureOf(keyring, fields)}@${inboxDomain}`
}

/** Whether an address has the form of a return path, whoever made it: what is no good then is nobody's mailbox. */
export function isReturnPath(localPart: string): boolean {
  return localPart.toLowerCase().startsWith(prefix)
}

/** What a return path names, whoever made it: for one whose signature was verified when it was taken. */
export function aboutOfReturnPath(address: string): Pick<ReturnPath, 'messageId' | 'recipient'> | null {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  if (!local.startsWith(prefix)) return null
  const match = shape.exec(local.slice(prefix.length))
  return match === null ? null : { messageId: `msg_${match[1]}`, recipient: recipientOf(match[5]!) }
}

/** What a return path of ours says; null where it is forged, altered or too old. */
export function readReturnPath(keyring: Keyring, localPart: string, now = Date.now()): ReturnPath | null {
  const lower = localPart.toLowerCase()
  if (!lower.startsWith(prefix)) return null
  const match = shape.exec(lower.slice(prefix.length))
  if (match === null) return null
  const [token, message, tenantTime, tenantSuffix, day, recipient, signature] = match as unknown as string[]
  const fields = token!.slice(0, -signatureCharacters)
  if (!keyring.all.some((one) => sameText(signatureOf(one, fields), signature!))) return null
  const left = (decode(day!) - Math.floor(now / dayMs) + 2 * dayRange) % dayRange
  if (left > validDays) return null
  return {
    tenantPrefix: `ten_${tenantTime}`,
    tenantSuffix: tenantSuffix!,
    messageId: `msg_${message}`,
    recipient: recipientOf(recipient!),
  }
}

function signatureOf(keyring: Keyring, fields: string): string {
  const bytes = Buffer.from(keyring.sign(purpose, fields), 'base64url')
  let value = BigInt(`0x${bytes.toString('hex', 0, 9)}`)
  let text = ''
  for (let i = 0; i < signatureCharacters; i++) {
    text += alphabet[Number(value & 31n)]
    value >>= 5n
  }
  return text
}

/** Compares all of it, whatever differs first. */
function sameText(a: string, b: string): boolean {
  let different = a.length ^ b.length
  for (let i = 0; i < a.length; i++) different |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return different === 0
}

function recipientOf(text: string): number | null {
  const recipient = decode(text)
  return recipient === shared ? null : recipient
}

function encode(value: number, characters: number): string {
  let text = ''
  for (let i = 0; i < characters; i++) text = alphabet[(value >> (5 * i)) & 31]! + text
  return text
}

function decode(text: string): number {
  return [...text].reduce((value, character) => value * 32 + alphabet.indexOf(character), 0)
}
