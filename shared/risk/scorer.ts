/** The contract of a scorer: a message in, detections out. */
import type { Detection } from '../domain/analysis.ts'
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome } from '../domain/scan.ts'
import type { Direction } from '../domain/status.ts'
import type { OutboundContext } from './outbound.ts'

/** All that a scorer may look at. Plain data: it crosses thread borders. */
export interface RiskMessage {
  direction: Direction
  /** The address of the inbox. */
  inboxAddress: string
  envelope: Envelope
  mail: ParsedMail
  /** Null until the message has been scanned, or where nothing in it wants a scan. */
  scan: ScanOutcome | null
  /** Null for outbound messages. */
  authentication: AuthenticationResults | null
  /** Domains this inbox has mail from already: what a look-alike would imitate. */
  knownDomains: string[]
  /** What outbound scorers know beside the mail; absent for inbound messages. */
  outbound?: OutboundContext
}

/** What a scorer is given beside the message. */
export interface RiskContext {
  /** Aborted when the scorer's time budget is used up. */
  signal: AbortSignal
  llm: LlmSettings | null
}

/** An OpenAI-compatible endpoint. */
export interface LlmSettings {
  url: string
  model: string
  apiKey: string | null
}

/**
 * One way to judge a message. Adding one is a new file and a line in `index.ts`; its points are in `weights.ts`.
 * A scorer that throws or outlives `budgetMs` yields a detection that says so, and the message is at least flagged.
 */
export interface Scorer {
  /** The `method` of its detections. */
  name: string
  /** Directions it looks at. */
  directions: readonly Direction[]
  /** Milliseconds it may take. */
  budgetMs: number
  /** Answers no detection where it finds nothing. Evidence quotes at most 200 characters. */
  score(message: RiskMessage, context: RiskContext): Detection[] | Promise<Detection[]>
}
