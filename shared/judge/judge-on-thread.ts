/** The part of judging a draft that runs on a thread: the texts of its attachments, the scorers, the policies. */
import type { Detection } from '../domain/analysis.ts'
import type { AppliedPolicy, Firing, OutputDetector } from '../domain/policy.ts'
import { extractReply } from '../mail/extract-reply.ts'
import { evaluate, looksAt } from '../policy/evaluate.ts'
import { entitiesOf } from '../policy/redactions.ts'
import type { AssessOptions } from '../risk/assess.ts'
import { combine } from '../risk/combine.ts'
import { draftValues } from '../risk/exfiltration/draft-values.ts'
import { withFingerprints } from '../risk/exfiltration/fingerprints.ts'
import { assessOutbound, scanScoreOf } from '../risk/outbound.ts'
import { isOfHouse } from '../risk/own-house.ts'
import { redact } from '../risk/redact.ts'
import { clamav } from '../risk/scorers/clamav.ts'
import { readAttachmentTexts } from './attachment-texts.ts'
import { ofCut } from './cut-attachments.ts'
import type { DocumentReader } from './documents/read-document.ts'
import { seenText } from './seen-text.ts'
import type { HoldTask, JudgeAnswer, JudgeTask } from './tasks.ts'
import { shownTextsOf } from './texts.ts'

/** Never throws for what the draft says. */
export async function judgeHere(
  { tenantId, leaving, files, context, otherThreads, house, antivirus, policies, withoutModel }: JudgeTask,
  options: AssessOptions,
  documents: DocumentReader,
): Promise<JudgeAnswer> {
  const attached = await readAttachmentTexts(files, documents)
  const seen = leaving.mail.html === null ? null : seenText(leaving.mail.html)
  const { analysis, incomplete, marked } = await assessOutbound(
    leaving.mail,
    {
      ...context,
      otherThreads: otherThreads.map(({ threadId, text, sender, proven, own }) =>
        withFingerprints({
          threadId,
          text,
          ofHouse: own || (proven && isOfHouse(sender, domainOf(sender), house)),
        }),
      ),
      attachmentTexts: attached.texts,
      heldNames: attached.heldNames,
      attachmentsShown: shownTextsOf(attached.texts),
      ...(seen === null ? {} : { seen }),
    },
    { ...options, tenantId, ...(withoutModel ? { llm: null } : {}) },
  )
  // The scorers are not told what the antivirus has said; what its scorer says of that is put right here.
  const found = analysis.detections.filter(({ method }) => method !== clamav.name)
  const detections = [...antivirus, ...found, ...ofCut(attached.cut)]
  const whole = combine(detections)
  return {
    analysis: whole,
    silent: incomplete.filter((method) => method !== clamav.name),
    cut: attached.cut.length > 0,
    marked,
    values: draftValues({
      ...context,
      mail: leaving.mail,
      seen: seen === null ? null : { body: seen, extractedText: extractReply(seen) },
      attachmentTexts: attached.texts,
    }),
    fired: holdHere({ policies, leaving, detections: whole.detections }),
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The policies that fire on a message that leaves, by what was found in it; rate limits are counted by the caller. */
export function holdHere({ policies, leaving, detections }: Omit<HoldTask, 'task'>): Firing[] {
  if (policies.length === 0) return []
  const { mail, recipients, worded, redacted, exceeded } = leaving
  const entities = entitiesOf(policies, 'outbound')
  const { redactions } = entities.length === 0 ? { redactions: [] } : redact(worded, { entities }, seenText)
  const { body, bodySanitized, html, hidden } = mail
  const seen = html === null ? [] : [seenText(html)]
  return evaluate(policies, {
    stage: 'message',
    direction: 'outbound',
    subject: mail.subject,
    texts: [...new Set([body, bodySanitized, ...seen, ...hidden.map(({ text }) => text)])],
    attachmentNames: mail.attachments.map(({ filename }) => filename),
    entities: [...new Set(redactions.map(({ type }) => type))],
    redacted: [...redacted],
    exceeded: [...exceeded],
    recipients: [...recipients],
    scanScores: scanScoresOf(policies, detections),
  })
}

/** What the chosen detectors of each `output_scan` policy come to; null where one of them gave no answer. */
function scanScoresOf(
  policies: readonly AppliedPolicy[],
  detections: readonly Detection[],
): Record<string, number | null> {
  const scans = policies.filter((policy) => policy.type === 'output_scan' && looksAt(policy, 'outbound'))
  return Object.fromEntries(
    scans.map(({ id, config }) => [
      id,
      scanScoreOf(detections, config.detectors as readonly OutputDetector[]),
    ]),
  )
}
