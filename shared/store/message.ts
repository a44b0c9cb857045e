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
import { type Direction, type MessageStatus, onlyOutbound, type StatusFilter } from '../domain/status.ts'
import { tagsOf } from '../domain/tags.ts'
import type { Sql } from '../lib/sql.ts'
import { assessed } from './assessed.ts'
import { attachmentsAsJson } from './attachment.ts'
import { contentHidden } from './content-hidden.ts'
import { inThread } from './in-thread.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { type Look, type Looked, lookThrough } from './look.ts'
import { isRedacted } from './message-original.ts'
import { type OutboundJson, outboundAsJson, outboundFieldsOf } from './outbound-json.ts'
import { rcptTo } from './rcpt-to.ts'

const common = `m.id, m.inbox_id, m.thread_id, m.direction,
  ${assessed('m."from"', "''")} as "from", ${assessed('m.from_name', "''")} as from_name,
  ${assessed('m."to"', "''")} as "to", ${assessed(rcptTo, "'[]'")} as rcpt_to, ${assessed('m.cc', "''")} as cc, ${assessed('m.reply_to', "''")} as reply_to,
  ${assessed('m.subject', "''")} as subject, m.status, m.verdict, m.security_analysis, m.authentication,
  m.has_attachments, ${attachmentsAsJson} as attachments, ${assessed('m.message_id', 'null')} as message_id,
  ${assessed('m.in_reply_to', 'null')} as in_reply_to, m.size_bytes, m.labels, m.metadata, ${isRedacted} as redacted, m.automated_kind,
  ${contentHidden} as content_hidden,
  m.created_at`

/** The bodies, passed through `cut`; null where one is the same as `body`, so that it travels once. */
const bodies = (cut: (column: string) => string) =>
  `${assessed(`coalesce(${cut('c.body')}, '')`, "''")} as body, ${assessed(cut('c.body_sanitized'), 'null')} as body_sanitized,
  ${assessed(cut('c.extracted_text'), 'null')} as extracted_text`

// Counting bytes is quick and counting characters isn't: most bodies are short either way.
const listed = (column: string) =>
  `case when octet_length(${column}) <= ${listedBodyCharacters} then ${column} else left(${column}, ${listedBodyCharacters}) end`

export const summaryColumns = `${common}, ${bodies(listed)},
  coalesce(octet_length(c.body) > ${listedBodyCharacters} and length(c.body) > ${listedBodyCharacters}, false)
  as body_truncated`
const fullColumns = `${common}, ${bodies((column) => column)}, false as body_truncated,
  ${assessed('c.html', 'null')} as html, ${assessed("coalesce(c.headers, '[]')", "'[]'")} as headers, ${outboundAsJson} as outbound`

export type WithBodies<Item> = Omit<Item, 'body_sanitized' | 'extracted_text'> & {
  body: string
  body_sanitized: string | null
  extracted_text: string | null
}

/** Bodies that are the same as `body` filled in. */
export const fillBodies = <Item extends object>(row: WithBodies<Item>) => ({
  ...row,
  body_sanitized: row.body_sanitized ?? row.body,
  extracted_text: row.extracted_text ?? row.body,
})

export const joinContents =
  'left join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id'
const withContents = `messages m ${joinContents}`

/** A message with all but what is computed when it is read; `content_hidden`: from keys that don't read withheld mail. */
export type StoredMessage = Omit<Message, 'html_sanitized'>

/** The same of a message in a list. */
export type StoredSummary = MessageSummary

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

/** The hold states of the list filter; every other word is a status. */
export const holdStates = {
  withheld: `m.status = 'withheld'`,
  flagged: `m.verdict = 'flagged' and m.status <> 'withheld'`,
  clean: `m.status not in ('processing', 'withheld') and m.verdict is distinct from 'flagged'`,
  readable: `m.direction = 'inbound' and m.status not in ('processing', 'withheld')`,
} as const

/** Milliseconds by which the time in an id and `created_at` may differ at most. */
export const idTimeSlack = 3_600_000

/** Messages of an inbox, or where that is null of all inboxes that are there, newest first, as far as they were looked at. */
export async function listMessages(
  sql: Sql,
  tenantId: string,
  inboxId: string | null,
  filters: MessageFilters,
  page: Page,
): Promise<Looked<StoredSummary>> {
  const values: unknown[] = [tenantId]
  const bind: Bind = (value) => `$${values.push(value)}`
  const ofInbox = inInbox(inboxId, bind)
  const { rows, resume } = await lookThrough<WithBodies<StoredSummary>>(
    sql,
    {
      ...chosenIds(filters, page.after?.[0], ofInbox, bind),
      row: `messages m on m.tenant_id = $1 and m.id = k.id${ofInbox.condition('m')}`,
      columns: summaryColumns,
      joins: joinContents,
    },
    values,
    page.limit,
  )
  // Of one thread, what sorts by it as well stands ahead of the id.
  return { rows: rows.map(fillBodies), resume: resume?.slice(-1) ?? null }
}

type Bind = (value: unknown) => string

/** Where messages are listed: in one inbox, or in all that are there. */
export interface InInbox {
  /** SQL, to be added to a condition: that the row `alias` is of the inbox; empty for all. */
  condition(alias: string): string
  /** Conditions on the message row `m` that no index of all inboxes answers. */
  there: readonly string[]
}

/** Limits to an inbox, or where `inboxId` is null to all that are there. */
export function inInbox(inboxId: string | null, bind: Bind): InInbox {
  if (inboxId === null) return { condition: () => '', there: [inboxIsThere('m')] }
  const inbox = bind(inboxId)
  return { condition: (alias) => ` and ${alias}.inbox_id = ${inbox}`, there: [] }
}

/** What lists and searches can be limited to. */
export type MessageFilters = Pick<
  MessageListQuery,
  'status' | 'direction' | 'since' | 'automated_kind' | 'thread_id' | 'label' | 'metadata'
>

/** Statuses that few messages have; `rare_states` holds these. A test holds that the database says the same. */
export const rareStatuses: ReadonlySet<StatusFilter> = new Set<MessageStatus>([
  'withheld',
  'flagged',
  'webhook_failed',
  'failed',
  'rejected',
  'expired',
  'bounced',
  'complained',
  'scheduled',
  'cancelled',
])
/** What few messages are, as the predicate of their index says it. */
const rareKinds = `m.automated_kind in ('auto_reply', 'list', 'bounce')`

/**
 * The ids that a list looks at, `$1` being the tenant: by the filter that leaves the fewest, of which an index answers in
 * the order of the list; and the filters that are left.
 */
function chosenIds(
  filters: MessageFilters,
  after: string | undefined,
  inbox: InInbox,
  bind: Bind,
): Pick<Look, 'ids' | 'order' | 'own' | 'conditions'> {
  const { status, direction, automated_kind: kind, thread_id: threadId, since } = filters
  const statuses = statusesOf(status)
  const [tag, ...tags] = tagsOf(filters.label ?? [], filters.metadata ?? {})
  const oldest = since === undefined ? undefined : firstIdAt('message', since - idTimeSlack)
  const within = (id: string) =>
    [
      after === undefined ? '' : ` and ${id} < ${bind(after)}`,
      oldest === undefined ? '' : ` and ${id} >= ${bind(oldest)}`,
    ].join('')
  const between = (id: string) => `${within(id)} order by ${id} desc`
  const rest = (left: MessageFilters) => [...filterConditions(left, tags, bind), ...inbox.there]
  const looked = (conditions: string) =>
    `select ${filteredColumns} from messages m where m.tenant_id = $1${conditions}${between('m.id')}`
  const own = 'm'
  if (tag !== undefined)
    return {
      ids: `select t.message_id as id from message_tags t where t.tenant_id = $1${inbox.condition('t')}
        and t.name = ${bind(tag.name)} and t.value = ${bind(tag.value)}${between('t.message_id')}`,
      conditions: rest(filters),
    }
  if (threadId !== undefined) {
    const bounds = {
      ...(oldest === undefined ? {} : { from: bind(oldest) }),
      ...(after === undefined ? {} : { before: bind(after) }),
    }
    return {
      own,
      ids: `select ${filteredColumns} from messages m
        where m.tenant_id = $1 and ${inThread('m', bind(threadId), bounds)} order by m.thread_id desc, m.id desc`,
      order: ['thread_id', 'id'],
      // Of another inbox perhaps.
      conditions: [`true${inbox.condition('m')}`, ...rest({ ...filters, thread_id: undefined })],
    }
  }
  if (statuses.length > 0 && statuses.every((one) => rareStatuses.has(one))) {
    // What is rare with most may be frequent here: of each state no more is read than a page looks at of all.
    const ofState = (one: StatusFilter) =>
      `(select r.id from rare_states r where r.tenant_id = $1${inbox.condition('r')} and r.noun = 'message'
        and r.state = ${bind(one)}${between('r.id')} limit ${limits.listJoined})`
    // Each state is read in the order of its index, and these are merged: what has two of them comes once.
    return {
      ids: `select distinct u.id from (${statuses.map(ofState).join(' union all ')}) u order by u.id desc`,
      conditions: rest(filters),
    }
  }
  if (kind !== undefined && kind !== 'human')
    return {
      own,
      ids: looked(`${inbox.condition('m')} and ${rareKinds} and m.automated_kind = ${bind(kind)}`),
      conditions: rest({ ...filters, automated_kind: undefined }),
    }
  if (direction === 'outbound' || (statuses.length > 0 && statuses.every((one) => onlyOutbound.has(one))))
    return {
      own,
      ids: looked(`${inbox.condition('m')} and m.direction = 'outbound'`),
      conditions: rest({ ...filters, direction: direction === 'outbound' ? undefined : direction }),
    }
  return { own, ids: looked(inbox.condition('m')), conditions: rest(filters) }
}

const statusesOf = (status: MessageFilters['status']): readonly StatusFilter[] =>
  status === undefined ? [] : typeof status === 'string' ? [status] : status

/** What {@link filterConditions} look at, of the row `m`. */
export const filteredColumns = `m.id, m.tenant_id, m.inbox_id, m.status, m.verdict, m.direction, m.automated_kind,
  m.thread_id, m.created_at`

/** Conditions on the message row `m`; none where nothing is asked for. `tags` it must all have. */
export function filterConditions(
  { status, direction, since, automated_kind, thread_id }: MessageFilters,
  tags: readonly { name: string; value: string }[],
  bind: Bind,
): string[] {
  const conditions: string[] = []
  const stands = statusesOf(status).map(
    (one) => `(${(holdStates as Record<string, string>)[one] ?? `m.status = ${bind(one)}`})`,
  )
  if (stands.length > 0) conditions.push(`(${stands.join(' or ')})`)
  if (direction !== undefined) conditions.push(`m.direction = ${bind(direction)}`)
  if (automated_kind !== undefined) conditions.push(`m.automated_kind = ${bind(automated_kind)}`)
  if (thread_id !== undefined) conditions.push(`m.thread_id = ${bind(thread_id)}`)
  if (since !== undefined) conditions.push(`m.created_at >= ${bind(new Date(since).toISOString())}`)
  for (const { name, value } of tags)
    conditions.push(`exists (select 1 from message_tags u where u.tenant_id = m.tenant_id and u.message_id = m.id
      and u.name = ${bind(name)} and u.value = ${bind(value)})`)
  return conditions
}

/** The newest `count` messages of a thread, oldest first. */
export async function listThreadMessages(
  sql: Sql,
  tenantId: string,
  threadId: string,
  count: number,
): Promise<StoredSummary[]> {
  const rows = await sql.query<WithBodies<StoredSummary>>(
    `select * from (
       select ${summaryColumns} from ${withContents} where m.tenant_id = $1 and ${inThread('m', '$2')}
       order by m.thread_id desc, m.id desc limit $3
     ) as newest order by created_at, id`,
    [tenantId, threadId, count],
  )
  return rows.map(fillBodies)
}

/** What decides whether the bytes of a message, or a part of them, may be handed out. */
export interface MessageSafety {
  content_hidden: boolean
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
    `select ${contentHidden} as content_hidden, m.status, ${isInfected} as infected, ${isUnscanned} as pending, ${isRedacted} as redacted from ${withContents} where ${withinReach}`,
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
