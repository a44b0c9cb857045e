/** Whether a process has the SECRET_KEY of its database. */
import type { Keyring } from '../../lib/keyring.ts'
import type { Database } from '../../store/database.ts'
import {
  findKeyFingerprints,
  findSealedSecret,
  insertKeyFingerprint,
  lockKeyFingerprints,
} from '../../store/secret-key.ts'

/**
 * Whether the keyring's key is one that this database knows. A database that knows none yet takes it for its own, unless
 * secrets in it were sealed with another. A process with another key could sign no webhook of those that are there.
 */
export async function knowsSecretKey(database: Database, keyring: Keyring): Promise<boolean> {
  const known = await findKeyFingerprints(database)
  if (known.length > 0) return known.includes(keyring.fingerprint)
  return database.transaction(async (tx) => {
    await lockKeyFingerprints(tx)
    const now = await findKeyFingerprints(tx)
    if (now.length > 0) return now.includes(keyring.fingerprint)
    const sealed = await findSealedSecret(tx)
    if (sealed !== null && !opens(keyring, sealed)) return false
    await insertKeyFingerprint(tx, keyring.fingerprint)
    return true
  })
}

function opens(keyring: Keyring, sealed: string): boolean {
  try {
    keyring.openOnce('webhook_secret', sealed)
    return true
  } catch {
    return false
  }
}
