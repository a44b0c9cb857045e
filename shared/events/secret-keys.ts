/** The keys that webhook secrets are, kept for those that signed last: made anew with each signature they would cost half of it. */
import { createSecretKey, type KeyObject } from 'node:crypto'

export const secretPrefix = 'whsec_'
/** Secrets whose keys are kept: one that was rotated is not to stay in memory for long. */
export const keptSecrets = 256

/** The two keys that a secret is: its whole text, and what the base64 in it decodes to. */
interface Keys {
  whole: KeyObject
  decoded: KeyObject
}

export class SecretKeys {
  /** By secret, the one that signed last at the end. */
  readonly #kept = new Map<string, Keys>()

  of(secret: string): Keys {
    const keys = this.#kept.get(secret) ?? keysOf(secret)
    this.#kept.delete(secret)
    this.#kept.set(secret, keys)
    if (this.#kept.size > keptSecrets) this.#kept.delete(this.#kept.keys().next().value!)
    return keys
  }
}

function keysOf(secret: string): Keys {
  const coded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
  return {
    whole: createSecretKey(Buffer.from(secret)),
    decoded: createSecretKey(Buffer.from(coded, 'base64')),
  }
}
