/** Assesses a composed message: the outbound scorers, with what the inbox knows of its recipients and its thread. */
import type { SecurityAnalysis } from '../../domain/analysis.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { ScanOutcome } from '../../domain/scan.ts'
import { combine } from '../../risk/combine.ts'
import type { OutboundAssessment, OutboundContext, ThreadMail } from '../../risk/outbound.ts'
import { clamav } from '../../risk/scorers/clamav.ts'
import { findKnownDomains } from '../../store/inbound-message.ts'
import {
  findKnownAddresses,
  findOpeningTexts,
  findOtherTexts,
  findThreadMail,
  type ThreadMailRow,
} from '../../store/sending.ts'
import { markOf, plantedAmong } from '../canary/planted.ts'
import { type DraftTask, draftDeadlineMs, type OtherText } from './assess-draft.ts'
import { type AttachmentTexts, ofCut, readAttachments } from './attachment-text.ts'
import type { OutboundParts } from './parts.ts'
import type { Drafted } from './pipeline-items.ts'

/** Checks whose silence is no reason to hold a message: they ask somebody else. */
const lesserMethods: ReadonlySet<string> = new Set(['llm_scan'])
/** Characters from which a text can repeat a passage of another that tells where it is from. */
const passageCharacters = 60

/** What the scorers make of a message. */
interface Assessed {
  analysis: SecurityAnalysis
  /** A check gave no answer on which the message may not leave unseen. */
  unjudged: boolean
  /** Some check gave no answer, or an attachment can't be scanned or read to its end: the message is at least flagged. */
  incomplete: boolean
}

/** Never throws for what the message says: what can't be assessed is `unjudged`, so that a person looks at it. */
export async function assessOutgoing(item: Drafted, parts: OutboundParts): Promise<Assessed> {
  const { mail, scan } = item
  const attached = readAttachments(item.draft!.attachments)
  const unread = ofCut(attached.cut)
  const antivirus = ofAntivirus(mail!, scan ?? null)
  const [context, otherThreads] = await Promise.all([
    contextOf(item, attached, parts),
    otherTexts(item, parts),
  ])
  try {
    const task = { task: 'assess', mail: mail!, context, otherThreads } as const
    const { analysis, incomplete } = await assessed(task, item.principal.tenantId, parts)
    // The thread doesn't know what the antivirus has said; what it says of that is put right here.
    const detections = analysis.detections.filter(({ method }) => method !== clamav.name)
    const silent = incomplete.filter((method) => method !== clamav.name)
    return {
      analysis: combine([...antivirus, ...detections, ...unread]),
      unjudged: silent.some((method) => !lesserMethods.has(method)),
      incomplete:
        silent.length > 0 || unread.length > 0 || antivirus.some(({ result }) => result === 'error'),
    }
  } catch (error) {
    parts.log.warn({ err: error }, 'a message could not be assessed; it is withheld')
    const detail = 'The message could not be assessed.'
    const analysis = combine([
      ...antivirus,
      ...unread,
      { method: 'pipeline', result: 'error', detail, confidence: 1 },
    ])
    return { analysis: { ...analysis, summary: detail }, unjudged: true, incomplete: true }
  }
}

/** Once; and again where it may hold canaries, with those it does hold. */
async function assessed(
  task: Extract<DraftTask, { task: 'assess' }>,
  tenantId: string,
  parts: OutboundParts,
): Promise<OutboundAssessment> {
  const run = (one: DraftTask) => parts.assessors.run<OutboundAssessment>(one, draftDeadlineMs)
  const first = await run(task)
  const canaries = await plantedAmong(parts, tenantId, first.marked)
  return canaries.length === 0 ? first : run({ ...task, context: { ...task.context, canaries } })
}

/** What the antivirus has said, as detections. */
export function ofAntivirus(mail: ParsedMail, scan: ScanOutcome | null) {
  if (scan === null) return []
  const message = {
    direction: 'outbound' as const,
    inboxAddress: '',
    envelope: { peerAddress: '', helo: '', mailFrom: '', rcptTo: [], tls: null },
    mail,
    scan,
    authentication: null,
    knownDomains: [],
  }
  const found = clamav.score(message, { signal: AbortSignal.timeout(clamav.budgetMs), llm: null })
  return Array.isArray(found) ? found : []
}

/** What the inbox was told in other threads; a text too short to repeat a passage of it needs none. */
async function otherTexts(
  { principal, inbox, draft, original }: Drafted,
  { database }: OutboundParts,
): Promise<OtherText[]> {
  if (draft!.text.length + (draft!.html?.length ?? 0) < passageCharacters) return []
  const recipients = draft!.recipients.map(({ address }) => address.toLowerCase())
  return findOtherTexts(database, principal.tenantId, inbox!.id, original?.threadId ?? null, recipients)
}

async function contextOf(
  item: Drafted,
  attached: AttachmentTexts,
  { database, inboxDomain, keyring }: OutboundParts,
): Promise<OutboundContext> {
  const { principal, inbox, draft, original } = item
  const { tenantId } = principal
  const recipients = draft!.recipients.map(({ address }) => address)
  const lower = recipients.map((address) => address.toLowerCase())
  const threadId = original?.threadId ?? null
  const [knownRecipients, knownDomains, thread, opening] = await Promise.all([
    findKnownAddresses(database, tenantId, inbox!.id, lower, threadId),
    findKnownDomains(database, tenantId, inbox!.id),
    threadId === null ? [] : findThreadMail(database, tenantId, threadId),
    threadId === null ? [] : findOpeningTexts(database, tenantId, threadId),
  ])
  const known = new Set(knownRecipients)
  return {
    inboxAddress: `${inbox!.slug}@${inboxDomain}`,
    recipients,
    knownRecipients,
    knownDomains,
    thread: thread.map((row) => threadMail(row, known)),
    opening,
    otherThreads: [],
    canaries: [],
    canaryMark: markOf(keyring, tenantId),
    attachmentTexts: attached.texts,
  }
}

/** A sender is trusted whose domain is proven, whom the inbox knows from elsewhere, and whose mail was clean. */
function threadMail(
  { from, replyToAddresses, recipients, subject, text, links, riskScore, verdict, dmarc }: ThreadMailRow,
  known: ReadonlySet<string>,
): ThreadMail {
  return {
    from: [from, ...replyToAddresses],
    recipients,
    subject,
    text,
    links,
    riskScore,
    trusted: dmarc === 'pass' && verdict === 'clean' && known.has(from.toLowerCase()),
  }
}
