/** The fingerprints of the SECRET_KEYs that the secrets of a database are sealed with. */
import type { Sql } from '../lib/sql.ts'

/** Fingerprints that the database knows. */
export async function findKeyFingerprints(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ fingerprint: string }>('select fingerprint from secret_key_fingerprints')
  return rows.map(({ fingerprint }) => fingerprint)
}

/** Keeps all others from changing the fingerprints, up to the end of the transaction. */
export async function lockKeyFingerprints(tx: Sql): Promise<void> {
  await tx.query('lock table secret_key_fingerprints in share row exclusive mode')
}

export async function insertKeyFingerprint(tx: Sql, fingerprint: string): Promise<void> {
  await tx.query('insert into secret_key_fingerprints (fingerprint) values ($1)', [fingerprint])
}

/** A secret of some webhook as it is sealed; null where there is none. Of any tenant: it tells the key, not the secret. */
export async function findSealedSecret(sql: Sql): Promise<string | null> {
  const rows = await sql.query<{ secret: string }>(
    'select webhook_secret as secret from inboxes where webhook_secret is not null limit 1',
  )
  return rows[0]?.secret ?? null
}
