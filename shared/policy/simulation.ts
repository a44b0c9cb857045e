/** Simulating policies: the API's contract. */
import { z } from 'zod'
import { limits } from '../domain/limits.ts'
import { policyActions, policyTypeNames } from '../domain/policy.ts'
import { directions } from '../domain/status.ts'

const address = z
  .string()
  .min(1)
  .max(320)
  .meta({ examples: ['ada@example.com'] })

const simulatedMessage = z
  .strictObject({
    direction: z.enum(directions),
    inbox_id: z.string().max(64).optional().meta({
      description: 'The inbox it comes to or leaves; left out: only policies for all inboxes count.',
    }),
    from: address
      .optional()
      .meta({ description: 'Inbound: the address in From.', examples: ['ada@example.com'] }),
    mail_from: z
      .string()
      .max(320)
      .optional()
      .meta({ description: 'Inbound: the envelope sender, empty for a bounce; `from` unless given.' }),
    authenticated: z
      .boolean()
      .default(true)
      .meta({ description: 'Inbound: whether the domain in From is proven (DMARC pass).' }),
    to: z
      .array(address)
      .max(limits.recipients)
      .default([])
      .meta({
        description: 'Outbound: all recipients, To, Cc and Bcc alike.',
        examples: [['grace@example.org']],
      }),
    subject: z
      .string()
      .max(limits.subjectCharacters)
      .default('')
      .meta({ examples: ['Order 1815'] }),
    body: z
      .string()
      .max(limits.bodyCharacters)
      .default('')
      .meta({ examples: ['Where is my order?'] }),
    html: z.string().max(limits.bodyCharacters).nullable().default(null),
    attachment_names: z.array(z.string().max(255)).max(100).default([]),
  })
  .meta({ id: 'SimulatedMessage' })
export type SimulatedMessageInput = z.output<typeof simulatedMessage>

export const simulateBody = z
  .strictObject({
    message_id: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'A stored message, as if it came, or was sent, now.' }),
    message: simulatedMessage
      .optional()
      .meta({ description: 'A message that is not stored.', examples: [exampleMessage()] }),
  })
  .refine(({ message_id, message }) => (message_id === undefined) !== (message === undefined), {
    path: ['message'],
    message: 'give either message or message_id',
  })
  .meta({ id: 'SimulatePolicies' })
export type Simulate = z.output<typeof simulateBody>

function exampleMessage() {
  return { direction: 'inbound', from: 'ada@example.com', subject: 'Order 1815', body: 'Where is my order?' }
}

export const simulation = z
  .object({
    direction: z.enum(directions),
    inbox_id: z.string().nullable(),
    message_id: z.string().nullable(),
    action: z.enum(policyActions).nullable().meta({ description: 'The most severe one; null: none fires.' }),
    policy_id: z.string().nullable().meta({ description: 'The policy that is the cause of it.' }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ['The sender ada@example.com is not on the allow list.'] }),
    effect: z.string().meta({
      description: 'What would become of it.',
      examples: ['The sender is refused at RCPT: 550 5.7.1.'],
    }),
    fired: z.array(
      z
        .object({
          policy_id: z.string().meta({ examples: ['pol_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
          name: z.string().meta({ examples: ['Partners only'] }),
          type: z.enum(policyTypeNames),
          action: z.enum(policyActions),
          inbox_id: z.string().nullable(),
          stage: z.enum(['rcpt', 'message']).meta({
            description: '`rcpt`: before the message is taken, by its envelope. `message`: by what it says.',
          }),
          reason: z.string().meta({ examples: ['The sender ada@example.com is not on the allow list.'] }),
        })
        .meta({ id: 'FiredPolicy' }),
    ),
    redacted: z
      .object({ subject: z.string(), body: z.string(), html: z.string().nullable() })
      .nullable()
      .meta({
        description: 'What a given message would say after its redaction; null where nothing is taken out.',
      }),
  })
  .meta({ id: 'Simulation' })
export type Simulation = z.output<typeof simulation>
