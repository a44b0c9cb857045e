/** Assesses a composed message: the outbound scorers, with what the inbox knows of its recipients and its thread. */
import { isTemporary } from '../../domain/errors.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { ScanOutcome } from '../../domain/scan.ts'
import { cleanText } from '../../lib/clean-text.ts'
import { combine } from '../../risk/combine.ts'
import type { OutboundAssessment } from '../../risk/outbound.ts'
import { clamav } from '../../risk/scorers/clamav.ts'
import { marksOf, plantedAmong } from '../canary/planted.ts'
import { type DraftTask, draftDeadlineMs, readDraftAttachments } from './assess-draft.ts'
import { ofCut } from './cut-attachments.ts'
import { fieldTexts } from './field-texts.ts'
import { knowledgeOf, type Outgoing, otherTextsFor, toldBefore } from './knowledge.ts'
import type { OutboundParts } from './parts.ts'
import type { Assessed, Drafted, Judgement } from './pipeline-items.ts'

/** Checks whose silence is no reason to hold a message: they ask somebody else. */
const lesserMethods: ReadonlySet<string> = new Set(['llm_scan'])

/**
 * What can't be assessed for what it says is `unjudged`, so that a person looks at it.
 * @throws where nothing was there to assess it (threads, the database): it is to be sent again later.
 */
export async function assessOutgoing(
  { principal, inbox, draft, original }: Drafted,
  { raw, mail, scan }: Pick<Judgement, 'raw' | 'mail' | 'scan'>,
  parts: OutboundParts,
): Promise<Assessed> {
  const { attachments } = draft
  let unread = ofCut(attachments.map(({ filename }) => cleanText(filename)))
  const antivirus = ofAntivirus(mail, scan)
  const outgoing: Outgoing = {
    tenantId: principal.tenantId,
    inbox: { id: inbox.id, address: `${inbox.slug}@${parts.inboxDomain}` },
    recipients: draft.recipients.map(({ address }) => address),
    threadId: original?.threadId ?? null,
  }
  const [context, otherThreads] = await Promise.all([
    knowledgeOf(parts.database, outgoing),
    otherTextsFor(parts.database, outgoing, draft.text, draft.html),
  ])
  try {
    const [attached, partFields] = await Promise.all([
      readDraftAttachments(parts.assessors, attachments),
      // Without attachments, parts have the fields that the composer gives them.
      attachments.length === 0 ? [] : parts.parser.partFields(raw),
    ])
    unread = ofCut(attached.cut)
    const known = {
      ...context,
      canaryMarks: marksOf(parts.keyring, principal.tenantId),
      attachmentTexts: attached.texts,
      fieldTexts: fieldTexts(mail, context.recipients, partFields, draft),
    }
    const { tenantId } = outgoing
    const task = { task: 'assess', tenantId, mail, context: known, otherThreads } as const
    const { analysis, incomplete } = await assessed(task, outgoing, parts)
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
    if (isTemporary(error)) throw error
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

/** Once; and again where it may hold canaries, or tells what its recipients may have written themselves. */
async function assessed(
  task: Extract<DraftTask, { task: 'assess' }>,
  outgoing: Outgoing,
  parts: OutboundParts,
): Promise<OutboundAssessment> {
  const run = (one: DraftTask) => parts.assessors.run<OutboundAssessment>(one, draftDeadlineMs)
  const first = await run(task)
  const [canaries, told] = await Promise.all([
    plantedAmong(parts, outgoing.tenantId, first.marked),
    toldBefore(parts.database, outgoing, first),
  ])
  if (canaries.length === 0 && told.length === 0) return first
  return run({ ...task, context: { ...task.context, canaries, told } })
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
