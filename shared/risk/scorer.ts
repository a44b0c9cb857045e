/** The contract of a scorer: a message in, detections out. */
import type { Detection } from '../domain/analysis.ts'
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome } from '../domain/scan.ts'
import type { Direction } from '../domain/status.ts'
import type { LlmGate } from './llm-gate.ts'
import type { OutboundContext } from './outbound.ts'

/** All that a scorer may look at. Plain data: it crosses thread borders. */
export interface RiskMessage {
  direction: Direction
  /** The address of the inbox. */
  inboxAddress: string
  envelope: Envelope
  mail: ParsedMail
  /** What attachments say that are text; absent where nobody has looked. */
  attachmentTexts?: readonly { filename: string; text: string }[]
  /** Null until the message has been scanned, or where nothing in it wants a scan. */
  scan: ScanOutcome | null
  /** Null for outbound messages. */
  authentication: AuthenticationResults | null
  /** Domains this inbox has mail from already: what a look-alike would imitate. */
  knownDomains: string[]
  /** What this inbox has from proven senders; absent for outbound messages. */
  knownSenders?: { sender: string; clean: number; bad: number; days: number }[]
  /** What outbound scorers know beside the mail; absent for inbound messages. */
  outbound?: OutboundContext
}

/** What a scorer is given beside the message. */
export interface RiskContext {
  /** Aborted when the scorer's time budget is used up. */
  signal: AbortSignal
  llm: LlmSettings | null
  /** What the other scorers have come to, for one that breaks ties; 0 for the others. */
  sofar?: number
  /** The message as it came in; null or absent where it isn't at hand. */
  raw?: Uint8Array | null
  /** Images of the message, encoded as they came; absent where nobody has looked. */
  images?: readonly Image[]
}

/** An image of a message: an attachment of it, by its file name. */
export interface Image {
  where: string
  content: Uint8Array
}

/** An OpenAI-compatible endpoint. */
export interface LlmSettings {
  url: string
  model: string
  apiKey: string | null
  /** It is asked about scores from `minScore` to `maxScore` only: the others are sure enough beyond. */
  minScore: number
  maxScore: number
  /** How often it may be asked, and whether it answers; shared by the threads of a process. */
  gate: LlmGate
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
  /** Whether it is asked last, with the score that the others have come to. */
  breaksTies?: boolean
  /** Answers no detection where it finds nothing. Evidence quotes at most 200 characters. */
  score(message: RiskMessage, context: RiskContext): Detection[] | Promise<Detection[]>
}
