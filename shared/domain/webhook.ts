/** Webhook settings and deliveries: the contract. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp } from './timestamp.ts'

/** Hours in which a rotated secret signs beside the new one. */
export const previousSecretHours = 24

/** A new signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

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
    attempt: z.int().meta({ description: 'From 1.' }),
    url: z.string(),
    response_status: z.int().nullable(),
    response_body: z.string().nullable().meta({ description: 'Beginning of the answer.' }),
    error: z.string().nullable().meta({ description: 'Why there was no answer.' }),
    latency_ms: z.int(),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookAttempt' })

export const webhookDelivery = z
  .object({
    id: z.string().meta({ description: 'Prefix `whd_`.', examples: ['whd_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_id: z.string(),
    message_id: z.string().nullable(),
    event: z.string().meta({ examples: ['message.received'] }),
    status: z.enum(deliveryStatuses),
    attempt_count: z.int(),
    next_attempt_at: timestamp.nullable(),
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
