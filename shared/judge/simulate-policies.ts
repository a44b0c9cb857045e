/** The part of a simulation that runs on a thread: all that policies would make of a message's content. */
import { redactionsOf } from '../policy/redactions.ts'
import { type Applied, applyInbound, rewrite } from './apply-policies.ts'
import { holdHere } from './judge-on-thread.ts'
import { redactableOf } from './redactable.ts'
import type { SimulateTask } from './tasks.ts'

/** Changes nothing. */
export function simulateHere({ policies, message }: SimulateTask): Applied {
  const { mail, exceeded } = message
  if (message.direction === 'inbound') {
    const { mailFrom, authenticated } = message
    return applyInbound(policies, { mail, envelope: { mailFrom }, exceeded, authenticated })
  }
  // What leaves is judged as it would leave: after its redaction.
  const { content, redacted } = rewrite(mail, redactionsOf(policies, 'outbound'))
  const left = { ...mail, ...content }
  const { recipients, detections } = message
  const worded = redactableOf({ ...left, text: left.body })
  return {
    fired: holdHere({
      policies,
      leaving: { mail: left, recipients, worded, redacted, exceeded },
      detections,
    }),
    rewritten: content,
  }
}
