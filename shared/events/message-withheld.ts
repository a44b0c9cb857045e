/** The event `message.withheld`: an inbound message is held back until a reviewer releases it. */

import { z } from 'zod'
import { directions, verdicts } from '../domain/status.ts'
import { timestamp } from '../domain/timestamp.ts'
import { resultsSummary } from '../domain/withheld.ts'
import { defineEvent, type NoFacts } from './event.ts'
import { messageRef } from './fields.ts'
import { analysisSummary, summarised } from './risk-level.ts'

const data = z.object({
  ...messageRef,
  status: z.literal('withheld'),
  direction: z.enum(directions),
  verdict: z
    .enum(verdicts)
    .nullable()
    .meta({ description: 'What the scan said.', examples: ['withheld'] }),
  security_analysis: analysisSummary,
  created_at: timestamp,
})

export const messageWithheldEvent = defineEvent<'message.withheld', NoFacts, z.output<typeof data>>({
  name: 'message.withheld',
  description:
    'An inbound message is held back by the security analysis. Nothing that its sender wrote is in the payload: whoever reviews it reads the message itself.',
  data,
  payload: ({ id, inbox_id, thread_id, direction, verdict, security_analysis, created_at }, _facts, at) => {
    const risk_score = security_analysis?.risk_score ?? 100
    const summary = resultsSummary(security_analysis ?? { detections: [] })
    return {
      event: 'message.withheld',
      timestamp: at,
      data: {
        id,
        inbox_id,
        thread_id,
        status: 'withheld',
        direction,
        verdict,
        security_analysis: summarised({ risk_score, summary }),
        created_at,
      },
    }
  },
})
