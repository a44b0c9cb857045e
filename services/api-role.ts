/** The API role: REST, MCP, and the pages for people, at one port. */
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../shared/api/deps.ts'
import { Door } from '../shared/api/door.ts'
import { publicUrl } from '../shared/api/public-url.ts'
import type { Quotas } from '../shared/flow/access/quotas.ts'
import { EventFeed } from '../shared/flow/events/feed.ts'
import { EventStreams } from '../shared/flow/events/open-stream.ts'
import { Waiters } from '../shared/flow/events/wait.ts'
import { checkWebhookUrl } from '../shared/flow/webhook/check-url.ts'
import { openDatabase } from '../shared/store/database.ts'
import { Reads } from '../shared/store/reads.ts'
import { createApi } from './api/api.ts'
import { createDocs } from './api/openapi/serve.ts'
import { boundsOf, type Context } from './context.ts'
import { registerConfirmation } from './dashboard/confirm.ts'
import { registerDashboard } from './dashboard/dashboard.ts'
import { workDecisions } from './dashboard/pending.ts'
import { registerReview } from './dashboard/review.ts'
import { domainReport } from './doctor/domain-report.ts'
import { registerMcp } from './mcp/mcp.ts'
import { readDkimKeys } from './relay/transports.ts'
import { listening } from './start-failure.ts'

/** Milliseconds of listening behind which the documentation is made: its first reader is not to hold up all others. */
const docsAfterMs = 5_000

/** Listens; answers where. @throws CannotListenError */
export async function runApi(
  context: Context,
  quotas: Quotas,
  policiesChanged: (tenantId?: string) => void,
  ready: () => Promise<boolean>,
): Promise<{ host: string; port: number }> {
  const { config, databaseUrl, database, listener, queue, parser, scanner, assessors } = context
  const { keyring, billing, fetch, metrics, log, lifecycle } = context
  const bounds = boundsOf(config)
  const readers = openDatabase(databaseUrl, config.DATABASE_READ_POOL_SIZE, log)
  lifecycle.add('readers', () => readers.close())
  const canceller = openDatabase(databaseUrl, 1, log)
  lifecycle.add('canceller', () => canceller.close())
  const reads = Reads.of(database, readers, config.DATABASE_READ_POOL_SIZE, canceller)
  const feed = new EventFeed(database, listener, log)
  await feed.start()
  const sending = {
    records: database,
    queue,
    parser,
    scanner,
    assessors,
    keyring,
    bounds,
    inboxDomain: config.INBOX_DOMAIN,
    maxMessageBytes: config.MAX_MESSAGE_BYTES,
    approvalHours: config.APPROVAL_TTL_HOURS,
    approvalNotices: config.APPROVAL_NOTICES,
    loopBudget: config.LOOP_ANSWERS_PER_HOUR,
    sendHeaders: config.SEND_HEADERS,
    quotas,
    log,
    metrics,
  }
  const deps: ApiDeps = {
    config,
    log,
    database,
    reads,
    queue,
    keyring,
    parser,
    assessors,
    outbound: sending,
    checkWebhookUrl: (url, path) => checkWebhookUrl(url, fetch, path),
    webhooks: fetch,
    billing,
    streams: new EventStreams({ database, feed, log }),
    waiters: new Waiters(database, feed),
    policiesChanged,
    ready,
  }
  const door = new Door(deps)
  lifecycle.add('records of reads and keys', () => door.settled())
  const docs = createDocs()
  const api = await createApi(deps, door, docs)
  registerMcp(api, { door, keys: feed, config })
  registerReview(api, { ...sending, database, keyring })
  registerConfirmation(api, { database, keyring })
  const dashboard = {
    database,
    queue,
    keyring,
    door,
    assessors,
    bounds,
    capturesMail: config.RELAY_URL.startsWith('capture:'),
    takesMoney: billing.gateway.needsMethod,
    log,
    publicUrl: (request: FastifyRequest) => publicUrl(config, request),
    domain: domainReport(config, readDkimKeys),
  }
  registerDashboard(api, dashboard)
  await workDecisions(dashboard)
  const at = { host: config.HTTP_HOST, port: config.HTTP_PORT }
  await listening('HTTP_PORT', at, api.listen(at))
  lifecycle.add('api', () => api.close())
  const preparing = setTimeout(() => {
    docs.prepare().catch((error: unknown) => log.error({ err: error }, 'the documentation cannot be made'))
  }, docsAfterMs).unref()
  lifecycle.add('documentation', async () => clearTimeout(preparing))
  // Before the API is closed: what waits for events would hold that up.
  lifecycle.add('event feed', () => feed.stop())
  return boundTo(api.server.address())
}

function boundTo(address: AddressInfo | string | null): { host: string; port: number } {
  if (address === null || typeof address === 'string') throw new Error('the API is bound to no port')
  return { host: address.address, port: address.port }
}
