/** Messages as the API reads them, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import { limits } from '../domain/limits.ts'
import {
  listedBodyCharacters,
  type Message,
  type MessageListQuery,
  type MessageSummary,
} from '../domain/message.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { Direction, MessageStatus } from '../domain/status.ts'
import { tagsOf } from '../domain/tags.ts'
import type { Sql } from '../lib/sql.ts'
import { assessed } from './assessed.ts'
import { attachmentsAsJson } from './attachment.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { isRedacted } from './message-original.ts'
import { type OutboundJson, outboundAsJson, outboundFieldsOf } from './outbound-json.ts'

const common = `m.id, m.inbox_id, m.thread_id, m.direction,
  ${assessed('m."from"', "''")} as "from", ${assessed('m.from_name', "''")} as from_name,
  ${assessed('m."to"', "''")} as "to", ${assessed('m.cc', "''")} as cc, ${assessed('m.reply_to', "''")} as reply_to,
  ${assessed('m.subject', "''")} as subject, m.status, m.verdict, m.security_analysis, m.authentication,
  m.has_attachments, ${attachmentsAsJson} as attachments, ${assessed('m.message_id', 'null')} as message_id,
  ${assessed('m.in_reply_to', 'null')} as in_reply_to, m.size_bytes, m.labels, m.metadata, ${isRedacted} as redacted, m.automated_kind,
  m.created_at`

/** The bodies, passed through `cut`; null where one is the same as `body`, so that it travels once. */
const bodies = (cut: (column: string) => string) =>
  `${assessed(`coalesce(${cut('c.body')}, '')`, "''")} as body, ${assessed(cut('c.body_sanitized'), 'null')} as body_sanitized,
  ${assessed(cut('c.extracted_text'), 'null')} as extracted_text`

// Counting bytes is quick and counting characters isn't: most bodies are short either way.
const listed = (column: string) =>
  `case when octet_length(${column}) <= ${listedBodyCharacters} then ${column} else left(${column}, ${listedBodyCharacters}) end`

const summaryColumns = `${common}, ${bodies(listed)},
  coalesce(octet_length(c.body) > ${listedBodyCharacters} and length(c.body) > ${listedBodyCharacters}, false)
  as body_truncated`
const fullColumns = `${common}, ${bodies((column) => column)}, false as body_truncated,
  ${assessed('c.html', 'null')} as html, ${assessed("coalesce(c.headers, '[]')", "'[]'")} as headers, ${outboundAsJson} as outbound`

type WithBodies<Item> = Omit<Item, 'body_sanitized' | 'extracted_text'> & {
  body: string
  body_sanitized: string | null
  extracted_text: string | null
}

const fillBodies = <Item extends object>(row: WithBodies<Item>) => ({
  ...row,
  body_sanitized: row.body_sanitized ?? row.body,
  extracted_text: row.extracted_text ?? row.body,
})

const joinContents = 'left join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id'
const withContents = `messages m ${joinContents}`

/** A message with all but what is computed when it is read. */
export type StoredMessage = Omit<Message, 'html_sanitized'>

/** A message within reach; `inbox` further limits it to the inbox with that slug. */
export async function findMessage(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
  slug?: string,
): Promise<StoredMessage | undefined> {
  const rows = await sql.query<WithBodies<StoredMessage> & { outbound: OutboundJson | null }>(
    `select ${fullColumns} from ${withContents} where ${withinReach}`,
    [tenantId, id, inboxId, slug ?? null],
  )
  return rows.map(({ outbound, ...row }) => ({
    ...fillBodies<StoredMessage>(row),
    ...outboundFieldsOf(outbound),
  }))[0]
}

/** The message `$2` of the tenant `$1`, in the inbox with id `$3` and slug `$4` where these are given. */
const withinReach = `m.tenant_id = $1 and m.id = $2 and ($3::text is null or m.inbox_id = $3)
  and ($4::text is null or m.inbox_id = (select i.id from inboxes i where i.tenant_id = $1 and i.slug = $4))
  and ${inboxIsThere('m')}`

/**
 * What is held now. Inbound mail is held for its verdict, outbound mail also because it waits for approval: with both
 * said, indexes find them. One on the status itself would cost every message a rewrite of its index entries.
 */
export const heldNow = `(m.verdict in ('flagged', 'withheld') or m.direction = 'outbound') and m.status = 'withheld'`

/** The hold states of the list filter (contract §3); every other word is a status. */
export const holdStates = {
  withheld: heldNow,
  flagged: `m.verdict = 'flagged' and m.status <> 'withheld'`,
  clean: `m.status not in ('processing', 'withheld') and m.verdict is distinct from 'flagged'`,
} as const

/** Milliseconds by which the time in an id and `created_at` may differ at most. */
export const idTimeSlack = 3_600_000

/** Messages of an inbox, newest first; one more than the page holds. */
export async function listMessages(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  filters: MessageFilters,
  page: Page,
): Promise<MessageSummary[]> {
  const values: unknown[] = [tenantId, inboxId, page.limit + 1]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const [first, ...others] = tagsOf(filters.label ?? [], filters.metadata ?? {})
  const conditions = filterConditions(filters, others, bind)
  // A tag's own index is in the order of the list: what has it is found without looking at what hasn't.
  const [from, id] =
    first === undefined
      ? [withContents, 'm.id']
      : [
          `message_tags t join messages m on m.tenant_id = t.tenant_id and m.id = t.message_id ${joinContents}`,
          't.message_id',
        ]
  if (first !== undefined)
    conditions.push(
      `t.tenant_id = $1 and t.inbox_id = $2 and t.name = ${bind(first.name)} and t.value = ${bind(first.value)}`,
    )
  if (page.after !== null) conditions.push(`${id} < ${bind(page.after[0])}`)
  const rows = await sql.query<WithBodies<MessageSummary>>(
    `select ${summaryColumns} from ${from} where m.tenant_id = $1 and m.inbox_id = $2 and ${conditions.join(' and ')}
     order by ${id} desc limit $3`,
    values,
  )
  return rows.map(fillBodies)
}

/** A message that a search found, with how well it matches. */
export type FoundMessage = MessageSummary & { rank: number }

/**
 * Messages of an inbox that match, best first; one more than the page holds. `scope` and `tsquery` are text forms of
 * tsqueries: one that only messages of the inbox match, and what is searched for. The newest `limits.searchRanked`
 * matches are ranked.
 */
export async function searchMessages(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  filters: MessageFilters,
  { scope, tsquery }: { scope: string; tsquery: string },
  page: Page,
): Promise<FoundMessage[]> {
  const values: unknown[] = [tenantId, inboxId, page.limit + 1, scope, tsquery, limits.searchRanked]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = filterConditions(filters, tagsOf(filters.label ?? [], filters.metadata ?? {}), bind)
  const [rank, id] = page.after ?? []
  const after = rank === undefined ? '' : `where (r.rank, r.id) < (${bind(rank)}::real, ${bind(id)})`
  // The tenant is not asked for where words are looked up: its own index must not be walked for that. The words are of
  // an inbox of the tenant.
  const rows = await sql.query<WithBodies<FoundMessage>>(
    `with matched as materialized (
       select s.message_id as id from message_search s where s.vector @@ ($4::tsquery && $5::tsquery)
     ), newest as materialized (
       select m.id from matched join messages m on m.tenant_id = $1 and m.id = matched.id and m.inbox_id = $2
       where ${conditions.join(' and ')} order by m.id desc limit $6
     ), ranked as materialized (
       select n.id, ts_rank(s.vector, $5::tsquery) as rank
       from newest n join message_search s on s.tenant_id = $1 and s.message_id = n.id
     )
     select r.rank, ${summaryColumns}
     from (select * from ranked r ${after} order by r.rank desc, r.id desc limit $3) r
     join messages m on m.tenant_id = $1 and m.id = r.id ${joinContents} order by r.rank desc, r.id desc`,
    values,
  )
  return rows.map(fillBodies)
}

/** What lists and searches can be limited to. */
export type MessageFilters = Pick<
  MessageListQuery,
  'status' | 'direction' | 'since' | 'automated_kind' | 'thread_id' | 'label' | 'metadata'
>

/** Conditions on the message row `m`; at least one. `tags` it must all have. */
function filterConditions(
  { status, direction, since, automated_kind, thread_id }: MessageFilters,
  tags: { name: string; value: string }[],
  bind: (value: unknown) => string,
): string[] {
  const conditions = ['true']
  if (status !== undefined)
    conditions.push((holdStates as Record<string, string>)[status] ?? `m.status = ${bind(status)}`)
  if (direction !== undefined) conditions.push(`m.direction = ${bind(direction)}`)
  if (automated_kind !== undefined) conditions.push(`m.automated_kind = ${bind(automated_kind)}`)
  if (thread_id !== undefined) conditions.push(`m.thread_id = ${bind(thread_id)}`)
  if (since !== undefined) {
    conditions.push(`m.created_at >= ${bind(new Date(since).toISOString())}`)
    // Ends the walk along the index where created_at alone could not.
    conditions.push(`m.id >= ${bind(firstIdAt('message', since - idTimeSlack))}`)
  }
  if (tags.length > 0) {
    const names = bind(tags.map(({ name }) => name))
    const tagged = bind(tags.map(({ value }) => value))
    conditions.push(`not exists (select 1 from unnest(${names}::text[], ${tagged}::text[]) as w(name, value)
      where not exists (select 1 from message_tags u where u.tenant_id = m.tenant_id and u.message_id = m.id
        and u.name = w.name and u.value = w.value))`)
  }
  return conditions
}

/** The newest `count` messages of a thread, oldest first. */
export async function listThreadMessages(
  sql: Sql,
  tenantId: string,
  threadId: string,
  count: number,
): Promise<MessageSummary[]> {
  const rows = await sql.query<WithBodies<MessageSummary>>(
    `select * from (
       select ${summaryColumns} from ${withContents} where m.tenant_id = $1 and m.thread_id = $2 order by m.id desc limit $3
     ) as newest order by created_at, id`,
    [tenantId, threadId, count],
  )
  return rows.map(fillBodies)
}

/** What decides whether the bytes of a message, or a part of them, may be handed out. */
export interface MessageSafety {
  status: MessageStatus
  infected: boolean
  /** Whether it, or a part of it, should have been scanned and never was. */
  pending: boolean
  /** Whether a policy has taken values out of what is shown of it. */
  redacted: boolean
}

/** SQL: whether the message `m` is infected, itself or in an attachment. */
export const isInfected = `(coalesce(m.scan -> 'raw' ->> 'status' = 'infected', false) or exists (select 1 from attachments a
  where a.tenant_id = m.tenant_id and a.message_id = m.id and a.scan_status = 'infected'))`

/** SQL: whether the message `m` with the contents `c` should have been scanned, itself or an attachment, and never was. */
export const isUnscanned = `(exists (select 1 from attachments a
    where a.tenant_id = m.tenant_id and a.message_id = m.id and a.scan_status = 'pending')
  or m.scan is null and coalesce((c.parsed ->> 'needsScan')::boolean, c.message_id is null))`

/** Whether the raw bytes of a message within reach may be handed out. */
export async function findMessageSafety(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
  slug?: string,
): Promise<MessageSafety | undefined> {
  const rows = await sql.query<MessageSafety>(
    `select m.status, ${isInfected} as infected, ${isUnscanned} as pending, ${isRedacted} as redacted from ${withContents} where ${withinReach}`,
    [tenantId, id, inboxId, slug ?? null],
  )
  return rows[0]
}

/** A message about to be released. */
export interface HeldMessage {
  inboxId: string
  direction: Direction
  status: MessageStatus
}

/** Locks a message within reach for the rest of the transaction. */
export async function lockMessage(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
  slug?: string,
): Promise<HeldMessage | undefined> {
  const rows = await tx.query<HeldMessage>(
    `select m.inbox_id as "inboxId", m.direction, m.status from messages m where ${withinReach} for no key update of m`,
    [tenantId, id, inboxId, slug ?? null],
  )
  return rows[0]
}

/** Ends the hold of an inbound message; its verdict stays. */
export async function releaseMessage(tx: Sql, tenantId: string, id: string): Promise<void> {
  await tx.query(
    `update messages set status = 'clean', updated_at = now() where tenant_id = $1 and id = $2 and status = 'withheld'`,
    [tenantId, id],
  )
}

/** Locks a message within reach for the rest of the transaction; its labels and metadata, and where it is. */
export async function lockTags(
  tx: Sql,
  { tenantId, inboxId }: Reach,
  id: string,
  slug?: string,
): Promise<{ inboxId: string; labels: string[]; metadata: Record<string, unknown> } | undefined> {
  const rows = await tx.query<{ inboxId: string; labels: string[]; metadata: Record<string, unknown> }>(
    `select m.inbox_id as "inboxId", m.labels, m.metadata from messages m where ${withinReach} for no key update of m`,
    [tenantId, id, inboxId, slug ?? null],
  )
  return rows[0]
}

/** Gives a message its labels and metadata. */
export async function writeTags(
  tx: Sql,
  tenantId: string,
  id: string,
  labels: string[],
  metadata: Record<string, unknown>,
): Promise<void> {
  await tx.query(
    'update messages set labels = $3, metadata = $4, updated_at = now() where tenant_id = $1 and id = $2',
    [tenantId, id, labels, JSON.stringify(metadata)],
  )
}
