/** Decisions that can be undone for some seconds, as if these were over. */
import type { House } from './house.ts'

/** The channel by which pg-boss wakes its workers: a job that a test makes due would wait for their next look. */
const wakes = `'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)`

/** Has what was decided carried out, and waits until nothing is left to do. */
export async function carryOut({ database, drain }: Pick<House, 'database' | 'drain'>): Promise<void> {
  await database.query(`update pending_decisions set due_at = now() - interval '1 second'`)
  await database.query(
    `update pgboss.job set start_after = now() where name = 'decision' and state = 'created'`,
  )
  await database.query(`select pg_notify(${wakes}, 'decision')`)
  await drain()
}
