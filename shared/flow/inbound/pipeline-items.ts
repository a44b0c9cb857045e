/** What travels through the inbound stages: each stage adds what it found. */
import type { Arrival } from '../../domain/arrival.ts'
import type { AutomatedKind } from '../../domain/automated.ts'
import type { MailReport } from '../../domain/mail-report.ts'
import type { AppliedPolicy, Firing } from '../../domain/policy.ts'
import type { ScanOutcome } from '../../domain/scan.ts'
import type { AssessOutput } from '../../judge/tasks.ts'
import type { VerdictReason } from '../../judge/verdict.ts'
import type { Job } from '../../queue/queue.ts'
import type { Decision, ParsedMessage, PendingMessage, ReadMessage } from '../../store/inbound-message.ts'
import type { NewEvent } from '../events/emit.ts'

/** A message being accepted for one inbox. */
export interface Accepting {
  arrival: Arrival
  /** Thread it belongs to; set by `thread`, unless it is a duplicate or the inbox is gone. */
  threadId?: string
  outcome?: 'stored' | 'duplicate' | 'inbox_gone' | 'inbox_busy' | 'over_limit'
  /** Messages that its inbox takes a minute; 0: any number. */
  perMinute: number
  /** Policies of its inbox that concern the envelope. */
  policies: readonly AppliedPolicy[]
  /** Ids of the rate limits that it is over, where none of them refuses it. */
  exceeded?: string[]
  /** The rate limit that it is refused for. */
  overLimit?: Firing
  /** Set where an inbox of the batch was waited for in vain: those locked now are left out. */
  skipLocked?: boolean
}

/** Messages that were accepted together. */
export interface Receiving {
  job: Job<'receive'>
}

/** A message being scanned. */
export interface Scanning {
  job: Job<'scan'>
  message: PendingMessage
  outcome?: ScanOutcome
}

/** A message being assessed. */
export interface Assessing {
  job: Job<'assess'>
  message: ReadMessage
  /** Set by `score`: what the scorers and the policies make of it. */
  assessed?: AssessOutput
  /** Set by `decide`, unless it was decided before. */
  decision?: Decision
  /** Why its verdict is not clean, first the reason that weighs most; set with `decision`. */
  reasons?: readonly VerdictReason[]
  /** Set by `report`: who wrote it; what it reports on a message of ours; what is to be told of that. */
  automated?: AutomatedKind
  returned?: { messageId: string; recipient: number | null; report: MailReport }
  events?: NewEvent[]
}

/** A message that has its verdict, in the transaction that stores it. */
export interface DecidedMail {
  message: ParsedMessage
  assessed: AssessOutput
  decision: Decision
}
