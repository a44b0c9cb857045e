/** Identifiers: a type prefix and 26 characters of Crockford base32, ordered by time. */
import { randomFillSync } from 'node:crypto'

/** Prefix by noun, as the interface specification gives them. */
export const idPrefixes = {
  account: 'acc',
  tenant: 'ten',
  user: 'usr',
  apiKey: 'key',
  inbox: 'inb',
  message: 'msg',
  draft: 'drf',
  thread: 'thr',
  attachment: 'att',
  approval: 'apr',
  notice: 'ntc',
  noticeChannel: 'nch',
  policy: 'pol',
  auditEntry: 'aud',
  creditEntry: 'crd',
  order: 'ord',
  paymentMethod: 'pmt',
  subscription: 'sub',
  webhookDelivery: 'whd',
  event: 'evt',
  suppression: 'sup',
  feedback: 'fbk',
  signInLink: 'sgn',
  passkey: 'psk',
  request: 'req',
} as const
export type IdKind = keyof typeof idPrefixes

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const random = Buffer.alloc(10 * 1024)
let randomAt = random.length
let lastTime = 0
let lastRandom = 0n

/**
 * A new identifier, `<prefix>_` + 10 characters of the time in milliseconds + 16 random ones.
 * Identifiers made by one process sort in the order they were made.
 */
export function newId(kind: IdKind, time = Date.now()): string {
  if (time === lastTime) lastRandom += 1n
  else {
    if (randomAt === random.length) {
      randomFillSync(random)
      randomAt = 0
    }
    lastRandom = BigInt(`0x${random.toString('hex', randomAt, randomAt + 10)}`) >> 1n
    randomAt += 10
    lastTime = time
  }
  return `${idPrefixes[kind]}_${encode(BigInt(time), 10)}${encode(lastRandom, 16)}`
}

/** An identifier that says when (milliseconds since 1970) and the how manieth: {@link ordinalOfId} reads that again. */
export function idOfOrdinal(kind: IdKind, time: number, ordinal: number): string {
  return `${idPrefixes[kind]}_${encode(BigInt(Math.max(0, Math.floor(time))), 10)}${encode(BigInt(ordinal), 16)}`
}

/** The ordinal of an identifier of {@link idOfOrdinal}; `id` has the shape of one. Infinity for what none can be. */
export function ordinalOfId(id: string): number {
  let value = 0n
  for (const letter of id.slice(-16)) value = value * 32n + BigInt(alphabet.indexOf(letter))
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value)
}

/** The smallest identifier that one made at `time` (milliseconds since 1970) or later can be. */
export function firstIdAt(kind: IdKind, time: number): string {
  return `${idPrefixes[kind]}_${encode(BigInt(Math.max(0, Math.floor(time))), 10)}${'0'.repeat(16)}`
}

/** `count` ids at equal distances from `oldest` on to `newest`, two of one kind; whether there is anything at them or not. */
export function idsBetween(oldest: string, newest: string, count: number): string[] {
  const prefix = oldest.slice(0, oldest.indexOf('_') + 1)
  const [from, to] = [oldest, newest].map((id) => decode(id.slice(prefix.length)))
  return Array.from(
    { length: count },
    (_, i) => prefix + encode(from! + ((to! - from!) * BigInt(i)) / BigInt(count), 26),
  )
}

const decode = (text: string): bigint =>
  [...text].reduce((value, character) => value * 32n + BigInt(Math.max(0, alphabet.indexOf(character))), 0n)

function encode(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i++) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}

/** Whether `text` has the shape of an identifier of `kind`: anything else can't exist. */
export function isId(kind: IdKind, text: string): boolean {
  return (
    text.length === 30 &&
    text.startsWith(`${idPrefixes[kind]}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(4))
  )
}
