/** Webhook settings and deliveries: the contract. */
import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp } from './timestamp.ts'

/** Hours in which a rotated secret signs beside the new one. */
export const previousSecretHours = 24

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
      description: 'Until then the secret before the last rotation signs too; null: none does.',
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
      .meta({ description: 'Why there was no answer.', examples: [null] }),
    latency_ms: z.int().meta({ examples: [84] }),
    created_at: timestamp,
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
