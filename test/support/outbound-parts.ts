/** What sending needs, for an API that a test calls without a socket: real threads and the run's clamd. */
import { inject } from 'vitest'
import type { Config } from '../../config/config.ts'
import { createScanner } from '../../shared/antivirus/clamd.ts'
import { Quotas } from '../../shared/flow/access/quotas.ts'
import { Metrics } from '../../shared/flow/metrics.ts'
import type { OutboundParts } from '../../shared/flow/outbound/parts.ts'
import type { Keyring } from '../../shared/lib/keyring.ts'
import type { Log } from '../../shared/lib/log.ts'
import type { ThreadPool } from '../../shared/lib/thread-pool.ts'
import type { Queue } from '../../shared/queue/queue.ts'
import type { Database } from '../../shared/store/database.ts'
import { processThreads } from './process-threads.ts'

export interface TestOutbound {
  outbound: Omit<OutboundParts, 'database'>
  close(): Promise<void>
}

/** Nothing is started before it is used; without clamd on the machine, the scanner is away. */
export function outboundParts(
  config: Config,
  {
    database,
    queue,
    assessors,
    keyring,
    log,
  }: { database: Database; queue: Queue; assessors: ThreadPool; keyring: Keyring; log: Log },
): TestOutbound {
  const scanner = createScanner(inject('clamdUrl') ?? 'unix:/nonexistent')
  return {
    outbound: {
      records: database,
      queue,
      parser: processThreads.parser,
      scanner,
      assessors,
      keyring,
      bounds: { withholdAbove: config.RISK_WITHHOLD_ABOVE, flagAbove: config.RISK_FLAG_ABOVE },
      inboxDomain: config.INBOX_DOMAIN,
      maxMessageBytes: config.MAX_MESSAGE_BYTES,
      approvalHours: config.APPROVAL_TTL_HOURS,
      approvalNotices: config.APPROVAL_NOTICES,
      loopBudget: config.LOOP_ANSWERS_PER_HOUR,
      sendHeaders: config.SEND_HEADERS,
      quotas: new Quotas(database, {
        storedBytes: config.QUOTA_STORED_BYTES,
        messagesPerDay: config.QUOTA_MESSAGES_PER_DAY,
      }),
      log,
      metrics: new Metrics(),
    },
    close: async () => scanner.close(),
  }
}
