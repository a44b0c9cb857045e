/** The relay role: takes jobs of messages that are to leave, and hands the messages over. */
import type { Config } from '../../config/config.ts'
import { workChannelFailures } from '../../shared/flow/account/channel-failure.ts'
import { workConfirmations } from '../../shared/flow/account/confirmation-mail.ts'
import { ConfirmedAccounts } from '../../shared/flow/account/confirmed.ts'
import { workInvitations } from '../../shared/flow/account/invitation-mail.ts'
import { workPasskeyNotices } from '../../shared/flow/account/passkey-notice.ts'
import { workSignInMails } from '../../shared/flow/account/sign-in-mail.ts'
import { workChannelNotices } from '../../shared/flow/outbound/approval/channel-notice.ts'
import { workDigests } from '../../shared/flow/outbound/approval/digest.ts'
import { workNotices } from '../../shared/flow/outbound/approval/notice.ts'
import { workWithheldNotices } from '../../shared/flow/outbound/approval/withheld-notice.ts'
import { type RelayParts, workRelay } from '../../shared/flow/outbound/relay.ts'
import { workWebhookNotices } from '../../shared/flow/webhook/notice.ts'
import type { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import { openTransports, readDkimKeys } from './transports.ts'

/** What the role needs beside its configuration. */
export type RelayRoleParts = Omit<
  RelayParts,
  'outside' | 'local' | 'dkimKeys' | 'retry' | 'stages' | 'inboxDomain' | 'sendHeaders' | 'confirmed'
> & {
  config: Config
  fetch: GuardedFetch
  /** Our own listener in this process; null where it has none. */
  listener: () => { host: string; port: number } | null
  /** Where reviewers reach our pages, without a slash at its end. */
  publicUrl: () => string
}

/**
 * Works until the queue is stopped. @returns what ends the connections: to be called before the queue is stopped.
 * @throws ConfigError for a URL or key that can't be used.
 */
export async function startRelay({
  config,
  fetch,
  listener,
  publicUrl,
  ...parts
}: RelayRoleParts): Promise<() => Promise<void>> {
  const dkimKeys = readDkimKeys(config)
  const { outside, local, close } = openTransports({ config, fetch, listener })
  const inboxDomain = config.INBOX_DOMAIN
  await workNotices({ ...parts, outside, dkimKeys, inboxDomain, publicUrl })
  await workConfirmations({ ...parts, outside, dkimKeys, inboxDomain, publicUrl, signup: config.SIGNUP })
  await workInvitations({ ...parts, outside, dkimKeys, inboxDomain, publicUrl })
  await workPasskeyNotices({ ...parts, outside, dkimKeys, inboxDomain, publicUrl })
  const bounds = { withholdAbove: config.RISK_WITHHOLD_ABOVE }
  await workDigests({ ...parts, bounds, outside, dkimKeys, inboxDomain, publicUrl })
  await workWithheldNotices({ ...parts, bounds, outside, dkimKeys, inboxDomain, publicUrl })
  await workChannelNotices({ ...parts, bounds, fetch, publicUrl, retryDelays: config.WEBHOOK_RETRY_DELAYS })
  await workChannelFailures({ ...parts, outside, dkimKeys, inboxDomain, publicUrl })
  await workSignInMails({ ...parts, outside, dkimKeys, inboxDomain, publicUrl })
  await workWebhookNotices({ ...parts, outside, dkimKeys, inboxDomain })
  await workRelay({
    ...parts,
    outside,
    local,
    dkimKeys,
    inboxDomain,
    sendHeaders: config.SEND_HEADERS,
    confirmed: config.SIGNUP === 'confirm' ? new ConfirmedAccounts(parts.database) : null,
    retry: { delays: config.RELAY_RETRY_DELAYS, hours: config.RELAY_RETRY_HOURS },
  })
  return close
}
