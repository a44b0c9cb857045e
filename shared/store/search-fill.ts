/** Messages that were stored before they could be searched, in the database. */
import type { Sql } from '../lib/sql.ts'
import type { SearchRow } from './message-search.ts'

/** What a message that is to be searchable says, as it is shown. */
export interface UnsearchedMessage {
  tenantId: string
  id: string
  inboxId: string
  subject: string
  fromName: string
  from: string
  to: string
  cc: string
  replyTo: string
  body: string
  files: string[]
}

/** How far it has got: the message behind which to go on, null at the begin; null where it is done, or held elsewhere. */
export async function lockSearchFill(
  tx: Sql,
): Promise<{ tenantId: string | null; messageId: string | null } | null> {
  const [row] = await tx.query<{ tenantId: string | null; messageId: string | null }>(
    `select last_tenant_id as "tenantId", last_message_id as "messageId" from search_fill
     where done_at is null for update skip locked`,
  )
  return row ?? null
}

/** The next `count` messages behind a place, tenant by tenant, newest first; those that are searchable have no text. */
export function findUnsearched(
  tx: Sql,
  { tenantId, messageId }: { tenantId: string | null; messageId: string | null },
  count: number,
): Promise<(Pick<UnsearchedMessage, 'tenantId' | 'id'> & { message: UnsearchedMessage | null })[]> {
  return tx.query(
    `with next as materialized (
       select m.tenant_id, m.id from messages m
       ${tenantId === null ? '' : 'where (m.tenant_id, m.id) < ($2, $3)'}
       order by m.tenant_id desc, m.id desc limit $1
     )
     select n.tenant_id as "tenantId", n.id, case when c.message_id is not null then json_build_object(
       'tenantId', m.tenant_id, 'id', m.id, 'inboxId', m.inbox_id, 'subject', m.subject, 'fromName', m.from_name,
       'from', m."from", 'to', m."to", 'cc', m.cc, 'replyTo', m.reply_to, 'body', coalesce(c.body_sanitized, c.body),
       'files', (select coalesce(json_agg(a.filename order by a.index), '[]') from attachments a
         where a.tenant_id = m.tenant_id and a.message_id = m.id)) end as message
     from next n join messages m on m.tenant_id = n.tenant_id and m.id = n.id
     left join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id and m.status <> 'processing'
       and not exists (select from message_search s where s.tenant_id = m.tenant_id and s.message_id = m.id)
     order by n.tenant_id desc, n.id desc for key share of m`,
    tenantId === null ? [count] : [count, tenantId, messageId],
  )
}

/** Writes what messages are searched by, where nothing has meanwhile. */
export async function addSearchRows(tx: Sql, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into message_search (tenant_id, message_id, inbox_id, vector)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::tsvector[]) on conflict do nothing`,
    [
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ messageId }) => messageId),
      rows.map(({ inboxId }) => inboxId),
      rows.map(({ vector }) => vector),
    ],
  )
}

/** Notes how far it has got; null: through all. */
export async function noteSearchFill(tx: Sql, last: { tenantId: string; id: string } | null): Promise<void> {
  await tx.query(
    last === null
      ? 'update search_fill set done_at = now()'
      : 'update search_fill set last_tenant_id = $1, last_message_id = $2',
    last === null ? [] : [last.tenantId, last.id],
  )
}
