/** What the outbound stages need of the rest of the house. */
import type { Scanner } from '../../antivirus/scanner.ts'
import type { RiskBounds } from '../../judge/verdict.ts'
import type { Keyring } from '../../lib/keyring.ts'
import type { Log } from '../../lib/log.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import type { ParserPool } from '../../mail/parser-pool.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Database } from '../../store/database.ts'
import type { Quotas } from '../access/quotas.ts'
import type { ConfirmedAccounts } from '../account/confirmed.ts'
import type { Metrics } from '../metrics.ts'

export interface OutboundParts {
  /** Where a send has its effects; a request that may be repeated brings a transaction of its own. */
  database: Database
  /** Where refusals are put on record: they outlive the transaction that is rolled back. */
  records: Database
  queue: Queue
  parser: ParserPool
  scanner: Scanner
  /** Threads of inbound/assess-thread.ts. */
  assessors: ThreadPool
  bounds: RiskBounds
  /** Canaries are made with it. */
  keyring: Keyring
  inboxDomain: string
  maxMessageBytes: number
  approvalHours: number
  /** Whether reviewers are told by mail of what waits. */
  approvalNotices: boolean
  /** Answers in one thread within an hour; 0: any number. */
  loopBudget: number
  /** Patterns of the header fields that senders may set. */
  sendHeaders: readonly string[]
  quotas: Quotas
  log: Log
  metrics: Metrics
}

/** What the stages of the relay's queue need before anything is handed to a transport. */
export type RecheckParts = Pick<
  OutboundParts,
  'database' | 'queue' | 'parser' | 'assessors' | 'inboxDomain' | 'log' | 'metrics'
> & {
  /** Where live mail leaves of accounts alone that somebody has confirmed; null: of all. */
  confirmed: ConfirmedAccounts | null
}
