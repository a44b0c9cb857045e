/** The fingerprints of the SECRET_KEYs that the secrets of a database are sealed with. */
import type { Sql } from '../lib/sql.ts'

/** Fingerprints that the database knows, the newest first. */
export async function findKeyFingerprints(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ fingerprint: string }>(
    'select fingerprint from secret_key_fingerprints order by first_used_at desc, fingerprint',
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

/** Keeps all others from changing the fingerprints, up to the end of the transaction. */
export async function lockKeyFingerprints(tx: Sql): Promise<void> {
  await tx.query('lock table secret_key_fingerprints in share row exclusive mode')
}

export async function insertKeyFingerprint(tx: Sql, fingerprint: string): Promise<void> {
  await tx.query('insert into secret_key_fingerprints (fingerprint) values ($1)', [fingerprint])
}

/** Something sealed: the secret of a webhook, or the address of a notice channel. */
export interface Sealed {
  purpose: 'webhook_secret' | 'notice_channel'
  text: string
}

/** Some of what is sealed, as it is; null where there is none. Of any tenant: it tells the key, not the secret. */
export async function findSealed(sql: Sql): Promise<Sealed | null> {
  const rows = await sql.query<Sealed>(
    `(select 'webhook_secret' as purpose, webhook_secret as text from inboxes where webhook_secret is not null limit 1)
     union all (select 'notice_channel', sealed_url from notice_channels limit 1) limit 1`,
  )
  return rows[0] ?? null
}

/** The secrets of an inbox's webhook as they are sealed. */
export interface SealedSecret {
  tenantId: string
  inboxId: string
  current: string
  previous: string | null
  /** Those before it, with all that is known of them. */
  earlier: { secret: string }[]
}

/** Those of all tenants' inboxes, `count` of them behind `after`, in the order of their ids. */
export function listSealedSecrets(
  sql: Sql,
  after: Pick<SealedSecret, 'tenantId' | 'inboxId'> | undefined,
  count: number,
): Promise<SealedSecret[]> {
  return sql.query<SealedSecret>(
    `select tenant_id as "tenantId", id as "inboxId", webhook_secret as current, webhook_previous_secret as previous,
       webhook_earlier_secrets as earlier
     from inboxes where (tenant_id, id) > ($1, $2) order by tenant_id, id limit $3`,
    [after?.tenantId ?? '', after?.inboxId ?? '', count],
  )
}

/** Puts what was sealed anew in the place of what it was sealed from; leaves one alone that was changed meanwhile. */
export async function replaceSealedSecret(
  sql: Sql,
  { tenantId, inboxId, current, previous, earlier }: SealedSecret,
  renewed: Pick<SealedSecret, 'current' | 'previous' | 'earlier'>,
): Promise<void> {
  await sql.query(
    `update inboxes set webhook_secret = $6, webhook_previous_secret = $7, webhook_earlier_secrets = $8
     where tenant_id = $1 and id = $2 and webhook_secret = $3 and webhook_previous_secret is not distinct from $4
       and webhook_earlier_secrets = $5`,
    [
      tenantId,
      inboxId,
      current,
      previous,
      JSON.stringify(earlier),
      renewed.current,
      renewed.previous,
      JSON.stringify(renewed.earlier),
    ],
  )
}

/** The address of a notice channel as it is sealed. */
export interface SealedAddress {
  tenantId: string
  channelId: string
  address: string
}

/** Those of all tenants' channels, `count` of them behind `after`, in the order of their ids. */
export function listSealedAddresses(
  sql: Sql,
  after: Pick<SealedAddress, 'tenantId' | 'channelId'> | undefined,
  count: number,
): Promise<SealedAddress[]> {
  return sql.query<SealedAddress>(
    `select tenant_id as "tenantId", id as "channelId", sealed_url as address
     from notice_channels where (tenant_id, id) > ($1, $2) order by tenant_id, id limit $3`,
    [after?.tenantId ?? '', after?.channelId ?? '', count],
  )
}

/** Puts what was sealed anew in the place of what it was sealed from; leaves one alone that was changed meanwhile. */
export async function replaceSealedAddress(
  sql: Sql,
  { tenantId, channelId, address }: SealedAddress,
  renewed: string,
): Promise<void> {
  await sql.query(
    'update notice_channels set sealed_url = $4 where tenant_id = $1 and id = $2 and sealed_url = $3',
    [tenantId, channelId, address, renewed],
  )
}
