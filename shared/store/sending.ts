/** What sending needs to know before it takes a message: the inbox, the message that is answered, those it knows. */
import type { AutomatedKind } from '../domain/automated.ts'
import { firstIdAt } from '../domain/ids.ts'
import type { Reach } from '../domain/principal.ts'
import type { ScanStatus } from '../domain/scan.ts'
import type { Direction, MessageStatus } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { contentHidden } from './content-hidden.ts'
import { inThread } from './in-thread.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { idTimeSlack } from './message.ts'

/** An inbox that something is to be sent from. */
export interface SendingInbox {
  id: string
  slug: string
  displayName: string
  status: 'active' | 'paused'
  securityLevel: number
  /** Credits that the account has. */
  credits: number
}

const inboxColumns = `i.id, i.slug, i.display_name as "displayName", i.status, i.security_level as "securityLevel",
  (select a.credits from tenants t join accounts a on a.id = t.account_id where t.id = i.tenant_id) as credits`

/** The inbox with that slug, within reach. */
export async function findSendingInbox(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  slug: string,
): Promise<SendingInbox | undefined> {
  const rows = await sql.query<SendingInbox>(
    `select ${inboxColumns} from inboxes i where i.tenant_id = $1 and i.slug = $2 and i.deleted_at is null
       and ($3::text is null or i.id = $3)`,
    [tenantId, slug, inboxId],
  )
  return rows[0]
}

/** The inbox of a message, within reach. */
export async function findInboxOfSent(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  messageId: string,
): Promise<SendingInbox | undefined> {
  const rows = await sql.query<SendingInbox>(
    `select ${inboxColumns} from messages m join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
     where m.tenant_id = $1 and m.id = $2 and i.deleted_at is null and ($3::text is null or i.id = $3)`,
    [tenantId, messageId, inboxId],
  )
  return rows[0]
}

/** Locks an inbox for the rest of the transaction and answers what decides about sending; undefined where it is gone. */
export async function lockSendingInbox(
  tx: Sql,
  tenantId: string,
  inboxId: string,
): Promise<{ status: 'active' | 'paused'; securityLevel: number } | undefined> {
  const rows = await tx.query<{ status: 'active' | 'paused'; securityLevel: number }>(
    `select status, security_level as "securityLevel" from inboxes
     where tenant_id = $1 and id = $2 and deleted_at is null for no key update`,
    [tenantId, inboxId],
  )
  return rows[0]
}

/** A message that is answered or forwarded. */
export interface Original {
  id: string
  threadId: string
  direction: Direction
  automatedKind: AutomatedKind | null
  status: MessageStatus
  /** Whether what it says is for keys that read withheld mail alone. */
  content_hidden: boolean
  from: string
  fromName: string
  to: string
  cc: string
  replyTo: string
  subject: string
  body: string
  messageId: string | null
  references: string[]
  inReplyTo: string[]
  toAddresses: string[]
  ccAddresses: string[]
  replyToAddresses: string[]
  date: string
  attachments: { index: number; filename: string; contentType: string; scanStatus: ScanStatus }[]
}

/** A message of an inbox, as far as an answer to it needs it. */
export async function findOriginal(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  id: string,
): Promise<Original | undefined> {
  const addresses = (field: string) =>
    `(select coalesce(json_agg(x ->> 'address'), '[]') from jsonb_array_elements(c.parsed -> '${field}') as x)`
  const rows = await sql.query<Original>(
    `select m.id, m.thread_id as "threadId", m.direction,
       m.automated_kind as "automatedKind", m.status, ${contentHidden} as content_hidden, m."from", m.from_name as "fromName", m."to", m.cc,
       m.reply_to as "replyTo", m.subject, coalesce(c.body_sanitized, c.body) as body, m.message_id as "messageId",
       c.parsed -> 'references' as "references", c.parsed -> 'inReplyTo' as "inReplyTo", ${addresses('toMailboxes')} as "toAddresses",
       ${addresses('ccMailboxes')} as "ccAddresses", ${addresses('replyToMailboxes')} as "replyToAddresses",
       coalesce(m.date, m.created_at) as date,
       (select coalesce(json_agg(json_build_object('index', a.index, 'filename', a.filename, 'contentType', a.content_type,
          'scanStatus', a.scan_status) order by a.index), '[]') from attachments a
        where a.tenant_id = m.tenant_id and a.message_id = m.id) as attachments
     from messages m join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
     where m.tenant_id = $1 and m.inbox_id = $2 and m.id = $3 and ${inboxIsThere('m')}`,
    [tenantId, inboxId, id],
  )
  return rows[0]
}

/** The thread of a message now: it may have been joined to another since. */
export async function findThreadOf(
  tx: Sql,
  tenantId: string,
  messageId: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ threadId: string }>(
    'select thread_id as "threadId" from messages where tenant_id = $1 and id = $2',
    [tenantId, messageId],
  )
  return rows[0]?.threadId
}

/** Messages that went out in the thread of a message, as it is now, or still may, of `hours` until now: at most `most`. */
export async function countSentInThread(
  tx: Sql,
  tenantId: string,
  messageId: string,
  { hours, most }: { hours: number; most: number },
): Promise<{ count: number; oldest: string | null }> {
  const since = firstIdAt('message', Date.now() - hours * 3_600_000 - idTimeSlack)
  const [row] = await tx.query<{ count: number; oldest: string | null }>(
    `select count(*)::int as count, min(created_at) as oldest from (
       select m.created_at from messages o cross join lateral (
         select created_at from messages n where n.tenant_id = o.tenant_id and ${inThread('n', 'o.thread_id', { from: '$5' })}
           and n.id >= $5 and n.direction = 'outbound' and n.status not in ('rejected', 'expired', 'cancelled', 'failed')
           and n.created_at > now() - make_interval(hours => $3)
         order by n.thread_id desc, n.id desc limit $4) m
       where o.tenant_id = $1 and o.id = $2) newest`,
    [tenantId, messageId, hours, most, since],
  )
  return row!
}

/** Hours after which who is still written to is a correspondent, though he wrote first. */
export const settledHours = 24

/**
 * Addresses of `asked` (lower case) that the inbox has mail from, or has sent to, outside `threadId`. `settled` are those
 * whom it wrote to before they ever wrote to it, or longer than a day ago: writing in twice makes nobody one.
 */
export async function findKnownAddresses(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  asked: readonly string[],
  threadId: string | null,
): Promise<{ address: string; settled: boolean }[]> {
  return sql.query<{ address: string; settled: boolean }>(
    `with written as materialized (
       select lower(m."from") as address, m.thread_id, m.created_at from (
         select "from", thread_id, created_at from messages
         where tenant_id = $1 and inbox_id = $2 and direction = 'inbound' order by id desc limit 2000) m
       where lower(m."from") = any($3))
     select address, bool_or(settled) as settled from (
       select address, false as settled from written where thread_id is distinct from $4
       union all
       select lower(r.address), m.created_at < now() - make_interval(hours => ${settledHours})
         or not exists (select from written w where w.address = lower(r.address) and w.created_at < m.created_at) from (
         select id, thread_id, created_at from messages
         where tenant_id = $1 and inbox_id = $2 and direction = 'outbound' order by id desc limit 2000) m
       join outbound_recipients r on r.tenant_id = $1 and r.message_id = m.id
       where lower(r.address) = any($3) and r.status = 'sent' and m.thread_id is distinct from $4) known
     group by address`,
    [tenantId, inboxId, asked, threadId],
  )
}

/** SQL: the addresses of tenant $1, with the domain $2 of its inboxes, that are equal to what `asked` says. */
const ownAmong = (asked: string) =>
  `select lower(slug || '@' || $2) as address from inboxes
   where tenant_id = $1 and deleted_at is null and lower(slug || '@' || $2) = ${asked}
   union
   select lower(u.email) from tenants t join users u on u.account_id = t.account_id
   where t.id = $1 and u.email_confirmed_at is not null and lower(u.email) = ${asked}`

/** Addresses of `asked` (lower case) that are the tenant's own: its inboxes, and users who have confirmed theirs. */
export async function findOwnAddresses(
  sql: Sql,
  tenantId: string,
  inboxDomain: string,
  asked: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ address: string }>(ownAmong('any($3)'), [tenantId, inboxDomain, asked])
  return rows.map(({ address }) => address)
}

/** Newest mail of each recipient that is read for what they have told, and characters of each. */
const toldTexts = { messages: 20, characters: 20_000 }

/** Mail that an inbox was told something by: that of other threads than `threadId`. */
export interface OtherMail {
  tenantId: string
  inboxId: string
  threadId: string | null
  /** Whether withheld mail is among it, and mail that is not examined yet. */
  withheldToo: boolean
}

/** SQL: whether the inbound message `m` is among it, by the parameter that has `withheldToo`. */
const isAmong = (withheldToo: string) => `(${withheldToo} or m.status not in ('processing', 'withheld'))`

/** What `recipients` (lower case) have written to an inbox outside `threadId`, newest first. */
export function findToldTexts(
  sql: Sql,
  { tenantId, inboxId, threadId, withheldToo }: OtherMail,
  recipients: readonly string[],
): Promise<{ from: string; text: string }[]> {
  return sql.query<{ from: string; text: string }>(
    `select lower(m."from") as from, m.subject || ' ' || left(coalesce(c.body_sanitized, c.body), ${toldTexts.characters}) as text
     from unnest($4::text[]) as asked(address) cross join lateral (
       select tenant_id, id, "from", subject from (
         select tenant_id, id, "from", subject, thread_id from messages m
         where tenant_id = $1 and inbox_id = $2 and direction = 'inbound' and ${isAmong('$5')} order by id desc limit 2000) newest
       where lower("from") = asked.address and thread_id is distinct from $3
       order by id desc limit ${toldTexts.messages}) m
     join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id`,
    [tenantId, inboxId, threadId, recipients, withheldToo],
  )
}

/** The thread of an inbox that knows one of the Message-IDs, by hash (hex); the newest, where several do. */
export async function findThreadOfReferences(
  sql: Sql,
  tenantId: string,
  inboxId: string,
  hashes: readonly string[],
): Promise<string | null> {
  if (hashes.length === 0) return null
  const rows = await sql.query<{ threadId: string }>(
    `select max(thread_id) as "threadId" from thread_references
     where tenant_id = $1 and inbox_id = $2
       and message_id_hash in (select decode(h, 'hex') from unnest($3::text[]) as h)`,
    [tenantId, inboxId, hashes],
  )
  return rows[0]?.threadId ?? null
}

/** Inbound mail of a thread, as the outbound scorers read it. */
export interface ThreadMailRow {
  from: string
  replyToAddresses: string[]
  recipients: string[]
  subject: string
  text: string
  links: string[]
  riskScore: number
  verdict: string | null
  dmarc: string | null
}

/** The newest inbound mails of a thread, oldest first. */
export function findThreadMail(sql: Sql, tenantId: string, threadId: string): Promise<ThreadMailRow[]> {
  const addresses = (field: string) =>
    `coalesce((select array_agg(x ->> 'address') from jsonb_array_elements(c.parsed -> '${field}') as x), '{}')`
  return sql.query<ThreadMailRow>(
    `select * from (
       select m.id, m."from", ${addresses('replyToMailboxes')} as "replyToAddresses",
         ${addresses('toMailboxes')} || ${addresses('ccMailboxes')} as recipients, m.subject,
         left(coalesce(c.body_sanitized, c.body), 100000) as text,
         coalesce((select array_agg(x ->> 'href') from jsonb_array_elements(c.parsed -> 'links') as x), '{}') as links,
         coalesce(m.risk_score, 100) as "riskScore", m.verdict, m.authentication -> 'dmarc' ->> 'result' as dmarc
       from messages m join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
       where m.tenant_id = $1 and ${inThread('m', '$2')} and m.direction = 'inbound'
       order by m.thread_id desc, m.id desc limit 20) as newest
     order by id`,
    [tenantId, threadId],
  )
}

/** Messages by which an inbox may have opened a thread, and characters of each. */
const openingTexts = { messages: 5, characters: 8_000 }

/** The new text of what the inbox wrote in a thread before anybody had written to it there, oldest first. */
export async function findOpeningTexts(sql: Sql, tenantId: string, threadId: string): Promise<string[]> {
  const rows = await sql.query<{ text: string }>(
    `select left(coalesce(c.extracted_text, c.body), ${openingTexts.characters}) as text
     from messages m join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id
     where m.tenant_id = $1 and m.thread_id = $2 and m.direction = 'outbound' and m.in_reply_to is null
       and m.created_at < (select min(created_at) from messages
         where tenant_id = $1 and thread_id = $2 and direction = 'inbound')
     order by m.created_at limit ${openingTexts.messages}`,
    [tenantId, threadId],
  )
  return rows.map(({ text }) => text)
}

/** New text of another thread of the inbox. */
export interface OtherTextRow {
  threadId: string
  text: string
  /** Who it is from, in lower case. */
  sender: string
  /** Whether that is proven (DMARC), and whether it is then an address of the tenant's own. */
  proven: boolean
  own: boolean
}

/** Newest inbound mail of other threads of an inbox, and characters of each. */
const otherTexts = { messages: 30, characters: 4_000 }

/**
 * What the inbox was told lately outside `threadId` by others than `recipients` (lower case): new text only. `proven`: by
 * DMARC. `own`: from an address of the tenant's own; those of inboxes are at `inboxDomain`.
 */
export function findOtherTexts(
  sql: Sql,
  { tenantId, inboxId, threadId, withheldToo }: OtherMail,
  recipients: readonly string[],
  inboxDomain: string,
): Promise<OtherTextRow[]> {
  return sql.query<OtherTextRow>(
    `select m.thread_id as "threadId", left(coalesce(c.extracted_text, c.body), ${otherTexts.characters}) as text,
       m.sender, m.proven, m.proven and exists (${ownAmong('m.sender')}) as own
     from (select tenant_id, id, thread_id, lower("from") as sender,
           coalesce(authentication -> 'dmarc' ->> 'result' = 'pass', false) as proven
         from messages m where tenant_id = $1 and inbox_id = $3
         and direction = 'inbound' and thread_id is distinct from $4 and lower("from") <> all($5) and ${isAmong('$6')} order by id desc limit ${otherTexts.messages}) m
     join message_contents c on c.tenant_id = m.tenant_id and c.message_id = m.id`,
    [tenantId, inboxDomain, inboxId, threadId, recipients, withheldToo],
  )
}
