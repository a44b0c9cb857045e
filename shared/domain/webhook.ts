/** Webhook settings and deliveries: the contract. */
import { z } from 'zod'
import { isId } from './ids.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp, timestampInput } from './timestamp.ts'

/** Hours in which a rotated secret signs beside the new one. */
export const previousSecretHours = 24

/** Rotated secrets of an inbox that sign at once: with the new one, as many as a delivery has attempts. */
export const previousSecretsMost = 4

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const webhookSettings = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({ examples: ['https://agent.example/hooks/mail'] }),
    secret: z.string().meta({
      description:
        'Signs every request: `X-Svc-Signature` is HMAC-SHA256 with this whole string as key; `webhook-signature` follows Standard Webhooks.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD…'],
    }),
    previous_secret_expires_at: timestamp.nullable().meta({
      description:
        'Until then the secret before the last rotation signs too, and those before it until their own time is over; null: none does.',
    }),
  })
  .meta({ id: 'WebhookSettings' })

const attempt = z
  .object({
    attempt: z.int().meta({ description: 'From 1.', examples: [1] }),
    url: z.string().meta({ examples: ['https://agent.example/hooks/mail'] }),
    response_status: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    response_body: z
      .string()
      .nullable()
      .meta({ description: 'Beginning of the answer.', examples: ['ok'] }),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          'What failed: which status was answered, or why there was no answer. Null where it worked.',
        examples: [null],
      }),
    latency_ms: z.int().meta({ examples: [84] }),
    created_at: timestamp.meta({ description: 'When the request was made.' }),
  })
  .meta({ id: 'WebhookAttempt' })

export const webhookDelivery = z
  .object({
    id: z.string().meta({ description: 'Prefix `whd_`.', examples: ['whd_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    message_id: z
      .string()
      .nullable()
      .meta({ examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    event: z.string().meta({ examples: ['message.received'] }),
    event_id: z
      .string()
      .nullable()
      .meta({
        description: 'The event as `GET /events` has it, prefix `evt_`.',
        examples: ['evt_01ka2b3c4d0000000000000042'],
      }),
    status: z.enum(deliveryStatuses).meta({ examples: ['succeeded'] }),
    attempt_count: z.int().meta({ examples: [1] }),
    next_attempt_at: timestamp.nullable().meta({ examples: [null] }),
    attempts: z.array(attempt).meta({ description: 'Oldest first.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'An event on its way to a webhook, with every request made for it.',
  })
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const deliveryPage = pageOf('deliveries', webhookDelivery).meta({ id: 'WebhookDeliveryPage' })

export const deliveryListQuery = z.strictObject({
  status: z.enum(deliveryStatuses).optional(),
  ...pageQuery,
})

export const webhookReplayBody = z
  .strictObject({
    since: timestampInput.meta({ description: 'Deliveries that were begun at or after it.' }),
    until: timestampInput.optional().meta({ description: 'And before it; now unless told.' }),
    status: z.enum(['failed', 'succeeded']).default('failed').meta({
      description: '`succeeded`: the receiver has lost what it took.',
    }),
    after: z
      .string()
      .max(64)
      .refine((id) => isId('webhookDelivery', id), 'is not the id of a delivery')
      .optional()
      .meta({ description: '`next_after` of the answer before, to go on behind it.' }),
  })
  .meta({ id: 'ReplayWebhook', examples: [{ since: '2026-01-31T09:30:00Z' }] })
export type WebhookReplay = z.output<typeof webhookReplayBody>

export const webhookReplayed = z
  .object({
    replayed: z.int().meta({ description: 'Deliveries that were queued.', examples: [42] }),
    has_more: z.boolean().meta({ examples: [false] }),
    next_after: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `after` to go on; null where all are queued.', examples: [null] }),
  })
  .meta({ id: 'WebhookReplayed' })
export type WebhookReplayed = z.output<typeof webhookReplayed>

export const webhookTestResult = z
  .object({
    delivered: z.boolean().meta({ description: 'Whether the receiver answered with a 2xx status in time.' }),
    response_status: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    response_body: z
      .string()
      .nullable()
      .meta({ description: 'Beginning of the answer.', examples: ['ok'] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why there was no answer.', examples: [null] }),
    latency_ms: z.int().meta({ examples: [84] }),
  })
  .meta({ id: 'WebhookTestResult' })
export type WebhookTestResult = z.output<typeof webhookTestResult>
