/** Threads as the API reads them, in the database. */
import type { Page } from '../domain/pagination.ts'
import type { Thread } from '../domain/thread.ts'
import type { Sql } from '../lib/sql.ts'
import { inThread } from './in-thread.ts'

/** The subject is that of the oldest message that may be shown, and empty while there is none. */
const columns = `t.id, t.inbox_id, coalesce((select m.subject from messages m
    where m.tenant_id = t.tenant_id and ${inThread('m', 't.id')} and m.status <> 'processing' order by m.thread_id, m.id limit 1), '') as subject,
  t.message_count, t.last_message_at, t.created_at`

/** A thread with the exact value that it is sorted by: microseconds, which a JavaScript date would lose. */
export interface ListedThread extends Thread {
  position: string
}

/** Threads of an inbox, most recent activity first; one more than the page holds. Merged ones are not shown. */
export function listThreads(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  page: Page,
): Promise<ListedThread[]> {
  return sql.query<ListedThread>(
    `select ${columns},
       to_char(t.last_message_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
     from threads t where t.tenant_id = $1 and t.inbox_id = $2 and t.merged_into is null
       ${page.after === null ? '' : 'and (t.last_message_at, t.id) < ($4::timestamptz, $5)'}
     order by t.last_message_at desc, t.id desc limit $3`,
    [tenantId, inboxId, page.limit + 1, ...(page.after ?? [])],
  )
}

/**
 * A thread of an inbox; the id of a merged one answers the thread that it was joined to. (Of `coalesce` Postgres fears that
 * it might tell of rows behind the wall between tenants, and would look through all threads ahead of it.)
 */
export async function findThread(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  id: string,
): Promise<Thread | undefined> {
  const rows = await sql.query<Thread>(
    `select ${columns} from threads asked
     join threads t on t.tenant_id = asked.tenant_id
       and t.id = case when asked.merged_into is null then asked.id else asked.merged_into end
     where asked.tenant_id = $1 and asked.inbox_id = $2 and asked.id = $3`,
    [tenantId, inboxId, id],
  )
  return rows[0]
}

/** The thread that an id leads to: itself, or the one that it was joined to; of an id that nothing has, itself. */
export async function findJoinedThread(sql: Sql, tenantId: string, id: string): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    'select merged_into as id from threads where tenant_id = $1 and id = $2 and merged_into is not null',
    [tenantId, id],
  )
  return row?.id ?? id
}
