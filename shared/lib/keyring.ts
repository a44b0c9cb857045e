/** Everything made from SECRET_KEY: one derived key per purpose, for signing and sealing. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

export type KeyPurpose =
  | 'canary'
  | 'cursor'
  | 'download_url'
  | 'fingerprint'
  | 'webhook_secret'
  | 'notice_channel'
  | 'idempotency'
  | 'return_path'
  | 'review_link'
  | 'email_confirmation'
  | 'session_form'
  | 'sign_in'

const rememberedSecrets = 10_000
/** Characters that are signed between two turns of the event loop. */
const signedAtOnce = 4 * 1024 * 1024

/**
 * Signs and seals with keys derived from one secret (HKDF-SHA-256), so that no two purposes share a key. With a second
 * secret, the one before a rotation, what that one has signed and sealed still counts; nothing new is made with it.
 */
export class Keyring {
  readonly #secret: string
  readonly #keys = new Map<KeyPurpose, KeyObject>()
  /** Opening costs more than a webhook's signature: each sealed text is opened once a purpose. */
  readonly #opened = new Map<string, string>()
  readonly #previous: Keyring | null

  constructor(secret: string, previous?: string) {
    this.#secret = secret
    this.#previous = previous === undefined || previous === secret ? null : new Keyring(previous)
  }

  /** This one, and that of the secret before where there is one: what was made by either is ours. */
  get all(): Keyring[] {
    return this.#previous === null ? [this] : [this, this.#previous]
  }

  #key(purpose: KeyPurpose): KeyObject {
    let key = this.#keys.get(purpose)
    if (key === undefined) {
      const derived = hkdfSync('sha256', this.#secret, '', `agent-email-service ${purpose}`, 32)
      // As a key, and not as its bytes: those would be made a key anew with each signature, which costs most of it.
      key = createSecretKey(Buffer.from(derived))
      this.#keys.set(purpose, key)
    }
    return key
  }

  /** Tells this secret from another, and nothing about it: 32 hex digits. */
  get fingerprint(): string {
    return createHmac('sha256', this.#key('fingerprint')).update('SECRET_KEY').digest('hex').slice(0, 32)
  }

  /** HMAC-SHA-256 of `text`, base64url. */
  sign(purpose: KeyPurpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url')
  }

  /** The same of a text in pieces, however long: the event loop has its turn now and then. */
  async signPieces(purpose: KeyPurpose, pieces: Iterable<string>): Promise<string> {
    const hmac = createHmac('sha256', this.#key(purpose))
    let characters = 0
    for (const piece of pieces) {
      hmac.update(piece)
      characters += piece.length
      if (characters < signedAtOnce) continue
      characters = 0
      await setImmediate()
    }
    return hmac.digest('base64url')
  }

  /** Whether `signature` is that of `text`, by this secret or the one before; compares in constant time. */
  verify(purpose: KeyPurpose, text: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return this.all.some((keyring) => {
      const expected = Buffer.from(keyring.sign(purpose, text))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  /** AES-256-GCM of `text`: nonce, tag and ciphertext, base64url. */
  seal(purpose: KeyPurpose, text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key(purpose), nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** What was sealed, by this secret or the one before. @throws when it was sealed with another or for another purpose, or altered. */
  open(purpose: KeyPurpose, sealed: string): string {
    const name = `${purpose} ${sealed}`
    const remembered = this.#opened.get(name)
    if (remembered !== undefined) return remembered
    const text = this.openOnce(purpose, sealed)
    if (this.#opened.size >= rememberedSecrets) this.#opened.clear()
    this.#opened.set(name, text)
    return text
  }

  /** The same, for what is large or opened rarely: nothing of it is remembered. */
  openOnce(purpose: KeyPurpose, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    for (const keyring of this.all) {
      const text = keyring.#decipher(purpose, bytes)
      if (text !== null) return text
    }
    throw new Error('sealed with another key, for another purpose, or altered')
  }

  /** Whether what was sealed was sealed by this very secret, and not the one before. */
  sealedByNewest(purpose: KeyPurpose, sealed: string): boolean {
    return this.#decipher(purpose, Buffer.from(sealed, 'base64url')) !== null
  }

  /** Null where the tag isn't that of this secret and purpose. */
  #decipher(purpose: KeyPurpose, bytes: Buffer): string | null {
    if (bytes.length < 28) return null
    const decipher = createDecipheriv('aes-256-gcm', this.#key(purpose), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
}
