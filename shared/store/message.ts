/** Messages as the API reads them, in the database. */
import { firstIdAt } from '../domain/ids.ts'
import {
  listedBodyCharacters,
  type Message,
  type MessageListQuery,
  type MessageSummary,
} from '../domain/message.ts'
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { Direction, MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { assessed } from './assessed.ts'
import { attachmentsAsJson } from './attachment.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { type OutboundJson, outboundAsJson, outboundFieldsOf } from './outbound-json.ts'

const common = `m.id, m.inbox_id, m.thread_id, m.direction,
  ${assessed('m."from"', "''")} as "from", ${assessed('m.from_name', "''")} as from_name,
  ${assessed('m."to"', "''")} as "to", ${assessed('m.cc', "''")} as cc, ${assessed('m.reply_to', "''")} as reply_to,
  ${assessed('m.subject', "''")} as subject, m.status, m.verdict, m.security_analysis, m.authentication,
  m.has_attachments, ${attachmentsAsJson} as attachments, ${assessed('m.message_id', 'null')} as message_id,
  ${assessed('m.in_reply_to', 'null')} as in_reply_to, m.size_bytes, m.metadata, m.created_at`

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

const withContents = `messages m left join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id`

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
const holdStates: Record<string, string> = {
  withheld: heldNow,
  flagged: `m.verdict = 'flagged' and m.status <> 'withheld'`,
  clean: `m.status not in ('processing', 'withheld') and m.verdict is distinct from 'flagged'`,
}

/** Milliseconds by which the time in an id and `created_at` may differ at most. */
const idTimeSlack = 3_600_000

/** Messages of an inbox, newest first; one more than the page holds. */
export async function listMessages(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  {
    status,
    direction,
    since,
    thread_id,
  }: Pick<MessageListQuery, 'status' | 'direction' | 'since' | 'thread_id'>,
  page: Page,
): Promise<MessageSummary[]> {
  const values: unknown[] = [tenantId, inboxId, page.limit + 1]
  const conditions = ['m.tenant_id = $1', 'm.inbox_id = $2']
  const bind = (value: unknown): string => `$${values.push(value)}`
  if (status !== undefined) conditions.push(holdStates[status] ?? `m.status = ${bind(status)}`)
  if (direction !== undefined) conditions.push(`m.direction = ${bind(direction)}`)
  if (thread_id !== undefined) conditions.push(`m.thread_id = ${bind(thread_id)}`)
  if (since !== undefined) {
    conditions.push(`m.created_at >= ${bind(new Date(since).toISOString())}`)
    // Ends the walk along the index where created_at alone could not.
    conditions.push(`m.id >= ${bind(firstIdAt('message', since - idTimeSlack))}`)
  }
  if (page.after !== null) conditions.push(`m.id < ${bind(page.after[0])}`)
  const rows = await sql.query<WithBodies<MessageSummary>>(
    `select ${summaryColumns} from ${withContents} where ${conditions.join(' and ')} order by m.id desc limit $3`,
    values,
  )
  return rows.map(fillBodies)
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
    `select m.status, ${isInfected} as infected, ${isUnscanned} as pending
     from ${withContents} where ${withinReach}`,
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
