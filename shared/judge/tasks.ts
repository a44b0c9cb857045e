/** What the threads that judge mail are asked, and what they answer. */
import type { Detection, SecurityAnalysis } from '../domain/analysis.ts'
import type { AuthenticationResults } from '../domain/authentication.ts'
import type { House } from '../domain/correspondent.ts'
import type { LessonKind } from '../domain/lesson.ts'
import type { JudgedFile, ParsedMail } from '../domain/parsed-mail.ts'
import type { AppliedPolicy, Firing } from '../domain/policy.ts'
import type { Direction } from '../domain/status.ts'
import type { PackedMail } from '../mail/pack.ts'
import type { DraftValue } from '../risk/exfiltration/draft-values.ts'
import type { Taints } from '../risk/exfiltration/taints.ts'
import type { OutboundContext } from '../risk/outbound-context.ts'
import type { RedactableParts, RedactOptions } from '../risk/redact.ts'
import type { RiskMessage } from '../risk/scorer.ts'
import type { OtherTextRow } from '../store/sending.ts'
import type { Applied } from './apply-policies.ts'
import type { AttachedFile } from './attachment-texts.ts'
import type { Revision } from './revision-diff.ts'

/** What a thread is given of one message; `raw` only where a signature has to be verified, or a scorer reads it. */
export interface AssessInput {
  message: Omit<RiskMessage, 'authentication' | 'mail' | 'ownDomain'> & { mail: PackedMail }
  raw: Uint8Array | null
  /** Its attachments, those that nobody looks into without content. */
  files: readonly JudgedFile[]
  /** Whose mail it is. */
  tenantId: string
  /** Whether our own relay handed it over. */
  sentByUs: boolean
  /** Those that apply to its inbox. */
  policies: readonly AppliedPolicy[]
  /** Ids of the rate limits that it was over when it was taken. */
  exceeded: readonly string[]
}
/** What a thread answers for one message. */
export interface AssessOutput {
  analysis: SecurityAnalysis
  /** Names of scorers that gave no answer. */
  incomplete: string[]
  /** Null where it isn't known where the message came from. */
  authentication: AuthenticationResults | null
  /** What policies do with it. */
  applied: Applied
  /** What it names that is remembered. */
  taints: Taints
}

/** A task of an assessor thread: what a message teaches. */
export interface TraitsTask {
  task: 'traits'
  kind: LessonKind
  direction: Direction
  mail: PackedMail
  files: readonly JudgedFile[]
  authentication: AuthenticationResults | null
}

/** A task of an assessor thread: what an attachment says, as it is judged. */
export interface AttachedTextTask {
  task: 'attached_text'
  file: AttachedFile
}

/** What policies are held against of a message that leaves. */
export interface Leaving {
  mail: ParsedMail
  /** Every recipient of the envelope. */
  recipients: readonly string[]
  /** What in it an agent has worded: kinds of value that policies ask for are looked for there. */
  worded: RedactableParts
  /** Policies that have rewritten it. */
  redacted: readonly string[]
  /** Rate limits that it is over, as far as they are to be told of it here. */
  exceeded: readonly string[]
}

/** Holds policies against a message that was judged before. */
export interface HoldTask {
  task: 'hold'
  policies: readonly AppliedPolicy[]
  leaving: Leaving
  detections: readonly Detection[]
}

/** Judges a draft: the texts of its attachments, the scorers, the policies. */
export interface JudgeTask {
  task: 'judge'
  tenantId: string
  leaving: Leaving
  files: readonly AttachedFile[]
  /** What the inbox knows, but for what `files` say. */
  context: OutboundContext
  /** What other threads of the inbox say; fingerprints are made of it on the thread. */
  otherThreads: readonly OtherTextRow[]
  /** Whose inbox it is that sends; undefined: nobody is known. */
  house: House | undefined
  /** What the antivirus has said. */
  antivirus: readonly Detection[]
  policies: readonly AppliedPolicy[]
  /** Whether the language model is left out: it is neither asked nor missed. */
  withoutModel: boolean
}

/** What the thread makes of a draft. */
export interface JudgeAnswer {
  analysis: SecurityAnalysis
  /** Scorers that gave no answer. */
  silent: string[]
  /** Whether attachments hold text that was not read. */
  cut: boolean
  /** Bare letters that may be canary tokens of the tenant. */
  marked: string[]
  /** What it writes to and passes on. */
  values: DraftValue[]
  fired: Firing[]
}

/** A task of a thread: what would policies do with this message. */
export interface SimulateTask {
  task: 'simulate'
  policies: readonly AppliedPolicy[]
  message: SimulatedMessage
}

interface Simulated {
  mail: ParsedMail
  /** Rate limits that it would be over. */
  exceeded: string[]
}
export type SimulatedMessage =
  | (Simulated & { direction: 'inbound'; mailFrom: string; authenticated: boolean })
  | (Simulated & {
      direction: 'outbound'
      recipients: string[]
      /** What the scorers found when it was sent. */
      detections: Detection[]
    })

/** One task of a thread; mail that came in is handed over in chunks of {@link AssessInput}. */
export type Task =
  | JudgeTask
  | HoldTask
  | SimulateTask
  | TraitsTask
  | AttachedTextTask
  | { task: 'diff'; before: Revision; after: Revision }
  | { task: 'redact'; parts: RedactableParts; options: RedactOptions }
