/** The worker role: the pipeline, webhooks, housekeeping and billing. */
import { workBilling } from '../shared/flow/billing/work.ts'
import { boundsOf, type Context } from './context.ts'
import { startHousekeeping } from './worker/housekeeping.ts'
import { startWorker } from './worker/worker.ts'

/** Works until the lifecycle ends it. */
export async function runWorker(context: Context): Promise<void> {
  const { config, database, queue, parser, scanner, assessors, keyring, billing, fetch } = context
  const { metrics, log, lifecycle } = context
  const inbound = {
    database,
    queue,
    parser,
    scanner,
    assessors,
    bounds: boundsOf(config),
    keyring,
    inboxDomain: config.INBOX_DOMAIN,
    wantsRaw: config.RSPAMD_URL !== undefined || config.SPAMD_URL !== undefined,
    log,
    metrics,
  }
  const retryDelays = config.WEBHOOK_RETRY_DELAYS
  await startWorker(inbound, { database, queue, keyring, fetch, retryDelays, log, metrics })
  const slugQuarantineDays = config.SLUG_QUARANTINE_DAYS
  lifecycle.add(
    'housekeeping',
    startHousekeeping({
      database,
      queue,
      billing,
      slugQuarantineDays,
      approvalNotices: config.APPROVAL_NOTICES,
      keyring,
      log,
    }),
  )
  lifecycle.add('billing', workBilling({ database, billing, log }))
}
