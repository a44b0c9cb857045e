/** Why a message waits, in sentences for a reviewer. */
import type { HoldReason } from '../../../domain/approval.ts'

export const holdSentences: Record<HoldReason, string> = {
  level: 'Every message of this inbox waits for a reviewer.',
  risk: 'Its risk score is higher than what may leave by itself.',
  policy: 'A policy asks for a reviewer.',
  unjudged: 'A check gave no answer, so a person has to look.',
  withheld: 'It answers or forwards a message that is withheld.',
}
