/** The part of a simulation that runs on a thread: all that policies would make of a message's content. */
import { type RedactionOrder, redactionsOf } from '../policy/redactions.ts'
import { type RedactableParts, redact } from '../risk/redact.ts'
import { type Applied, applyInbound, rewrite } from './apply-policies.ts'
import { holdHere } from './judge-on-thread.ts'
import { redactableOf } from './redactable.ts'
import { seenText } from './seen-text.ts'
import type { SimulateTask } from './tasks.ts'

/** What an agent has worded once orders were carried out one after another, and the policies that took something out. */
function redactAll(
  given: RedactableParts,
  orders: readonly RedactionOrder[],
): { worded: RedactableParts; redacted: string[] } {
  let worded = given
  const redacted: string[] = []
  for (const { policyId, entities, replacement } of orders) {
    const { redactions, ...parts } = redact(worded, { entities, replacement }, seenText)
    if (redactions.length === 0) continue
    worded = parts
    redacted.push(policyId)
  }
  return { worded, redacted }
}

/** Changes nothing. */
export function simulateHere({ policies, message }: SimulateTask): Applied {
  const { mail, exceeded } = message
  if (message.direction === 'inbound') {
    const { mailFrom, authenticated } = message
    return applyInbound(policies, { mail, envelope: { mailFrom }, exceeded, authenticated })
  }
  // What leaves is judged as it would leave: after its redaction, fields and names of files included.
  const orders = redactionsOf(policies, 'outbound')
  const { content } = rewrite(mail, orders)
  const { worded, redacted } = redactAll(redactableOf({ ...mail, text: mail.body }), orders)
  const attachments = mail.attachments.map((one, index) => ({ ...one, filename: worded.filenames![index]! }))
  const left = { ...mail, ...content, attachments }
  const { recipients, detections } = message
  return {
    fired: holdHere({
      policies,
      leaving: { mail: left, recipients, worded, redacted, exceeded },
      detections,
    }),
    rewritten: content,
  }
}
