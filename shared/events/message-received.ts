/** The event `message.received`: an inbound message passed the security checks, or was released. */
import { z } from 'zod'
import type { SecurityAnalysis } from '../domain/analysis.ts'
import { type Direction, directions, type Verdict, verdicts } from '../domain/status.ts'
import { timestamp } from '../domain/timestamp.ts'
import { defineEvent, type EventPayload, type NoFacts } from './event.ts'
import { messageRef } from './fields.ts'
import { analysisSummary, summarised } from './risk-level.ts'

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
  verdict: Verdict | null
  rcpt_to: string[]
  security_analysis: SecurityAnalysis
  created_at: string
}

/** `data` of the payload (specification, Events, Payload); `thread_id`, `rcpt_to`, `verdict`, `released` and `risk_score` are ours. */
export interface MessageReceivedData {
  id: string
  inbox_id: string
  thread_id: string
  from: string
  to: string
  rcpt_to: string[]
  subject: string
  body: string
  /** Always `delivered`: what the message becomes once the receiver has answered. */
  status: 'delivered'
  direction: Direction
  /** What the scan said; stays `withheld` when a person releases the message. */
  verdict: Verdict | null
  released: boolean
  security_analysis: ReturnType<typeof summarised>
  created_at: string
}

/** The payload for `message`; `at` is when the event happened, ISO 8601, the same over all attempts. */
export function messageReceived(
  message: ReceivedMessage,
  at: string,
): EventPayload<'message.received', MessageReceivedData> {
  const { id, inbox_id, thread_id, from, to, rcpt_to, subject, body, direction, verdict, created_at } =
    message
  return {
    event: 'message.received',
    timestamp: at,
    data: {
      id,
      inbox_id,
      thread_id,
      from,
      to,
      rcpt_to,
      subject,
      body,
      status: 'delivered',
      direction,
      verdict,
      // Nothing else lets a message in that was withheld.
      released: verdict === 'withheld',
      security_analysis: summarised(message.security_analysis),
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
    to: z.string().meta({ description: 'As the header says.', examples: ['support-agent@inbox.example'] }),
    rcpt_to: z.array(z.string()).meta({
      description: 'The addresses of the inbox that it came to by its envelope, tags included.',
      examples: [['support-agent+orders@inbox.example']],
    }),
    subject: z.string().meta({ examples: ['Order 1815'] }),
    body: z.string().meta({ description: 'Visible text only.', examples: ['Where is my order?'] }),
    status: z.literal('delivered'),
    direction: z.enum(directions),
    verdict: z
      .enum(verdicts)
      .nullable()
      .meta({
        description: 'What the scan said, as in the message: `withheld` stays so after a release.',
        examples: ['clean'],
      }),
    released: z
      .boolean()
      .meta({ description: 'Whether it was withheld, and a person let it in.', examples: [false] }),
    security_analysis: analysisSummary,
    created_at: timestamp,
  }),
  payload: (message, _facts, at) =>
    messageReceived({ ...message, security_analysis: message.security_analysis ?? unassessed }, at),
})

/** Only mail that was assessed is told of: this stands for the analysis of a row that lacks it all the same. */
const unassessed: SecurityAnalysis = { risk_score: 100, summary: 'Not assessed.', detections: [] }
