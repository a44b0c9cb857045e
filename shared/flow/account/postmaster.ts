/** The system's own inbox: `postmaster@` must be accepted by whoever receives mail (RFC 5321 §4.5.1), and read. */
import { postmasterSlug } from '../../domain/address.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import { newId } from '../../domain/ids.ts'
import type { Scope } from '../../domain/scopes.ts'
import { newWebhookSecret } from '../../events/signature.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Sql } from '../../lib/sql.ts'
import type { Database } from '../../store/database.ts'
import {
  findSystemAccount,
  grantSystemCredits,
  insertSystemAccount,
  insertSystemUser,
  lockSystemAccount,
  type SystemAccount,
} from '../../store/system-account.ts'
import { issueKey } from './issue-key.ts'

/** What a reader of the postmaster's mail needs, and no more. */
const readScopes: readonly Scope[] = ['inboxes:read', 'messages:read', 'threads:read']
/** Reading costs the system's account what it costs any other. */
const creditsPerKey = 100_000

/** Makes the system account with the postmaster's inbox, where they don't exist; several processes may do it at once. */
export async function ensurePostmaster(database: Database, keyring: Keyring): Promise<void> {
  await database.transaction((tx) => ensureAccount(tx, keyring))
}

/** Makes a live key, which never expires, that reads the postmaster's inbox and nothing else. */
export function issuePostmasterKey(database: Database, keyring: Keyring): Promise<ApiKey & { key: string }> {
  return database.transaction(async (tx) => {
    const { accountId, tenantId, inboxId, userId } = await ensureAccount(tx, keyring)
    const grant = { entryId: newId('creditEntry'), amount: creditsPerKey, reason: 'postmaster_key' }
    await grantSystemCredits(tx, accountId, grant)
    return issueKey(tx, {
      tenantId,
      mode: 'live',
      userId,
      name: 'Postmaster',
      scopes: readScopes,
      inboxId,
      expiresAt: null,
    })
  })
}

async function ensureAccount(tx: Sql, keyring: Keyring): Promise<SystemAccount> {
  await lockSystemAccount(tx)
  const existing = await findSystemAccount(tx, postmasterSlug)
  const account = existing ?? {
    accountId: newId('account'),
    tenantId: newId('tenant'),
    inboxId: newId('inbox'),
    userId: null,
  }
  if (existing === undefined) {
    const webhookSecret = keyring.seal('webhook_secret', newWebhookSecret())
    await insertSystemAccount(tx, { ...account, name: 'Postmaster', slug: postmasterSlug, webhookSecret })
  }
  const userId = account.userId ?? newId('user')
  if (account.userId === null) await insertSystemUser(tx, account.accountId, userId)
  return { ...account, userId }
}
