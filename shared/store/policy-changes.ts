/** Telling all processes that policies have changed: LISTEN and NOTIFY. */
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import type { Sql } from '../lib/sql.ts'

const channel = 'agent_email_policies'
const reconnectMs = 1_000

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
  databaseUrl: string,
  log: Log,
  onChange: (tenantId?: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let current: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(again: boolean): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    current = client
    let lost = false
    const onLost = (error?: Error) => {
      if (lost) return
      lost = true
      client.end().catch(() => {})
      if (stopped) return
      log.warn({ err: error }, 'the watch on policies lost its connection')
      retry = setTimeout(() => void connect(true), reconnectMs).unref()
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    client.on('notification', ({ payload }) => onChange(payload || undefined))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      if (again) onChange()
    } catch (error) {
      onLost(error as Error)
    }
  }

  await connect(false)
  return async () => {
    stopped = true
    clearTimeout(retry)
    await current?.end().catch(() => {})
  }
}
