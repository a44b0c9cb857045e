/** Inboxes in the database. */
import type { EventName } from '../domain/event.ts'
import type { CreateInbox, InboxStatus, UpdateInbox } from '../domain/inbox.ts'
import { limits } from '../domain/limits.ts'
import type { Page } from '../domain/pagination.ts'
import type { AppliedPolicy } from '../domain/policy.ts'
import type { Reach } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'
import { envelopePolicies } from './policy.ts'
import { minuteMessages } from './usage.ts'
import { webhookDisabledAt } from './webhook-health.ts'

/** What accepting mail needs to know of an inbox. */
export interface Recipient {
  tenantId: string
  inboxId: string
  slug: string
  /** The policies that its mail is held against before it is taken; most inboxes have none. */
  policies: readonly EnvelopePolicy[]
  /** Of a return path: Message-ID of what was sent by it, without angle brackets. A report joins its thread. */
  reportsOn?: string
}

/** A policy as it was read with an inbox; `version` tells its contents from others of the same id. */
export type EnvelopePolicy = AppliedPolicy & { version: number }

/** The inboxes with these slugs (lower case); a paused inbox receives too. */
export async function findRecipients(sql: Sql, slugs: string[]): Promise<Recipient[]> {
  const rows = await sql.query<Omit<Recipient, 'policies'> & { policies: EnvelopePolicy[] | null }>(
    `select i.tenant_id as "tenantId", i.id as "inboxId", i.slug, ${envelopePolicies('i')} as policies
     from inboxes i where i.slug = any($1)`,
    [slugs],
  )
  return rows.map((row) => ({ ...row, policies: row.policies ?? [] }))
}

/** Reports on one message that are taken; beyond, they are refused: whoever got it knows its return path. */
const reportsTaken = 200

/** The inbox that a message was sent from, by what its return path says; null where the message is gone. */
export async function findReportRecipient(
  sql: Sql,
  {
    tenantPrefix,
    tenantSuffix,
    messageId,
  }: { tenantPrefix: string; tenantSuffix: string; messageId: string },
): Promise<Recipient | null> {
  const [row] = await sql.query<
    Omit<Recipient, 'policies'> & { policies: EnvelopePolicy[] | null; reports: number }
  >(
    `select i.tenant_id as "tenantId", i.id as "inboxId", i.slug, m.message_id as "reportsOn", ${envelopePolicies('i')} as policies,
       (select count(*)::int from (select from messages r where r.tenant_id = m.tenant_id and r.thread_id = m.thread_id
         and r.automated_kind = 'bounce' limit ${reportsTaken}) r) as reports
     from tenants t
     join messages m on m.tenant_id = t.id and m.id = $3 and m.direction = 'outbound'
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id and i.deleted_at is null
     where t.id between $1 || repeat('0', 16) and $1 || repeat('z', 16) and right(t.id, length($2)) = $2`,
    [tenantPrefix, tenantSuffix, messageId],
  )
  if (row === undefined || row.reports >= reportsTaken) return null
  const { reports: _, policies, ...recipient } = row
  return { ...recipient, policies: policies ?? [] }
}

/**
 * Locks inboxes for the rest of the transaction and answers the ids of those it got and of those that exist, and how
 * many messages each it got has taken this minute.
 * Whoever threads or counts messages of an inbox holds this lock, so counts and merges are exact;
 * always taken in the order of ids, so that two transactions can't wait for each other.
 * It waits up to `limits.inboxLockMs` for each, unless `wait` is false: then it takes those that are free.
 * @throws the database's {@link lockNotAvailable} where one stayed locked.
 */
export async function lockInboxes(
  tx: Sql,
  inboxes: { tenantId: string; inboxId: string }[],
  wait: boolean,
): Promise<{ locked: Set<string>; existing: Set<string>; thisMinute: Map<string, number> }> {
  const wanted = new Map(inboxes.map(({ tenantId, inboxId }) => [inboxId, tenantId]))
  const values = [[...wanted.values()], [...wanted.keys()]]
  const select = `select i.id, ${minuteMessages('i')} as taken from unnest($1::text[], $2::text[]) as w(tenant_id, id)
    join inboxes i on i.tenant_id = w.tenant_id and i.id = w.id and i.deleted_at is null`
  const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))
  const takenOf = (rows: { id: string; taken: number }[]) => new Map(rows.map(({ id, taken }) => [id, taken]))
  if (wait) {
    const [, rows] = await Promise.all([
      tx.query(`set local lock_timeout = ${limits.inboxLockMs}`),
      tx.query<{ id: string; taken: number }>(`${select} order by i.id for no key update of i`, values),
    ])
    const locked = idsOf(rows)
    return { locked, existing: locked, thisMinute: takenOf(rows) }
  }
  const [rows, present] = await Promise.all([
    tx.query<{ id: string; taken: number }>(
      `${select} order by i.id for no key update of i skip locked`,
      values,
    ),
    tx.query<{ id: string }>(select, values),
  ])
  return { locked: idsOf(rows), existing: idsOf(present), thisMinute: takenOf(rows) }
}

/** An inbox as the API reads it; `security_level` is the integer. */
export interface InboxRow {
  id: string
  slug: string
  display_name: string
  security_level: number
  status: InboxStatus
  message_count: number
  webhook_url: string | null
  webhook_events: EventName[]
  /** ISO 8601; null while events are pushed. */
  webhook_disabled_at: string | null
  retention_days: number | null
  metadata: Record<string, unknown>
  created_at: string
  updated_at: string
}

const columns = `i.id, i.slug, i.display_name, i.security_level, i.status, i.message_count, i.webhook_url, i.webhook_events,
  ${webhookDisabledAt} as webhook_disabled_at,
  i.retention_days, i.metadata, i.created_at, i.updated_at`
/** The inbox `$2` (slug) within the reach `$1` (tenant) and `$3` (inbox, or null). */
const bySlug = 'i.tenant_id = $1 and i.slug = $2 and ($3::text is null or i.id = $3)'

/** @throws the database's unique violation where the slug is taken. */
export async function insertInbox(
  tx: Sql,
  inbox: CreateInbox & { tenantId: string; id: string; webhookSecret: string },
): Promise<InboxRow> {
  const rows = await tx.query<InboxRow>(
    `insert into inboxes as i (tenant_id, id, slug, display_name, security_level, webhook_url, metadata, webhook_secret,
       webhook_events, retention_days)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    [
      inbox.tenantId,
      inbox.id,
      inbox.slug,
      inbox.display_name,
      inbox.security_level,
      inbox.webhook_url,
      JSON.stringify(inbox.metadata),
      inbox.webhookSecret,
      inbox.webhook_events,
      inbox.retention_days,
    ],
  )
  return rows[0]!
}

/** Inboxes within reach, newest first; one more than the page holds. */
export function listInboxes(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  status: InboxStatus | undefined,
  page: Page,
): Promise<InboxRow[]> {
  const values: unknown[] = [tenantId, page.limit + 1]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const reach = inboxId === null ? '' : `and i.id = ${bind(inboxId)}`
  const ofStatus = status === undefined ? '' : `and i.status = ${bind(status)}`
  const after = page.after === null ? '' : `and i.id < ${bind(page.after[0])}`
  return sql.query<InboxRow>(
    `select ${columns} from inboxes i where i.tenant_id = $1 and i.deleted_at is null ${reach} ${ofStatus} ${after}
     order by i.id desc limit $2`,
    values,
  )
}

/** SQL: how many messages of the inbox row `i` are in a state that few have. */
const messagesNow = (state: 'flagged' | 'withheld'): string =>
  `(select count(*) from rare_states r where r.tenant_id = i.tenant_id and r.inbox_id = i.id and r.noun = 'message'
     and r.state = '${state}')`

/** An inbox within reach, with its counts of flagged messages that are not held, and of held ones. */
export async function findInboxWithCounts(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<(InboxRow & { flagged_count: number; withheld_count: number }) | undefined> {
  const rows = await sql.query<InboxRow & { flagged_count: number; withheld_count: number }>(
    `select ${columns},
       ${messagesNow('flagged')} as flagged_count, ${messagesNow('withheld')} as withheld_count
     from inboxes i where ${bySlug}`,
    [tenantId, slug, inboxId],
  )
  return rows[0]
}

/** The id of an inbox within reach. */
export async function findInboxId(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<string | undefined> {
  const rows = await sql.query<{ id: string }>(`select i.id from inboxes i where ${bySlug}`, [
    tenantId,
    slug,
    inboxId,
  ])
  return rows[0]?.id
}

/** The slug and the name of an inbox that is there, within reach. */
export async function findSender(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
): Promise<{ slug: string; displayName: string } | undefined> {
  const rows = await sql.query<{ slug: string; displayName: string }>(
    `select i.slug, i.display_name as "displayName" from inboxes i where i.tenant_id = $1 and i.id = $2 and ($3::text is null or i.id = $3)
       and i.deleted_at is null`,
    [tenantId, id, inboxId],
  )
  return rows[0]
}

/** Whether an inbox is there, within reach. */
export const inboxExists = async (sql: Sql, reach: Reach, id: string): Promise<boolean> =>
  (await findSender(sql, reach, id)) !== undefined

/** The same, and keeps it from being deleted until the transaction ends. */
export async function holdInbox(tx: Sql, { tenantId, inboxId }: Reach, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from inboxes i where i.tenant_id = $1 and i.id = $2 and ($3::text is null or i.id = $3)
       and i.deleted_at is null for key share`,
    [tenantId, id, inboxId],
  )
  return rows.length === 1
}

/** What guards an inbox within reach, locked for the rest of the transaction. */
export async function lockGuards(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<{ securityLevel: number; status: InboxStatus; retentionDays: number | null } | undefined> {
  const rows = await tx.query<{ securityLevel: number; status: InboxStatus; retentionDays: number | null }>(
    `select i.security_level as "securityLevel", i.status, i.retention_days as "retentionDays"
     from inboxes i where ${bySlug} for no key update`,
    [tenantId, slug, inboxId],
  )
  return rows[0]
}

/** Changes the fields that are present. */
export async function updateInbox(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
  changes: UpdateInbox,
): Promise<InboxRow | undefined> {
  const { metadata, ...rest } = changes
  const values: Record<string, unknown> =
    metadata === undefined ? rest : { ...rest, metadata: JSON.stringify(metadata) }
  const fields = Object.keys(values).filter((field) => values[field] !== undefined)
  const assignments = fields.map((field, index) => `${field} = $${index + 4}`)
  // What is too old under the new limit goes soon, not a day later.
  if (fields.includes('retention_days')) assignments.push('purged_at = null')
  const rows = await tx.query<InboxRow>(
    `update inboxes i set ${[...assignments, 'updated_at = now()'].join(', ')} where ${bySlug} returning ${columns}`,
    [tenantId, slug, inboxId, ...fields.map((field) => values[field])],
  )
  return rows[0]
}
