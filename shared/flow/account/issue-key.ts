/** Makes API keys: the secret is shown once, and only its hash is kept. */
import { type ApiKey, hashKey, newKey, prefixOfKey } from '../../domain/api-key.ts'
import { auditEntry } from '../../domain/audit.ts'
import { newId } from '../../domain/ids.ts'
import type { Mode } from '../../domain/principal.ts'
import type { Scope } from '../../domain/scopes.ts'
import type { Sql } from '../../lib/sql.ts'
import { insertApiKey } from '../../store/api-key.ts'
import { insertAuditEntries } from '../../store/audit.ts'

/** A key to be made. */
export interface KeyOrder {
  tenantId: string
  mode: Mode
  userId: string
  name: string
  scopes: readonly Scope[]
  inboxId: string | null
  /** ISO 8601; null: never. */
  expiresAt: string | null
}

/** Makes and stores a key, and puts it on record; the answer is the only place that has its secret. */
export async function issueKey(tx: Sql, { mode, ...order }: KeyOrder): Promise<ApiKey & { key: string }> {
  const key = newKey(mode)
  const keyPrefix = prefixOfKey(key)
  const stored = await insertApiKey(tx, { ...order, id: newId('apiKey'), keyHash: hashKey(key), keyPrefix })
  const { id, name, scopes } = stored
  await insertAuditEntries(tx, [
    auditEntry(order.tenantId, order.inboxId, 'key_created', 'low', `API key "${name}" was created.`, {
      key_id: id,
      key_prefix: keyPrefix,
      scopes,
      user_id: order.userId,
    }),
  ])
  return { ...stored, key }
}
