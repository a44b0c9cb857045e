/** The contract of a scorer: a message in, detections out. */
import type { Detection } from '../domain/analysis.ts'
import type { AuthenticationResults, Envelope } from '../domain/authentication.ts'
import type { Correspondent, House, ThreadPast } from '../domain/correspondent.ts'
import type { Lesson } from '../domain/lesson.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import type { ScanOutcome } from '../domain/scan.ts'
import type { Direction } from '../domain/status.ts'
import type { LlmGate } from './llm/gate.ts'
import type { OutboundContext } from './outbound-context.ts'

/** All that a scorer may look at. Plain data: it crosses thread borders. */
export interface RiskMessage {
  direction: Direction
  /** The address of the inbox. */
  inboxAddress: string
  envelope: Envelope
  mail: ParsedMail
  /** What attachments say that are text; absent where nobody has looked. */
  attachmentTexts?: readonly { filename: string; text: string }[]
  /** What the files in attachments are called, each behind what holds it (`logs.zip/june.log`); absent where nobody has looked. */
  heldNames?: readonly string[]
  /** Attached pages and drawings, as they are written. */
  attachedPages?: readonly { filename: string; source: string }[]
  /** Names of attachments that hold more text than that. */
  attachmentsCut?: readonly string[]
  /** Null until the message has been scanned, or where nothing in it wants a scan. */
  scan: ScanOutcome | null
  /** Null for outbound messages. */
  authentication: AuthenticationResults | null
  /**
   * The addresses of our own domain that it says it is from, and whether our relay sent it or our key signed it; absent
   * where it says no such thing, or nobody has looked.
   */
  ownDomain?: { claimed: string[]; proven: boolean } | undefined
  /** Domains this inbox has mail from already: what a look-alike would imitate. */
  knownDomains: string[]
  /** What this inbox has from proven senders; absent for outbound messages. */
  knownSenders?: { sender: string; clean: number; bad: number; days: number }[]
  /** What people of the tenant have said of other messages; absent where there is nothing, or nobody has looked. */
  lessons?: readonly Lesson[]
  /** Whom this inbox has clean mail from; absent for outbound messages, or where nobody has looked. */
  correspondents?: Correspondent[]
  /** Whose inbox it is; likewise. */
  house?: House | undefined
  /** What came before in its thread; absent where nothing did. */
  threadPast?: ThreadPast | undefined
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
  /** What they have found, with points; for one that breaks ties. */
  found?: readonly Detection[]
  /**
   * What scorers have measured, by `method.name`, whether or not it came to a finding: they put it in, and one that
   * breaks ties reads it. Absent where nobody does.
   */
  readings?: Map<string, number>
  /** Whose mail it is, so that nobody uses up what all share; absent where nobody has said. */
  tenantId?: string
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
  /** Characters of a mail's own text that it is shown at most. */
  maxCharacters: number
  /** How much it may be asked, and whether it answers; shared by the threads of a process. */
  gate: LlmGate
}

/**
 * One way to judge a message. Adding one is a new file and a line in `index.ts`; its points are in `weights.ts`.
 * A scorer that throws, or keeps waiting for longer than `budgetMs`, yields a detection that says so, and the message is
 * at least flagged. Nothing can interrupt one that computes: where it doesn't end, its thread is ended, and the message is
 * withheld.
 */
export interface Scorer {
  /** The `method` of its detections. */
  name: string
  /** Directions it looks at. */
  directions: readonly Direction[]
  /** Milliseconds for which its answer is waited for. */
  budgetMs: number
  /** Whether it is asked when all others are done, with what they have come to; several are asked one after the other. */
  breaksTies?: boolean
  /** Answers no detection where it finds nothing. Evidence quotes at most 200 characters. */
  score(message: RiskMessage, context: RiskContext): Detection[] | Promise<Detection[]>
}
