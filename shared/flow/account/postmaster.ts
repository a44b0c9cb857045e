/** The system's own inbox: `postmaster@` must be accepted by whoever receives mail (RFC 5321 §4.5.1). */
import { randomBytes } from 'node:crypto'
import { postmasterSlug } from '../../domain/address.ts'
import { newId } from '../../domain/ids.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Database } from '../../store/database.ts'

/** Makes the system account with the postmaster's inbox, where they don't exist; several processes may do it at once. */
export async function ensurePostmaster(database: Database, keyring: Keyring): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', ['ensure_postmaster'])
    const existing = await tx.query('select 1 from inboxes where slug = $1', [postmasterSlug])
    if (existing.length > 0) return
    const [accountId, tenantId] = [newId('account'), newId('tenant')]
    await tx.query(
      `insert into accounts (id, organization_name, contact_email, credits) values ($1, 'Postmaster', '', 0)`,
      [accountId],
    )
    await tx.query(`insert into tenants (id, account_id, mode) values ($1, $2, 'live')`, [
      tenantId,
      accountId,
    ])
    const secret = keyring.seal('webhook_secret', `whsec_${randomBytes(24).toString('base64')}`)
    await tx.query(
      `insert into inboxes (tenant_id, id, slug, display_name, security_level, webhook_secret) values ($1, $2, $3, 'Postmaster', 1, $4)`,
      [tenantId, newId('inbox'), postmasterSlug, secret],
    )
  })
}
