/** A clock for a database that stands still until a test moves it: what `now()` answers in new sessions. */
import type { Sql } from '../../shared/lib/sql.ts'

export interface DatabaseClock {
  /** Moves it by so many seconds. */
  advance(seconds: number): Promise<void>
}

/**
 * Stops the clock of the database that `owner` is connected to, for all sessions that begin later. Defaults of columns
 * keep the real time.
 */
export async function stopDatabaseClock(owner: Sql): Promise<DatabaseClock> {
  for (const statement of [
    'create schema clock',
    'grant usage on schema clock to public',
    'create table clock.stopped as select now() as at',
    'grant select on clock.stopped to public',
    `create function clock.now() returns timestamptz language sql stable as 'select at from clock.stopped'`,
    // A name is looked for in pg_catalog first, unless the path says otherwise.
    `do $$ begin execute format('alter database %I set search_path = clock, pg_catalog, public', current_database()); end $$`,
  ])
    await owner.query(statement)
  return {
    async advance(seconds) {
      await owner.query('update clock.stopped set at = at + make_interval(secs => $1)', [seconds])
    },
  }
}
