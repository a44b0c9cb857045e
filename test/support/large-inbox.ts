/** An inbox with very many messages, and a tenant with as much of all else, made by Postgres itself. */
import { readFileSync } from 'node:fs'
import type { Sql } from '../../shared/lib/sql.ts'

export const large = {
  accountId: 'acc_large',
  tenantId: 'ten_large',
  inboxId: 'inb_large',
  threadId: 'thr_large',
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const shifts = [20, 15, 10, 5, 0]
const [zeros, digits] = [
  '0'.repeat(22 - shifts.length),
  shifts.map((by) => `substr('${alphabet}', (n >> ${by} & 31) + 1, 1)`),
]
/** SQL: the id of the nth thing, in the order of time. */
const id = (prefix: string) => `'${prefix}_01ka${zeros}' || ${digits.join(' || ')}`

/** The same of one. */
export const nthId = (prefix: string, n: number): string =>
  `${prefix}_01ka${zeros}${shifts.map((by) => alphabet[(n >> by) & 31]).join('')}`
const at = `timestamptz '2026-01-01' + n * interval '1 second'`

/**
 * Fills the tenant. Every 10,000th message, and the third, is of each rare kind; every word but `each`, which all
 * messages have, is rarer: `half`, `rare` (three of them), `early` (the first tenth), and `word<n>`, one each. Nearly all
 * are in one thread; the others have one message each, or none.
 */
export async function fillLargeInbox(sql: Sql, count: number): Promise<void> {
  const { accountId, tenantId, inboxId, threadId } = large
  const statuses = [
    'failed',
    'rejected',
    'expired',
    'bounced',
    'complained',
    'scheduled',
    'cancelled',
    'withheld',
    'webhook_failed',
  ]
  const nth = 'case when n % 10000 < 40 then n % 10000 else -1 end'
  const rare = statuses.map((status, index) => `when ${index + 1} then '${status}'`).join(' ')
  await sql.query(
    `insert into accounts (id, organization_name, contact_email, credits) values ('${accountId}', 'Large', 'large@example.com', 0);
     insert into tenants (id, account_id, mode) values ('${tenantId}', '${accountId}', 'live');
     insert into inboxes (tenant_id, id, slug, webhook_secret, message_count)
       values ('${tenantId}', '${inboxId}', 'large', '', ${count})`,
  )
  // Without foreign keys and triggers: what they would do is done for all rows at once.
  const filled = [
    `insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, verdict, "from", from_name, "to", cc,
       reply_to, subject, size_bytes, has_attachments, duplicate_hash, created_at, updated_at, automated_kind)
     select '${tenantId}', ${id('msg')}, '${inboxId}',
       case when n % 5000 = 7 then ${id('thr')} else '${threadId}' end,
       case when k between 1 and 7 or n % 100 = 50 then 'outbound' else 'inbound' end,
       case k ${rare} else case when n % 100 = 50 then 'sent' when n % 3 = 0 then 'clean' else 'delivered' end end,
       case when k = 8 then 'withheld' when k = 10 then 'flagged' else 'clean' end,
       'ada@example.com', 'Ada', 'large@inbox.example', '', '', 'Order ' || n, 2000, false, sha256(n::text::bytea), ${at}, ${at},
       case when k between 1 and 7 or n % 100 = 50 then null when k = 11 then 'bounce' when k = 12 then 'list'
         when k = 13 then 'auto_reply' else 'human' end
     from generate_series(1, ${count}) n cross join lateral (select ${nth} as k) k`,
    `insert into message_contents (tenant_id, message_id, headers, body, parsed, envelope)
     select '${tenantId}', ${id('msg')}, '[]', 'Where is my order ' || n || '?', '{}', '{}' from generate_series(1, ${count}) n`,
    `insert into message_search (tenant_id, message_id, inbox_id, vector)
     select '${tenantId}', ${id('msg')}, '${inboxId}', (''' ${inboxId}'' each:1 word' || n || ':2'
       || case when n % 2 = 0 then ' half:3' else '' end
       || case when n in (11, ${Math.ceil(count / 2)}, ${count - 1}) then ' rare:4' else '' end
       || case when n <= ${count / 10} then ' early:5' else '' end)::tsvector
     from generate_series(1, ${count}) n`,
    `insert into message_tags (tenant_id, inbox_id, name, value, message_id)
     select '${tenantId}', '${inboxId}', '', v, ${id('msg')}
     from generate_series(1, ${count}) n cross join lateral (values ('all'), (case when n % 10000 = 15 then 'few' end)) as l(v)
     where v is not null`,
    `insert into threads (tenant_id, id, inbox_id, subject, message_count, last_message_at, created_at)
     select '${tenantId}', ${id('thr')}, '${inboxId}', 'Order', 1, ${at}, ${at} from generate_series(1, ${count}) n
     union all select '${tenantId}', '${threadId}', '${inboxId}', 'Order', ${count - Math.floor(count / 5000)}, now(), now()`,
    `insert into audit_entries (tenant_id, id, inbox_id, event_type, severity, description, metadata, created_at)
     select '${tenantId}', ${id('aud')}, case when n % 10000 = 16 then 'inb_small' else '${inboxId}' end,
       case when n % 10000 = 17 then 'approval' else 'msg_recv' end,
       case when n % 10000 in (17, 18) then 'high' when n % 10000 = 19 then 'medium' else 'low' end, 'Something.',
       case when n % 10000 = 17 then '{"user_id":"${nthId('usr', 1)}","key_id":"${nthId('key', 1)}"}' else '{}' end::jsonb, ${at}
     from generate_series(1, ${count}) n`,
    `insert into webhook_deliveries (tenant_id, id, inbox_id, message_id, event, status, created_at, updated_at)
     select '${tenantId}', ${id('whd')}, '${inboxId}', ${id('msg')}, 'message.received',
       case when n % 10000 = 20 then 'failed' else 'succeeded' end, ${at}, ${at} from generate_series(1, ${count}) n`,
    `insert into approvals (tenant_id, id, inbox_id, message_id, status, reasons, expires_at, created_at)
     select '${tenantId}', ${id('apr')}, '${inboxId}', ${id('msg')}, case when n % 10000 = 8 then 'pending' else 'approved' end,
       '{}', ${at}, ${at} from generate_series(1, ${count}) n`,
    `insert into outbound_messages (tenant_id, message_id, inbox_id, user_id, content_sha256)
     select '${tenantId}', ${id('msg')}, '${inboxId}', 'usr_1', sha256('') from generate_series(1, ${count}) n`,
    `insert into suppressions (tenant_id, address_key, id, address, reason, inbox_id, created_at)
     select '${tenantId}', 'a' || n, ${id('sup')}, 'a' || n || '@example.com', case when n % 10000 = 21 then 'complaint' else 'hard_bounce' end,
       '${inboxId}', ${at} from generate_series(1, ${count}) n`,
    `insert into credit_entries (account_id, id, amount, reason, balance_after)
     select '${accountId}', ${id('crd')}, 1, 'purchase', n from generate_series(1, ${count}) n`,
  ]
  for (const statement of filled) await sql.query(`set session_replication_role = replica; ${statement}`)
  // The states as an upgrade finds them.
  const fill = new URL('../../shared/store/migrations/037_rare_state_fill.sql', import.meta.url)
  await sql.query(`reset session_replication_role; ${readFileSync(fill, 'utf8')}`)
  // Who asks says what statistics know.
  await sql.query('vacuum')
}
