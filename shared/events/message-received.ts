/** The event `message.received`: an inbound message passed the security checks, or was released. */
import type { RiskLevel, SecurityAnalysis } from '../domain/analysis.ts'
import type { Direction } from '../domain/status.ts'
import { defineEvent, type EventPayload } from './event.ts'

/** What the event is made of. */
export interface ReceivedMessage {
  id: string
  inbox_id: string
  thread_id: string
  from: string
  to: string
  subject: string
  body: string
  direction: Direction
  security_analysis: SecurityAnalysis
  created_at: string
}

/** `data` of the payload (specification, Events, Payload); `thread_id` is ours. */
export interface MessageReceivedData {
  id: string
  inbox_id: string
  thread_id: string
  from: string
  to: string
  subject: string
  body: string
  /** Always `delivered`: what the message becomes once the receiver has answered. */
  status: 'delivered'
  direction: Direction
  security_analysis: { score: number; level: RiskLevel; summary: string }
  created_at: string
}

/** The word for a score from 0 to 100: `low` up to 30, `medium` up to 70, `high` above. */
export function riskLevel(score: number): RiskLevel {
  return score <= 30 ? 'low' : score <= 70 ? 'medium' : 'high'
}

/** The payload for `message`; `at` is when the event happened, ISO 8601, the same over all attempts. */
export function messageReceived(
  message: ReceivedMessage,
  at: string,
): EventPayload<'message.received', MessageReceivedData> {
  const { id, inbox_id, thread_id, from, to, subject, body, direction, created_at } = message
  const { risk_score: score, summary } = message.security_analysis
  return {
    event: 'message.received',
    timestamp: at,
    data: {
      id,
      inbox_id,
      thread_id,
      from,
      to,
      subject,
      body,
      status: 'delivered',
      direction,
      security_analysis: { score, level: riskLevel(score), summary },
      created_at,
    },
  }
}

export const messageReceivedEvent = defineEvent({
  name: 'message.received',
  description: 'An inbound message passed the security checks, or was released by a reviewer.',
  payload: messageReceived,
})
