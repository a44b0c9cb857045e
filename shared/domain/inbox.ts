/** Inboxes: slugs, and the contract. */
import { z } from 'zod'
import { isReservedSlug, isSlug } from './address.ts'
import { defaultWebhookEvents, eventName, webhookEventsInput } from './event.ts'
import { limits } from './limits.ts'
import { metadata, metadataInput } from './metadata.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { defaultSecurityLevel, securityLevel, securityLevelInput } from './security-level.ts'
import { timestamp } from './timestamp.ts'

export const inboxStatuses = ['active', 'paused'] as const
export type InboxStatus = (typeof inboxStatuses)[number]

export const slugInput = z
  .string()
  .min(limits.slugMin)
  .max(limits.slugMax)
  .refine(isSlug, {
    error:
      'must begin with a lower-case letter and hold lower-case letters and digits, with single . _ or - between them',
    abort: true,
  })
  .refine((slug) => !isReservedSlug(slug), 'is reserved')
  .meta({
    description:
      'Local part of the address; unique over the whole service. Role names such as `postmaster` and `abuse` are reserved.',
    pattern: '^[a-z][a-z0-9]*([._-][a-z0-9]+)*$',
    examples: ['support-agent'],
  })

const displayName = z
  .string()
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold line breaks or other control characters')
  .meta({ examples: ['Support agent'] })
const webhookUrl = z
  .string()
  .max(2_000)
  .nullable()
  .meta({
    description:
      'Where events are pushed to; null: nowhere. https to public addresses only, unless the operator allows more. To set it, a key needs `webhooks:write` too.',
    examples: ['https://agent.example/hooks/mail'],
  })

const retentionDays = z
  .int()
  .min(1)
  .max(3650)
  .nullable()
  .meta({ description: 'Days after which mail is removed; null: it is kept for ever.', examples: [365] })

export const createInboxBody = z
  .strictObject({
    slug: slugInput,
    display_name: displayName.default(''),
    security_level: securityLevelInput.default(defaultSecurityLevel),
    webhook_url: webhookUrl.default(null),
    webhook_events: webhookEventsInput.default(defaultWebhookEvents),
    retention_days: retentionDays.default(null),
    metadata: metadataInput.default({}),
  })
  .meta({ id: 'CreateInbox', examples: [{ slug: 'support-agent', display_name: 'Support agent' }] })
export type CreateInbox = z.output<typeof createInboxBody>

export const updateInboxBody = z
  .strictObject({
    display_name: displayName.optional(),
    security_level: securityLevelInput.optional(),
    status: z.enum(inboxStatuses).optional(),
    webhook_url: webhookUrl.optional(),
    webhook_enabled: z.literal(true).optional().meta({
      description:
        'Switches a webhook on that was switched off (`webhook_disabled_at`), as a new `webhook_url` does. A key needs `webhooks:write` too.',
    }),
    webhook_events: webhookEventsInput.optional(),
    retention_days: retentionDays.optional(),
    metadata: metadataInput.optional(),
  })
  .meta({
    id: 'UpdateInbox',
    description: 'Only the fields that are present change.',
    examples: [{ webhook_url: 'https://agent.example/hooks/mail', security_level: 'full_lockdown' }],
  })
export type UpdateInbox = z.output<typeof updateInboxBody>

export const inbox = z
  .object({
    id: z.string().meta({ description: 'Prefix `inb_`.', examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    slug: z.string().meta({ examples: ['support-agent'] }),
    display_name: z.string().meta({ examples: ['Support agent'] }),
    address: z.string().meta({ examples: ['support-agent@inbox.example'] }),
    security_level: securityLevel,
    status: z.enum(inboxStatuses).meta({ description: 'A paused inbox receives, but does not send.' }),
    message_count: z.int().meta({ examples: [12] }),
    webhook_url: z
      .string()
      .nullable()
      .meta({ examples: ['https://agent.example/hooks/mail'] }),
    webhook_disabled_at: timestamp.nullable().meta({
      description:
        'When the webhook was switched off, since it had failed for five days; null: it is on. `webhook_enabled`, or a `webhook_url`, switches it on.',
      examples: [null],
    }),
    webhook_events: z
      .array(eventName)
      .meta({ description: 'What is pushed to `webhook_url`.', examples: [['message.received']] }),
    retention_days: retentionDays,
    metadata,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.output<typeof inbox>

export const inboxWithCounts = inbox
  .extend({
    flagged_count: z.int().meta({ description: 'Messages that are flagged and not held.' }),
    withheld_count: z.int().meta({ description: 'Messages that are held now.' }),
  })
  .meta({ id: 'InboxWithCounts' })

export const inboxPage = pageOf('inboxes', inbox).meta({ id: 'InboxPage' })

export const inboxListQuery = z.strictObject({
  status: z.enum(inboxStatuses).optional(),
  ...pageQuery,
})
