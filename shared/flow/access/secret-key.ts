/** Whether a process has the SECRET_KEY of its database, and the change to another one. */
import type { Keyring } from '../../lib/keyring.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/database.ts'
import {
  findKeyFingerprints,
  findSealed,
  insertKeyFingerprint,
  listSealedAddresses,
  listSealedSecrets,
  lockKeyFingerprints,
  replaceSealedAddress,
  replaceSealedSecret,
  type Sealed,
  type SealedAddress,
  type SealedSecret,
} from '../../store/secret-key.ts'

/**
 * Whether the keyring's key is one that this database knows. A database that knows none yet takes it for its own, unless
 * secrets in it were sealed with another; and it takes a key from whoever has the one before as well. A process with
 * another key could sign no webhook of those that are there.
 */
export async function knowsSecretKey(database: Database, keyring: Keyring): Promise<boolean> {
  const known = await findKeyFingerprints(database)
  if (known.includes(keyring.fingerprint)) return true
  return database.transaction(async (tx) => {
    await lockKeyFingerprints(tx)
    const now = await findKeyFingerprints(tx)
    if (now.includes(keyring.fingerprint)) return true
    const sealed = now.length > 0 ? null : await findSealed(tx)
    const mayTake =
      now.length > 0
        ? keyring.all.some(({ fingerprint }) => now.includes(fingerprint))
        : sealed === null || opens(keyring, sealed)
    if (mayTake) await insertKeyFingerprint(tx, keyring.fingerprint)
    return mayTake
  })
}

const sealedAtOnce = 500

/**
 * Seals the webhooks' secrets, and the addresses of notice channels, that the key before has sealed with the new one, so that the one before can go. Does
 * nothing without a key before, nor where the database has seen a newer key than this process has: one that is still to
 * be started with it must not undo what others have done.
 */
export async function resealSecrets(
  { database, keyring, log }: { database: Database; keyring: Keyring; log: Log },
  signal: AbortSignal,
): Promise<void> {
  if (keyring.all.length === 1) return
  const [newest] = await findKeyFingerprints(database)
  if (newest !== keyring.fingerprint) return
  const count =
    (await resealWebhooks(database, keyring, signal)) + (await resealChannels(database, keyring, signal))
  if (count > 0)
    log.info({ count }, 'secrets that SECRET_KEY_PREVIOUS had sealed are sealed with SECRET_KEY now')
}

async function resealWebhooks(database: Database, keyring: Keyring, signal: AbortSignal): Promise<number> {
  let count = 0
  let page: SealedSecret[] = []
  do {
    page = await listSealedSecrets(database, page.at(-1), sealedAtOnce)
    for (const secret of page) {
      const renewed = {
        current: renew(keyring, { purpose: 'webhook_secret', text: secret.current }),
        previous:
          secret.previous === null
            ? null
            : renew(keyring, { purpose: 'webhook_secret', text: secret.previous }),
        earlier: secret.earlier.map((one) => ({
          ...one,
          secret: renew(keyring, { purpose: 'webhook_secret', text: one.secret }),
        })),
      }
      if (
        renewed.current === secret.current &&
        renewed.previous === secret.previous &&
        renewed.earlier.every((one, n) => one.secret === secret.earlier[n]!.secret)
      )
        continue
      await replaceSealedSecret(database, secret, renewed)
      count++
    }
  } while (page.length === sealedAtOnce && !signal.aborted)
  return count
}

async function resealChannels(database: Database, keyring: Keyring, signal: AbortSignal): Promise<number> {
  let count = 0
  let page: SealedAddress[] = []
  do {
    page = await listSealedAddresses(database, page.at(-1), sealedAtOnce)
    for (const channel of page) {
      const renewed = renew(keyring, { purpose: 'notice_channel', text: channel.address })
      if (renewed === channel.address) continue
      await replaceSealedAddress(database, channel, renewed)
      count++
    }
  } while (page.length === sealedAtOnce && !signal.aborted)
  return count
}

/** The same secret, sealed with the newest key; as it is where it is already, or where no key opens it. */
function renew(keyring: Keyring, sealed: Sealed): string {
  const { purpose, text } = sealed
  if (keyring.sealedByNewest(purpose, text) || !opens(keyring, sealed)) return text
  return keyring.seal(purpose, keyring.openOnce(purpose, text))
}

function opens(keyring: Keyring, { purpose, text }: Sealed): boolean {
  try {
    keyring.openOnce(purpose, text)
    return true
  } catch {
    return false
  }
}
