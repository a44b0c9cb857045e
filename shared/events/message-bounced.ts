/** The event `message.bounced`: a message that had been sent came back (RFC 3464). */
import { z } from 'zod'
import type { OutboundStatus } from '../domain/status.ts'
import { defineEvent } from './event.ts'
import { describeSent, failedRecipient, sentMessage } from './fields.ts'

const bouncedRecipient = failedRecipient.extend({
  type: z.enum(['hard', 'soft']).meta({ description: '`hard`: sending there again is of no use.' }),
})

/** What the flow tells of it. */
export interface BouncedFacts {
  recipients: z.output<typeof bouncedRecipient>[]
  /** What the message is then: `bounced` where nobody is left who has it. Absent from events of older releases. */
  status?: OutboundStatus
}

const data = z.object({ ...sentMessage, recipients: z.array(bouncedRecipient) })

export const messageBouncedEvent = defineEvent<'message.bounced', BouncedFacts, z.output<typeof data>>({
  name: 'message.bounced',
  description: 'A message that had been sent came back from one or more recipients.',
  data,
  payload: (message, { recipients, status = 'bounced' }, at) => ({
    event: 'message.bounced',
    timestamp: at,
    data: { ...describeSent(message, status), recipients },
  }),
})
