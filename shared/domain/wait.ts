/** Waiting for a message: the contract. */
import { z } from 'zod'
import { limits } from './limits.ts'
import { message } from './message.ts'
import { timestampInput } from './timestamp.ts'

const contained = z.string().min(1).max(limits.subjectCharacters)

const wrongWaited = `must be a number from 0 to ${limits.waitedSecondsMax}`
const wrongTimeout = `must be a whole number from 1 to ${limits.waitSecondsMax}`

/** A parameter of a request that is made again; `what` happened meanwhile counts, and `but` says where it doesn't. */
export const waitedSince = (but: string, what: string) =>
  z.coerce
    .number(wrongWaited)
    .min(0, wrongWaited)
    .max(limits.waitedSecondsMax, wrongWaited)
    .default(0)
    .meta({
      description: `For a request that is made again because its answer was lost: the seconds since it was first made, a fraction too. ${what} meanwhile count. ${but}`,
    })

export const waitQuery = z
  .strictObject({
    timeout: z.coerce
      .number(wrongTimeout)
      .int(wrongTimeout)
      .min(1, wrongTimeout)
      .max(limits.waitSecondsMax, wrongTimeout)
      .default(limits.waitSecondsDefault)
      .meta({ description: 'Seconds to wait.' }),
    from: contained.optional().meta({
      description: 'Part of the sender address, in any case: `ada@example.com`, or `@example.com`.',
      examples: ['@example.com'],
    }),
    subject: contained.optional().meta({
      description: 'Part of the subject, in any case.',
      examples: ['verification code'],
    }),
    thread_id: z.string().max(64).optional().meta({ description: 'Only messages of this thread.' }),
    status: z
      .enum(['clean', 'flagged', 'withheld'])
      .optional()
      .meta({ description: 'As in lists. Unless told, messages that are withheld are passed over.' }),
    since: timestampInput.optional().meta({
      description:
        'Also messages that came in at or after it, the oldest first. Unless told, only those that become readable after the call.',
    }),
    cursor: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: '`next_cursor` of the answer before: goes on right behind it, missing none.' }),
    waited: waitedSince('With `since` or `cursor` it changes nothing.', 'Messages that became readable'),
  })
  .refine(({ since, cursor }) => since === undefined || cursor === undefined, {
    path: ['cursor'],
    error: 'takes the place of since: give one of them',
  })

export const waitAnswer = z
  .object({
    message: message.nullable().meta({ description: 'The first that matches; null: none came in time.' }),
    next_cursor: z.string().meta({ description: 'Pass it as `cursor` to wait for the next one.' }),
  })
  .meta({ id: 'WaitAnswer' })
