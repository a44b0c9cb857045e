/** The lines of the log that a message can be followed by: one a step, by the same identifiers, and without content. */
import type { HoldReason } from '../domain/approval.ts'
import { heaviestResults } from '../domain/withheld.ts'
import type { VerdictReason } from '../judge/verdict.ts'
import type { Log } from '../lib/log.ts'
import type { AttemptRecord } from '../store/webhook-delivery.ts'

/** Results that a line names, heaviest first. */
const namedResults = 5

/** One recipient that a message was handed over for, with the reply of the peer. */
interface Relayed {
  index: number
  simulated: boolean
  result: { outcome: string; code: number | null; enhancedCode: string | null; text: string }
}

interface Judged {
  messageId: string
  inboxId: string
  status: string
  verdict: string
  analysis: {
    risk_score: number
    detections: Parameters<typeof heaviestResults>[0]['detections']
    triggered_policy?: string | undefined
  }
}

const fieldsOf = ({ messageId, inboxId, status, verdict, analysis }: Judged) => ({
  message_id: messageId,
  inbox_id: inboxId,
  status,
  verdict,
  risk_score: analysis.risk_score,
  results: heaviestResults(analysis).slice(0, namedResults),
  ...(analysis.triggered_policy === undefined ? {} : { policy_id: analysis.triggered_policy }),
})

/** An inbound message has its verdict, and why it is not clean. */
export function traceVerdict(log: Log, judged: Judged, reasons: readonly VerdictReason[]): void {
  log.info({ ...fieldsOf(judged), reasons }, 'message judged')
}

/** A message of an agent's is stored: on its way, scheduled, or waiting for a person, and why (`holds`). */
export function traceTaken(log: Log, judged: Judged, holds: readonly HoldReason[]): void {
  log.info({ ...fieldsOf(judged), holds }, 'message taken')
}

/** One request to a webhook was made, or given up. */
export function traceWebhook(log: Log, event: string, record: AttemptRecord): void {
  const { messageId, deliveryId, attempt, status, responseStatus, latencyMs, error, nextAttemptAt } = record
  log.info(
    {
      message_id: messageId,
      delivery_id: deliveryId,
      event,
      attempt,
      status,
      response_status: responseStatus,
      latency_ms: latencyMs,
      error,
      next_attempt_at: nextAttemptAt,
    },
    'webhook attempted',
  )
}

/** Recipients of a message were handed over, each with the reply of the peer that took or refused it. */
export function traceRelayed(log: Log, messageId: string, results: readonly Relayed[]): void {
  const recipients = results.map(({ index, simulated, result }) => ({
    index,
    outcome: result.outcome,
    code: result.code,
    enhanced_code: result.enhancedCode,
    reply: result.text,
    ...(simulated ? { simulated } : {}),
  }))
  log.info({ message_id: messageId, recipients }, 'message relayed')
}

/** A message that had been taken must not leave any more, by what holds now. */
export function traceRefused(
  log: Log,
  messageId: string,
  { code, policyId }: { code: string; policyId: string | null },
): void {
  log.info(
    { message_id: messageId, error: code, ...(policyId === null ? {} : { policy_id: policyId }) },
    'message kept from leaving',
  )
}
