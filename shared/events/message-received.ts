/** The event `message.received`: an inbound message passed the security checks, or was released. */
import { z } from 'zod'
import { type RiskLevel, riskLevel, type SecurityAnalysis } from '../domain/analysis.ts'
import { type Direction, directions } from '../domain/status.ts'
import { timestamp } from '../domain/timestamp.ts'
import { defineEvent, type EventPayload, type NoFacts } from './event.ts'
import { messageRef } from './fields.ts'
import { analysisSummary } from './risk-level.ts'

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

export const messageReceivedEvent = defineEvent<'message.received', NoFacts, MessageReceivedData>({
  name: 'message.received',
  description: 'An inbound message passed the security checks, or was released by a reviewer.',
  data: z.object({
    ...messageRef,
    from: z.string().meta({ description: 'Sender address.', examples: ['ada@example.com'] }),
    to: z.string().meta({ examples: ['support-agent@inbox.example'] }),
    subject: z.string().meta({ examples: ['Order 1815'] }),
    body: z.string().meta({ description: 'Visible text only.', examples: ['Where is my order?'] }),
    status: z.literal('delivered'),
    direction: z.enum(directions),
    security_analysis: analysisSummary,
    created_at: timestamp,
  }),
  payload: (message, _facts, at) =>
    messageReceived({ ...message, security_analysis: message.security_analysis ?? unassessed }, at),
})

/** Only mail that was assessed is told of: this stands for the analysis of a row that lacks it all the same. */
const unassessed: SecurityAnalysis = { risk_score: 100, summary: 'Not assessed.', detections: [] }
