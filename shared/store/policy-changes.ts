/** Telling all processes that policies have changed: LISTEN and NOTIFY. */
import type { PostgresListener } from '../lib/postgres-listener.ts'
import type { Sql } from '../lib/sql.ts'

const channel = 'agent_email_policies'

/**
 * Tells every process, once the transaction has committed, that a tenant's policies are others, or that inboxes of it are
 * gone and their slugs free; without one, that this may be so of any.
 */
export async function announcePolicyChange(tx: Sql, tenantId = ''): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [channel, tenantId])
}

/**
 * Calls `onChange` with each tenant whose policies have changed, and without one whenever the connection was lost and
 * changes may have been missed. Resolves when it listens, or has failed to for the first time: it goes on trying.
 * @returns what ends it.
 */
export async function watchPolicyChanges(
  listener: PostgresListener,
  onChange: (tenantId?: string) => void,
): Promise<() => Promise<void>> {
  let again = false
  const leave = await listener.watch(channel, {
    onNotification: (payload) => onChange(payload || undefined),
    onListening: () => {
      if (again) onChange()
      again = true
    },
  })
  // Whenever it listens after a first try that failed, changes may have been missed.
  again = true
  return leave
}
