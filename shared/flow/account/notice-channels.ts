/** Making, changing, removing and testing notice channels, on record; the address of one is sealed and never shown again. */
import { type AuditEntry, auditEntry } from '../../domain/audit.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import { limits } from '../../domain/limits.ts'
import {
  type CreateNoticeChannel,
  maskedUrl,
  type NoticeChannel,
  type NoticeChannelTestResult,
  type UpdateNoticeChannel,
} from '../../domain/notice-channel.ts'
import type { Principal } from '../../domain/principal.ts'
import type { ChannelNotice } from '../../events/channel-notice.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import type { Database } from '../../store/database.ts'
import {
  countNoticeChannels,
  deleteNoticeChannel,
  findChannelAddress,
  findNoticeChannel,
  insertNoticeChannel,
  notePosted,
  notePostFailure,
  passOverUnposted,
  updateNoticeChannel,
} from '../../store/notice-channel.ts'
import { textsIn } from '../../texts/index.ts'
import { type PostParts, postNotice } from './post-notice.ts'

export interface ChannelParts extends Pick<PostParts, 'keyring'> {
  database: Database
  /** @throws ServiceError `validation_error` for a URL, at `path`, that must not be posted to. */
  checkWebhookUrl(url: string, path: string): Promise<void>
}

/**
 * Makes a channel, which is told of what waits from now on. Up to `limits.noticeChannels`.
 * @throws ServiceError `validation_error`, `quota_exceeded`.
 */
export async function makeNoticeChannel(
  { database, keyring, checkWebhookUrl }: ChannelParts,
  principal: Principal,
  { kind, name, url, events }: CreateNoticeChannel,
): Promise<NoticeChannel> {
  await checkWebhookUrl(url, 'body.url')
  const { tenantId } = principal
  const sealedUrl = keyring.seal('notice_channel', url)
  return database.transaction(async (tx) => {
    if ((await countNoticeChannels(tx, tenantId)) >= limits.noticeChannels)
      throw new ServiceError(
        'quota_exceeded',
        `An account has ${limits.noticeChannels} notice channels at most.`,
      )
    const fields = { id: newId('noticeChannel'), kind, name, events, sealedUrl, maskedUrl: maskedUrl(url) }
    const channel = await insertNoticeChannel(tx, tenantId, fields)
    await passOverUnposted(tx, tenantId)
    await insertAuditEntries(tx, [entry(principal, channel, 'A notice channel was made.')])
    return channel
  })
}

/** Changes what is given; undefined where there is none. @throws ServiceError `validation_error`. */
export async function changeNoticeChannel(
  { database, keyring, checkWebhookUrl }: ChannelParts,
  principal: Principal,
  id: string,
  { name, url, events }: UpdateNoticeChannel,
): Promise<NoticeChannel | undefined> {
  const { tenantId } = principal
  if (!isId('noticeChannel', id)) return undefined
  if ((await findNoticeChannel(database, tenantId, id)) === undefined) return undefined
  if (url !== undefined) await checkWebhookUrl(url, 'body.url')
  const address =
    url === undefined ? {} : { sealedUrl: keyring.seal('notice_channel', url), maskedUrl: maskedUrl(url) }
  return database.transaction(async (tx) => {
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(events === undefined ? {} : { events }),
      ...address,
    }
    const channel = await updateNoticeChannel(tx, tenantId, id, fields)
    if (channel === undefined) return undefined
    const changed = Object.entries({ name, url, events }).flatMap(([field, value]) =>
      value === undefined ? [] : [field],
    )
    await insertAuditEntries(tx, [
      entry(principal, channel, 'A notice channel was changed.', { fields: changed }),
    ])
    return channel
  })
}

/** Removes a channel, with what it was to be told; false where there is none. */
export async function removeNoticeChannel(
  database: Database,
  principal: Principal,
  id: string,
): Promise<boolean> {
  if (!isId('noticeChannel', id)) return false
  return database.transaction(async (tx) => {
    const channel = await deleteNoticeChannel(tx, principal.tenantId, id)
    if (channel === undefined) return false
    await insertAuditEntries(tx, [entry(principal, channel, 'A notice channel was removed.')])
    return true
  })
}

/**
 * Posts a notice that says it is a test, once. One that is taken ends a failure; one that never will be makes it one.
 * Undefined where there is no such channel.
 */
export async function testNoticeChannel(
  { database, ...parts }: PostParts & { database: Database },
  principal: Principal,
  id: string,
  publicUrl: string,
): Promise<NoticeChannelTestResult | undefined> {
  const { tenantId } = principal
  const channel = isId('noticeChannel', id) ? await findNoticeChannel(database, tenantId, id) : undefined
  const address = channel === undefined ? undefined : await findChannelAddress(database, tenantId, id)
  if (channel === undefined || address === undefined) return undefined
  const posted = await postNotice(parts, address, testNotice(publicUrl))
  const request = { tenantId, id, sealedUrl: address.sealedUrl }
  await database.transaction(async (tx) => {
    if (posted.outcome === 'posted') {
      if (await notePosted(tx, request))
        await insertAuditEntries(tx, [entry(principal, channel, 'A notice channel works again.')])
      return
    }
    const { outcome, error } = posted
    if (await notePostFailure(tx, request, { error, gone: outcome === 'gone' }))
      await insertAuditEntries(tx, [
        entry(principal, channel, 'A test of a notice channel found that it is gone.', { error }),
      ])
  })
  return {
    posted: posted.outcome === 'posted',
    response_status: posted.status,
    error: posted.outcome === 'posted' ? null : posted.error,
    latency_ms: posted.latencyMs,
  }
}

function testNotice(publicUrl: string): ChannelNotice {
  const { test, testSays, openQueue } = textsIn(null).channelNotice
  return {
    title: test,
    mails: [],
    rest: testSays,
    link: { text: openQueue, url: `${publicUrl}/dashboard` },
  }
}

const entry = (
  { tenantId, userId, keyId }: Principal,
  { id, kind, name, masked_url, events }: NoticeChannel,
  what: string,
  more: Record<string, unknown> = {},
): AuditEntry =>
  auditEntry(tenantId, null, 'settings', 'medium', what, {
    channel_id: id,
    kind,
    name,
    masked_url,
    events,
    ...more,
    user_id: userId,
    key_id: keyId,
  })
