/** Holds policies against a composed message: when it is taken, and again when it leaves. */
import type { Detection } from '../../domain/analysis.ts'
import type { Entity } from '../../domain/entity.ts'
import type { ParsedMail } from '../../domain/parsed-mail.ts'
import type { Firing, Policy } from '../../domain/policy.ts'
import type { ThreadPool } from '../../lib/thread-pool.ts'
import { scanScoreOf } from '../../risk/outbound.ts'
import { judgeByPolicies } from '../policy/judge.ts'
import { scanScoresOf } from '../policy/outbound.ts'
import { shownTexts } from './shown-texts.ts'

/** What policies are held against. */
export interface Judged {
  mail: ParsedMail
  /** Every recipient of the envelope. */
  recipients: readonly string[]
  detections: readonly Detection[]
  /** Kinds of value in subject and bodies, of those that policies ask for. */
  entities: readonly Entity[]
  /** Policies that have rewritten the message. */
  redacted: readonly string[]
}

/**
 * The policies that fire; rate limits are counted by the caller.
 * @throws DeadlineError, ThreadDiedError: then the message must not pass as if none had fired.
 */
export async function firedOn(
  assessors: ThreadPool,
  policies: readonly Policy[],
  { mail, recipients, detections, entities, redacted }: Judged,
): Promise<Firing[]> {
  if (policies.length === 0) return []
  return judgeByPolicies(assessors, policies, {
    stage: 'message',
    direction: 'outbound',
    subject: mail.subject,
    texts: await shownTexts(assessors, mail),
    attachmentNames: mail.attachments.map(({ filename }) => filename),
    entities,
    redacted,
    exceeded: [],
    recipients,
    scanScores: scanScoresOf(policies, (detectors) => scanScoreOf(detections, detectors)),
  })
}
