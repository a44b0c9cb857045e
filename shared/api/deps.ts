/** What the API is built from. */
import type { Config } from '../../config/config.ts'
import type { Billing } from '../billing/index.ts'
import type { EventStreams } from '../flow/events/open-stream.ts'
import type { Waiters } from '../flow/events/wait.ts'
import type { OutboundParts } from '../flow/outbound/parts.ts'
import type { Keyring } from '../lib/keyring.ts'
import type { Log } from '../lib/log.ts'
import type { ThreadPool } from '../lib/thread-pool.ts'
import type { AttachedContent } from '../mail/attachment-content.ts'
import type { AgentReading } from '../mail/read-for-agent.ts'
import type { GuardedFetch } from '../net/guarded-fetch.ts'
import type { Queue } from '../queue/queue.ts'
import type { Database } from '../store/database.ts'
import type { Reads } from '../store/reads.ts'

export interface ApiDeps {
  config: Config
  log: Log
  database: Database
  /** Reads by kind of work: lists, searches, exports. */
  reads: Reads
  queue: Queue
  keyring: Keyring
  parser: {
    /** The attachment at `index`; null where the message has none there. */
    attachment(raw: Uint8Array, index: number): Promise<AttachedContent | null>
    sanitizeHtml(html: string): Promise<string>
    readForAgent(subject: string, text: string, html: string | null): Promise<AgentReading>
  }
  /** Threads of shared/judge/assess-thread.ts. */
  assessors: ThreadPool
  /** What sending needs beside the database of the request. */
  outbound: Omit<OutboundParts, 'database'>
  /** @throws ServiceError `validation_error` for a URL, at `path` of the request, that must not be posted to. */
  checkWebhookUrl(url: string, path?: string): Promise<void>
  /** Posts to webhooks, under the same rules. */
  webhooks: Pick<GuardedFetch, 'post'>
  billing: Billing
  streams: Pick<EventStreams, 'open'>
  waiters: Pick<Waiters, 'wait'>
  /**
   * Tells the listener of this process that a tenant's policies are others, or inboxes of it gone, once that is
   * committed; without one, that it may be so of any.
   */
  policiesChanged(tenantId?: string): void
  /** False while draining, or while the database is away. */
  ready(): Promise<boolean>
}
