/** The part of a simulation that runs on an assessor thread: all that policies make of a message's content. */
import type { Detection } from '../../domain/analysis.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { AppliedPolicy } from '../../domain/policy.ts'
import { evaluate } from '../../policy/evaluate.ts'
import { redactionsOf } from '../../policy/redactions.ts'
import type { AssessOptions } from '../../risk/assess.ts'
import { withFingerprints } from '../../risk/exfiltration/fingerprints.ts'
import { assessOutbound, type OutboundContext, scanScoreOf } from '../../risk/outbound.ts'
import { type Applied, applyInbound, foundEntities, rewrite, textsOf } from './apply.ts'
import { scanScoresOf } from './outbound.ts'

/** A task of an assessor thread: what would policies do with this message. */
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
      /** What the inbox knows of its recipients. */
      context: OutboundContext
      /** What the scorers found when it was sent; null: they look at it now. */
      detections: Detection[] | null
    })

/** Changes nothing. */
export async function simulateHere(
  { policies, message }: SimulateTask,
  options: AssessOptions,
): Promise<Applied> {
  const { mail, exceeded } = message
  if (message.direction === 'inbound') {
    const { mailFrom, authenticated } = message
    return applyInbound(policies, { mail, envelope: { mailFrom, exceeded }, authenticated })
  }
  // What leaves is judged as it would leave: after its redaction.
  const { content, redacted } = rewrite(mail, redactionsOf(policies, 'outbound'))
  const left = { ...mail, ...content }
  const texts = textsOf(left)
  const { recipients, context } = message
  const asked = policies.some(({ type }) => type === 'output_scan')
  const detections = async () => {
    const otherThreads = context.otherThreads.map(withFingerprints)
    // No policy asks what a language model says: it is not to be asked, nor to be missed.
    const alone = { ...options, llm: null }
    const { analysis, incomplete } = await assessOutbound(left, { ...context, otherThreads }, alone)
    return incomplete.length > 0 ? null : analysis.detections
  }
  const found = asked ? (message.detections ?? (await detections())) : []
  return {
    fired: evaluate(policies, {
      stage: 'message',
      direction: 'outbound',
      subject: left.subject,
      texts,
      attachmentNames: mail.attachments.map(({ filename }) => filename),
      entities: foundEntities(policies, 'outbound', [left.subject, ...texts]),
      redacted,
      exceeded,
      recipients,
      scanScores: scanScoresOf(policies, (names) => (found === null ? null : scanScoreOf(found, names))),
    }),
    rewritten: content,
  }
}
