/** What of a message that is withheld, or passes on one that is, is shown, and to whom. */
import type { Approval, ApprovalDetail, ApprovalRevision } from './approval.ts'
import { ServiceError } from './errors.ts'
import type { Message, MessageSummary } from './message.ts'
import type { outboundFields } from './outbound-fields.ts'
import type { Scope } from './scopes.ts'

interface Holdable {
  /**
   * Whether it is inbound and waits for a release, or quotes or forwards such a message and waits for approval. Any other
   * draft that waits is its author's own, and stays readable.
   */
  content_hidden: boolean
}
interface Reader {
  scopes: readonly Scope[]
}

/** Whether a key reads what withheld messages say: their texts, files and bytes. */
export const readsWithheld = ({ scopes }: Reader): boolean => scopes.includes('messages:read_withheld')

/** @throws ServiceError `message_withheld`, where the message is withheld, or passes on one that is, and the key reads no such. */
export function assertReadable(reader: Reader, message: Holdable): void {
  if (message.content_hidden && !readsWithheld(reader)) throw new ServiceError('message_withheld')
}

/** What is known of a withheld message without reading it. */
type Shown =
  | 'id'
  | 'inbox_id'
  | 'thread_id'
  | 'direction'
  | 'from'
  | 'from_name'
  | 'subject'
  | 'status'
  | 'verdict'
  | 'security_analysis'
  | 'authentication'
  | 'has_attachments'
  | 'message_id'
  | 'in_reply_to'
  | 'size_bytes'
  | 'labels'
  | 'metadata'
  | 'automated_kind'
  | 'redacted'
  | 'created_at'
  | 'content_hidden'

/** What stands in the place of all else: a field that is new is shown or has its line here, or it doesn't compile. */
const emptied: Omit<Message, Shown | Exclude<keyof typeof outboundFields, 'recipients'>> = {
  to: '',
  rcpt_to: [],
  cc: '',
  reply_to: '',
  body: '',
  body_sanitized: '',
  extracted_text: '',
  body_truncated: false,
  attachments: [],
  html: null,
  html_sanitized: null,
  headers: [],
  recipients: [],
}

/** The message as `reader` may see it, and whether its content is left out. */
export function shownTo<M extends MessageSummary>(reader: Reader, message: M): M {
  if (readsWithheld(reader) || !message.content_hidden) return { ...message, content_hidden: false }
  const left = Object.fromEntries(Object.entries(emptied).filter(([name]) => name in message))
  const { security_analysis: analysis } = message
  return {
    ...message,
    ...left,
    security_analysis: analysis === null ? null : resultsAlone(analysis),
    content_hidden: true,
  }
}

/** The approval as `reader` may see it: of a message whose content is left out, nothing of it is in its approval either. */
export function approvalShownTo<A extends Approval>(reader: Reader, approval: A): A {
  if (readsWithheld(reader) || !approval.content_hidden) return { ...approval, content_hidden: false }
  const { subject } = approval.message_preview
  const lists = { headers: [], attachments: [], provenance: [] } satisfies Partial<ApprovalDetail>
  const left = Object.fromEntries(Object.entries(lists).filter(([name]) => name in approval))
  return {
    ...approval,
    ...left,
    message_preview: { to: '', subject, body_preview: '' },
    recipients: [],
    content_hidden: true,
  }
}

/** What a message that waits says, or said, as `reader` may see it; a diff tells what the revision before said, too. */
export function revisionShownTo(
  reader: Reader,
  revision: ApprovalRevision & { passes_on_withheld: boolean },
): ApprovalRevision {
  if (readsWithheld(reader)) return { ...revision, content_hidden: false }
  if (!revision.content_hidden)
    return { ...revision, diff: revision.passes_on_withheld ? null : revision.diff, content_hidden: false }
  return {
    ...revision,
    body: '',
    html: null,
    recipients: [],
    diff: null,
    security_analysis: resultsAlone(revision.security_analysis),
    content_hidden: true,
  }
}

type SecurityAnalysis = NonNullable<Message['security_analysis']>

/** Methods and results without what was found: neither sentences nor evidence, which quote the message. */
function resultsAlone(analysis: SecurityAnalysis): SecurityAnalysis {
  return {
    ...analysis,
    summary: resultsSummary(analysis),
    detections: analysis.detections.map(({ evidence: _, ...detection }) => ({ ...detection, detail: '' })),
  }
}

/** One line that names what gave the score its points, heaviest first, and quotes nothing. */
export function resultsSummary(analysis: Pick<SecurityAnalysis, 'detections'>): string {
  const names = heaviestResults(analysis)
  return names.length === 0 ? 'Withheld.' : `Withheld for: ${names.slice(0, 10).join(', ')}.`
}

interface Scored {
  method: string
  result: string
  points?: number | undefined
}

/** What gave a score its points, each once, heaviest first, as `method (result)`. */
export function heaviestResults({ detections }: { detections: readonly Scored[] }): string[] {
  const risks = detections
    .filter(({ points = 0 }) => points > 0)
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
  return [...new Set(risks.map(({ method, result }) => `${method} (${result})`))]
}
