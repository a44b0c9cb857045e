/** What the inbound stages need of the rest of the house. */
import type { Scanner } from '../../antivirus/scanner.ts'
import type { RiskBounds } from '../../judge/verdict.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Log } from '../../lib/log.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import type { ParserPool } from '../../mail/parser-pool.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Database } from '../../store/database.ts'
import type { Metrics } from '../metrics.ts'

export interface InboundParts {
  database: Database
  queue: Queue
  parser: ParserPool
  scanner: Scanner
  /** Threads of assess-thread.ts. */
  assessors: ThreadPool
  keyring: Keyring
  /** Whether scorers outside are configured that read the raw message. */
  wantsRaw?: boolean
  bounds: RiskBounds
  inboxDomain: string
  log: Log
  metrics: Metrics
}
