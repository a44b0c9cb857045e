/** An authenticator of passkeys (WebAuthn Level 3 §6) in software, of which a test chooses every field: ES256, no attestation. */
import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a browser would send of a credential, as JSON. */
export interface MadeCredential {
  id: string
  rawId: string
  type: 'public-key'
  response: Record<string, string>
}

interface Signing {
  challenge: string
  origin: string
  rpId: string
  /** Whether it has verified its user, by a fingerprint say. */
  verified?: boolean
  counter?: number
  /** Whose it says that it is; else the one it was made for. */
  userHandle?: string
}

const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer')
const clientData = (type: string, { challenge, origin }: Signing): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Flags of §6.1: present, verified, holds a new credential. */
const flagsOf = ({ verified = true }: Signing, isNew: boolean): number =>
  0x01 | (verified ? 0x04 : 0) | (isNew ? 0x40 : 0)

function authenticatorData(signing: Signing, attested = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head[0] = flagsOf(signing, attested.length > 0)
  head.writeUInt32BE(signing.counter ?? 0, 1)
  return Buffer.concat([sha256(signing.rpId), head, attested])
}

/** A byte string of CBOR (RFC 8949 §3.1). */
function bytes(content: Buffer): Buffer {
  const head =
    content.length < 24 ? [0x40 | content.length] : [0x59, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}
const text = (content: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 | content.length]), Buffer.from(content)])

/** One passkey. */
export class Authenticator {
  readonly #id: Buffer
  readonly #userHandle: string
  readonly #private: KeyObject
  readonly #public: KeyObject

  /** `userHandle`: base64url, as the options of a new passkey have the id of its user. */
  constructor(userHandle: string, id: Buffer = randomBytes(32)) {
    this.#id = id
    this.#userHandle = userHandle
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#private = privateKey
    this.#public = publicKey
  }

  get id(): Buffer {
    return this.#id
  }

  /** Makes it; `format` and `statement` (CBOR) are those of its attestation. */
  create(
    signing: Signing,
    { format = 'none', statement = Buffer.from([0xa0]) }: { format?: string; statement?: Buffer } = {},
  ): MadeCredential {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' })
    // A map of COSE (RFC 9053 §7.1.1): EC2, ES256, P-256, x, y.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      Buffer.from([0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, key])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(format),
      text('attStmt'),
      statement,
      text('authData'),
      bytes(authenticatorData(signing, attested)),
    ])
    return this.#made({ clientDataJSON: clientData('webauthn.create', signing), attestationObject })
  }

  /** Signs in with it. */
  get(signing: Signing): MadeCredential {
    const clientDataJSON = clientData('webauthn.get', signing)
    const data = authenticatorData(signing)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), this.#private)
    const userHandle = Buffer.from(signing.userHandle ?? this.#userHandle, 'base64url')
    return this.#made({ clientDataJSON, authenticatorData: data, signature, userHandle })
  }

  #made(response: Record<string, Buffer>): MadeCredential {
    const id = this.#id.toString('base64url')
    const encoded = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])
    return { id, rawId: id, type: 'public-key', response: Object.fromEntries(encoded) }
  }
}
