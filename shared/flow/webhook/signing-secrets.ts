/** The secrets that a webhook is signed with: the inbox's own, and those before it that still sign. */
import type { Keyring } from '../../lib/keyring.ts'

/** The secrets of an inbox as they are sealed. */
interface SealedSecrets {
  secret: string
  /** Newest first. */
  previousSecrets: readonly string[]
}

/**
 * The secrets, the newest first. Earlier ones that no key opens are left out: where the key that sealed them is lost, a new
 * secret is what makes the webhook work again, and not a day later.
 * @throws where no key opens the newest.
 */
export function signingSecrets(keyring: Keyring, { secret, previousSecrets }: SealedSecrets): string[] {
  const opened = (sealed: string): string[] => {
    try {
      return [keyring.open('webhook_secret', sealed)]
    } catch {
      return []
    }
  }
  return [keyring.open('webhook_secret', secret), ...previousSecrets.flatMap(opened)]
}
