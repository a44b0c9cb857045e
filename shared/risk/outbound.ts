/** Assesses mail before it leaves: what its scorers look at, and the score of each detector of `output_scan`. */
import type { Detection, Evidence } from '../domain/analysis.ts'
import type { Lesson } from '../domain/lesson.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import { type Assessment, type AssessOptions, assess } from './assess.ts'
import { markedIn } from './canary-texts.ts'
import { combine } from './combine.ts'
import type { RiskMessage } from './scorer.ts'

/** An inbound mail of the thread that is being answered: what it says is not to be obeyed blindly. */
export interface ThreadMail {
  /** Addresses of its From and Reply-To. */
  from: readonly string[]
  /** Addresses of its To and Cc. */
  recipients: readonly string[]
  subject: string
  /** Its visible text. */
  text: string
  /** Where its links lead. */
  links: readonly string[]
  /** The score it got when it came in. */
  riskScore: number
  /** Whether its sender is proven and known: then it taints nothing. */
  trusted: boolean
}

/** What another thread of the inbox says, as the fingerprints of its texts. */
export interface OtherThread {
  threadId: string
  fingerprints: readonly number[]
  /** What its mail says; absent: only its fingerprints are known. */
  text?: string
}

/** All that the outbound scorers know beside the mail itself. Plain data: it crosses thread borders. */
export interface OutboundContext {
  /** The address of the inbox that sends. */
  inboxAddress: string
  /** Addresses of the envelope: To, Cc and Bcc. */
  recipients: readonly string[]
  /** Addresses the inbox has dealt with before and outside this thread. */
  knownRecipients: readonly string[]
  /** Of those, whom it has written to of its own accord, or for longer than a day, and the tenant's own people. */
  correspondents: readonly string[]
  /** Domains the inbox has mail from. */
  knownDomains: readonly string[]
  /** Inbound mail of the thread that is answered, oldest first; none for a new thread. */
  thread: readonly ThreadMail[]
  /** What the inbox wrote in that thread before any of them, new text only. */
  opening: readonly string[]
  /** What recipients have written to the inbox outside that thread: what they know already. */
  told: readonly { from: string; text: string }[]
  /** The other threads of the inbox, as far as the caller knows them. */
  otherThreads: readonly OtherThread[]
  /** Canary tokens of the tenant that are looked for. */
  canaries: readonly string[]
  /** What all of its canary tokens begin with: what stands behind one of these is answered. */
  canaryMarks: readonly string[]
  /** Text attachments of the mail (CSV, JSON, source …), as far as they are read. */
  attachmentTexts: readonly { filename: string; text: string }[]
  /** What their readers see of these, as it is read of mail that comes in; absent: the texts as they are. */
  attachmentsShown?: readonly { filename: string; text: string }[]
  /** What stands in fields: of the header, of parts, of the envelope. */
  fieldTexts: readonly { where: string; texts: readonly string[] }[]
  /** Drafts of the tenant that reviewers did not let out. */
  lessons?: readonly Lesson[]
}

/** A context that knows nothing but who writes to whom. */
export const bareContext = (inboxAddress: string, recipients: readonly string[]): OutboundContext => ({
  inboxAddress,
  recipients,
  knownRecipients: [],
  correspondents: [],
  knownDomains: [],
  thread: [],
  opening: [],
  told: [],
  otherThreads: [],
  canaries: [],
  canaryMarks: [],
  attachmentTexts: [],
  fieldTexts: [],
})

/** The detectors that an `output_scan` policy chooses from, and the methods that each stands for. */
export const outputDetectors = {
  secrets: ['secrets'],
  pii: ['pii'],
  exfiltration: ['exfiltration'],
  injection: ['injection', 'hidden_text'],
  links: ['links', 'impersonation'],
} as const satisfies Record<string, readonly string[]>
export type OutputDetector = keyof typeof outputDetectors

export interface OutboundAssessment extends Assessment {
  /** From 0 to 100: what each detector's findings alone come to. */
  detectorScores: Record<OutputDetector, number>
  /** Bare letters that may be canary tokens of the tenant: whoever knows them looks them up, and has them looked for. */
  marked: string[]
}

/** What the findings of `detectors` come to, from 0 to 100: `output_scan` compares it with its `max_score`. */
export function scoreOfDetectors(
  detections: readonly Detection[],
  detectors: readonly OutputDetector[],
): number {
  const methods = new Set<string>(detectors.flatMap((detector) => outputDetectors[detector]))
  return combine(detections.filter(({ method }) => methods.has(method))).risk_score
}

const isOfAttachment = ({ where }: Evidence): boolean => where.startsWith('attachment:')

/** The detectors that read the text of attachments. */
const readingAttachments: readonly OutputDetector[] = ['secrets', 'pii', 'exfiltration']
/** The finding that attachments hold text which was not read. */
export const cutAttachments = { method: 'attachment_text', result: 'cut' } as const

/**
 * What an `output_scan` policy is told of `chosen` detectors; null where one of them gave no answer, or hasn't seen all
 * that it should have: the policy fires then.
 */
export function scanScoreOf(
  detections: readonly Detection[],
  chosen: readonly OutputDetector[],
): number | null {
  const methods = new Set<string>(['pipeline', ...chosen.flatMap((detector) => outputDetectors[detector])])
  const reads = chosen.some((detector) => readingAttachments.includes(detector))
  const readsLayers = chosen.includes('injection') || chosen.includes('links')
  const silent = detections.some(
    ({ method, result, evidence = [] }) =>
      // What was not read was seen by none of them; of attachments, by those that look for instructions and links.
      (method === 'unread' && (readsLayers || !evidence.every(isOfAttachment))) ||
      (methods.has(method) && (result === 'error' || result === 'timeout')) ||
      (reads && method === cutAttachments.method && result === cutAttachments.result),
  )
  return silent ? null : scoreOfDetectors(detections, chosen)
}

/**
 * Assesses an outbound mail, parsed as if it had come in. Never throws. The detections' points add up to
 * the score; `incomplete` names what gave no answer: then the mail is at least flagged.
 */
export async function assessOutbound(
  mail: ParsedMail,
  context: OutboundContext,
  options: AssessOptions,
): Promise<OutboundAssessment> {
  const message: RiskMessage = {
    direction: 'outbound',
    inboxAddress: context.inboxAddress,
    envelope: {
      peerAddress: '',
      helo: '',
      mailFrom: context.inboxAddress,
      rcptTo: [...context.recipients],
      tls: null,
    },
    mail,
    scan: null,
    authentication: null,
    knownDomains: [...context.knownDomains],
    attachmentTexts: context.attachmentsShown ?? context.attachmentTexts,
    outbound: context,
    ...(context.lessons === undefined ? {} : { lessons: context.lessons }),
  }
  const { analysis, incomplete } = await assess(message, options)
  const names = Object.keys(outputDetectors) as OutputDetector[]
  const scores = names.map((name) => [name, scoreOfDetectors(analysis.detections, [name])] as const)
  return {
    analysis,
    incomplete,
    detectorScores: Object.fromEntries(scores) as Record<OutputDetector, number>,
    marked: markedIn(message),
  }
}
