/** A database as one tenant sees it: the second wall behind the `tenant_id` of each statement. */
import type { Database } from './database.ts'

/** Whose rows are seen. */
export interface Walled {
  tenantId: string
  accountId: string
}

/** For the transaction only: the connection goes back to the pool as it came. */
const asTenant = `select set_config('role', 'agent_email_tenant', true),
  set_config('agent_email.tenant', $1, true), set_config('agent_email.account', $2, true)`

/**
 * The same database, whose row-level policies show, and let change, the rows of this tenant and its account alone: a
 * statement that forgot its tenant finds nothing of another's. Each statement outside a transaction is one of its own, and
 * may only read.
 */
export function behindWall(database: Database, { tenantId, accountId }: Walled): Database {
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction(async (tx) => {
      const [, result] = await Promise.all([tx.query(asTenant, [tenantId, accountId]), work(tx)])
      return result
    }, options)
  return {
    transaction,
    query: (text, values) => transaction((tx) => tx.query(text, values), { readOnly: true }),
    // Its owner closes it.
    close: async () => {},
  }
}
