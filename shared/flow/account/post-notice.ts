/** Posts one notice to a channel of Slack or Microsoft Teams, under the guard that webhooks have. */
import { limits } from '../../domain/limits.ts'
import { type ChannelNotice, channelNoticeBody } from '../../events/channel-notice.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { GuardedFetch } from '../../net/guarded-fetch.ts'
import type { ChannelAddress } from '../../store/notice-channel.ts'
import { type Posted, readChannelAnswer } from './channel-answer.ts'

export interface PostParts {
  keyring: Keyring
  fetch: Pick<GuardedFetch, 'post'>
}

/** What became of a request, and the status and milliseconds that it took. */
export type PostedNotice = Posted & { status: number | null; latencyMs: number }

/** Posts once. Never throws for what the webhook or its network does. */
export async function postNotice(
  { keyring, fetch }: PostParts,
  { kind, sealedUrl }: ChannelAddress,
  notice: ChannelNotice,
): Promise<PostedNotice> {
  const address = openAddress(keyring, sealedUrl)
  // A key that is lost opens it no more: the address has to be given again.
  if (address === null)
    return { outcome: 'gone', error: 'its address can not be opened', status: null, latencyMs: 0 }
  const result = await fetch.post(address, {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: channelNoticeBody(kind, notice),
    deadlineMs: limits.webhookMs,
    maxResponseBytes: limits.webhookResponseBytes,
  })
  const { latencyMs } = result
  return {
    ...readChannelAnswer(kind, result),
    status: 'status' in result ? result.status : null,
    latencyMs,
  }
}

function openAddress(keyring: Keyring, sealedUrl: string): string | null {
  try {
    return keyring.open('notice_channel', sealedUrl)
  } catch {
    return null
  }
}
