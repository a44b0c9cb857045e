/** Notice channels, and what waits that they were not told of, in the database. */
import type { ChannelEvent, ChannelKind, NoticeChannel } from '../domain/notice-channel.ts'
import type { QueuedMail } from '../domain/review-queue.ts'
import type { Direction } from '../domain/status.ts'
import type { HeldFacts } from '../domain/withheld-reasons.ts'
import type { Sql } from '../lib/sql.ts'
import { heldFacts } from './review-queue.ts'

const columns = `c.id, c.kind, c.name, c.masked_url, c.events, c.status, c.last_error, c.last_posted_at, c.created_at,
  c.updated_at`

/** All of a tenant, oldest first. */
export function listNoticeChannels(sql: Sql, tenantId: string): Promise<NoticeChannel[]> {
  return sql.query<NoticeChannel>(
    `select ${columns} from notice_channels c where c.tenant_id = $1 order by c.id`,
    [tenantId],
  )
}

export async function findNoticeChannel(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<NoticeChannel | undefined> {
  const [row] = await sql.query<NoticeChannel>(
    `select ${columns} from notice_channels c where c.tenant_id = $1 and c.id = $2`,
    [tenantId, id],
  )
  return row
}

/** How many a tenant has. Holds the tenant's row, so that the count stays true. */
export async function countNoticeChannels(tx: Sql, tenantId: string): Promise<number> {
  await tx.query('select 1 from tenants where id = $1 for no key update', [tenantId])
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from notice_channels where tenant_id = $1',
    [tenantId],
  )
  return row!.count
}

/** The fields of a channel that are written; the address is sealed. */
export interface ChannelFields {
  name: string
  sealedUrl: string
  maskedUrl: string
  events: readonly ChannelEvent[]
}

export async function insertNoticeChannel(
  tx: Sql,
  tenantId: string,
  { id, kind, name, sealedUrl, maskedUrl, events }: ChannelFields & { id: string; kind: ChannelKind },
): Promise<NoticeChannel> {
  const [row] = await tx.query<NoticeChannel>(
    `insert into notice_channels as c (tenant_id, id, kind, name, sealed_url, masked_url, events)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [tenantId, id, kind, name, sealedUrl, maskedUrl, events],
  )
  return row!
}

/** Writes what is given; another address begins anew, as one that works. Undefined: there is no such channel. */
export async function updateNoticeChannel(
  tx: Sql,
  tenantId: string,
  id: string,
  { name, sealedUrl, maskedUrl, events }: Partial<ChannelFields>,
): Promise<NoticeChannel | undefined> {
  const [row] = await tx.query<NoticeChannel>(
    `update notice_channels c set name = coalesce($3, c.name), sealed_url = coalesce($4, c.sealed_url),
       masked_url = coalesce($5, c.masked_url), events = coalesce($6, c.events), updated_at = now(),
       status = case when $4::text is null then c.status else 'active' end,
       last_error = case when $4::text is null then c.last_error end
     where c.tenant_id = $1 and c.id = $2 returning ${columns}`,
    [tenantId, id, name ?? null, sealedUrl ?? null, maskedUrl ?? null, events ?? null],
  )
  return row
}

/** Answers it as it was. */
export async function deleteNoticeChannel(
  tx: Sql,
  tenantId: string,
  id: string,
): Promise<NoticeChannel | undefined> {
  const [row] = await tx.query<NoticeChannel>(
    `delete from notice_channels c where c.tenant_id = $1 and c.id = $2 returning ${columns}`,
    [tenantId, id],
  )
  return row
}

/** Where a channel is posted to. */
export interface ChannelAddress {
  kind: ChannelKind
  sealedUrl: string
}

/** Undefined: there is no such channel. */
export async function findChannelAddress(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<ChannelAddress | undefined> {
  const [row] = await sql.query<ChannelAddress>(
    'select kind, sealed_url as "sealedUrl" from notice_channels where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row
}

/** The same of one that is to be told now: not one that has failed, nor of an account that is deleted. */
export async function findToldChannel(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<ChannelAddress | undefined> {
  const [row] = await sql.query<ChannelAddress>(
    `select c.kind, c.sealed_url as "sealedUrl" from notice_channels c
     join tenants t on t.id = c.tenant_id and t.mode = 'live'
     join accounts a on a.id = t.account_id and a.deleted_at is null
     where c.tenant_id = $1 and c.id = $2 and c.status = 'active'`,
    [tenantId, id],
  )
  return row
}

/** A request that was made of a channel: at the address that it has been made at, and no other. */
export interface ChannelRequest {
  tenantId: string
  id: string
  sealedUrl: string
}

/** Notes that a channel works; answers whether it had failed. */
export async function notePosted(tx: Sql, { tenantId, id, sealedUrl }: ChannelRequest): Promise<boolean> {
  const rows = await tx.query<{ status: string }>(
    `with former as (select status from notice_channels where tenant_id = $1 and id = $2 and sealed_url = $3 for update)
     update notice_channels c set status = 'active', last_error = null, last_posted_at = now() from former
     where c.tenant_id = $1 and c.id = $2 returning former.status`,
    [tenantId, id, sealedUrl],
  )
  return rows[0]?.status === 'failed'
}

/** Notes why a channel does not work; `gone`: nothing more is posted to it. Answers whether that is so only now. */
export async function notePostFailure(
  tx: Sql,
  { tenantId, id, sealedUrl }: ChannelRequest,
  { error, gone }: { error: string; gone: boolean },
): Promise<boolean> {
  const rows = await tx.query<{ status: string }>(
    `with former as (select status from notice_channels where tenant_id = $1 and id = $2 and sealed_url = $3 for update)
     update notice_channels c set status = case when $5 then 'failed' else c.status end, last_error = $4 from former
     where c.tenant_id = $1 and c.id = $2 returning former.status`,
    [tenantId, id, sealedUrl, error, gone],
  )
  return gone && rows[0]?.status === 'active'
}

/** What the window of an hour counts by, for each tenant. */
export const channelNotices = 'channel_notices'

/** Live tenants of which something waits that their channels were not told of, but for those told `perHour` times in the hour. */
export async function findUnposted(
  sql: Sql,
  { perHour, count }: { perHour: number; count: number },
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select t.id from tenants t join accounts a on a.id = t.account_id and a.deleted_at is null
     where t.mode = 'live' and t.id in (select c.tenant_id from notice_channels c where c.status = 'active')
       and exists (select from rare_states s where s.tenant_id = t.id and s.noun = 'message' and s.state = 'withheld'
         and not s.posted)
       and not exists (select from rate_limits r where r.tenant_id = t.id and r.subject = $1 and r.seconds = 3600
         and r.count >= $2 and r.started_at + interval '1 hour' > now())
     limit $3`,
    [channelNotices, perHour, count],
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes up to `count` messages of a tenant that wait as told of, newest first. Whoever does so meanwhile takes none of
 * them.
 */
export function takeUnposted(
  tx: Sql,
  tenantId: string,
  count: number,
): Promise<{ id: string; direction: Direction }[]> {
  return tx.query(
    `with taken as (
       update rare_states set posted = true
       where tenant_id = $1 and noun = 'message' and state = 'withheld' and not posted and id = any(array(
         select id from rare_states where tenant_id = $1 and noun = 'message' and state = 'withheld' and not posted
         order by id desc limit $2))
       returning id)
     select m.id, m.direction from taken join messages m on m.tenant_id = $1 and m.id = taken.id order by m.id desc`,
    [tenantId, count],
  )
}

/**
 * What waits now is not told of: a channel is told of what comes after it was made. What is decided or deleted at this
 * moment is waited for by nobody: an inbox that goes has both, and then waits for its tenant, which the caller holds.
 */
export async function passOverUnposted(tx: Sql, tenantId: string): Promise<void> {
  await tx.query(
    `update rare_states s set posted = true from (
       select inbox_id, noun, state, id from rare_states
       where tenant_id = $1 and noun = 'message' and state = 'withheld' and not posted
       for no key update skip locked) w
     where s.tenant_id = $1 and s.inbox_id = w.inbox_id and s.noun = w.noun and s.state = w.state and s.id = w.id`,
    [tenantId],
  )
}

/** Channels of a tenant that are told of things. */
export function findActiveChannels(
  sql: Sql,
  tenantId: string,
): Promise<{ id: string; events: ChannelEvent[] }[]> {
  return sql.query(
    `select id, events from notice_channels where tenant_id = $1 and status = 'active' order by id`,
    [tenantId],
  )
}

/** A message that waits, as a notice shows it, with the reasons of its approval alone. */
export type WaitingMail = Pick<QueuedMail, 'id' | 'direction' | 'from' | 'to' | 'subject' | 'reasons'> &
  HeldFacts

/** Those of `ids` that wait still, newest first. */
export function findStillWaiting(sql: Sql, tenantId: string, ids: readonly string[]): Promise<WaitingMail[]> {
  return sql.query<WaitingMail>(
    `select m.id, m.direction, m."from", m."to", m.subject, m.risk_score, coalesce(a.reasons, '{}') as reasons,
       ${heldFacts}
     from messages m
     join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id and i.deleted_at is null
     left join approvals a on a.tenant_id = m.tenant_id and a.message_id = m.id
     where m.tenant_id = $1 and m.id = any($2) and m.status = 'withheld' order by m.id desc`,
    [tenantId, ids],
  )
}

/** A channel that has failed, for an owner of its account. */
export interface FailedChannel {
  email: string
  /** That they have chosen. */
  language: string | null
  name: string
  maskedUrl: string
  error: string
}

/** Undefined where it works again, or it or the owner is gone. */
export async function findFailedChannel(
  sql: Sql,
  { tenantId, channelId, userId }: { tenantId: string; channelId: string; userId: string },
): Promise<FailedChannel | undefined> {
  const [row] = await sql.query<FailedChannel>(
    `select u.email, u.language, c.name, c.masked_url as "maskedUrl", coalesce(c.last_error, '') as error
     from notice_channels c
     join tenants t on t.id = c.tenant_id and t.mode = 'live'
     join accounts a on a.id = t.account_id and a.deleted_at is null
     join users u on u.account_id = a.id and u.id = $3 and u.role = 'owner' and u.email <> ''
       and u.email_confirmed_at is not null
     where c.tenant_id = $1 and c.id = $2 and c.status = 'failed'`,
    [tenantId, channelId, userId],
  )
  return row
}
