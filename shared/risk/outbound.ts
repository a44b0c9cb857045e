/** Assesses mail before it leaves: what its scorers look at, and the score of each detector of `output_scan`. */
import type { Detection, Evidence } from '../domain/analysis.ts'
import type { ParsedMail } from '../domain/parsed-mail.ts'
import { type Assessment, type AssessOptions, assess } from './assess.ts'
import { markedIn } from './canary-texts.ts'
import { combine } from './combine.ts'
import { cutAttachments } from './cut-attachments.ts'
import type { OutboundContext } from './outbound-context.ts'
import type { RiskMessage } from './scorer.ts'
import { ownPoints } from './shares.ts'

/** The detectors that an `output_scan` policy chooses from, and the methods that each stands for. */
export const outputDetectors = {
  secrets: ['secrets'],
  pii: ['pii'],
  exfiltration: ['exfiltration', 'disclosure'],
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
  // What the last word takes back was weighed over the findings of all of them.
  const own = detections.filter(({ method, result }) => methods.has(method) && result !== 'like_honest')
  return combine(ownPoints(own)).risk_score
}

const isOfAttachment = ({ where }: Evidence): boolean => where.startsWith('attachment:')

/** The detectors that read the text of attachments. */
const readingAttachments: readonly OutputDetector[] = ['secrets', 'pii', 'exfiltration']

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
    ...(context.heldNames === undefined ? {} : { heldNames: context.heldNames }),
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
