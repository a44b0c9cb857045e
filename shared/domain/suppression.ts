/** Suppressions: addresses that a tenant sends nothing to, and the contract of their list. */
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp, timestampInput } from './timestamp.ts'

export const suppressionReasons = ['hard_bounce', 'complaint', 'manual'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** Octets of an address (RFC 5321 §4.5.3.1.3, without its angle brackets). */
const addressCharacters = 254
const detailCharacters = 500

/** What addresses are told apart by: letter case means nothing, nor how the domain is written, tags (`ada+news@`) do. */
export function suppressionKey(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  // On the list they stand in ASCII, as they are written to. IDNA has its own lower case: JavaScript's knows a final sigma.
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain) || domain
  return `${address.slice(0, at)}${ascii}`.toLowerCase()
}

export const suppression = z
  .object({
    id: z.string().meta({ description: 'Prefix `sup_`.', examples: ['sup_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    address: z.string().meta({ examples: ['ada@example.com'] }),
    reason: z.enum(suppressionReasons).meta({
      description:
        '`hard_bounce`: its host says that there is no such mailbox. `complaint`: its owner reported a message as unwanted. `manual`: put here by a request.',
      examples: ['hard_bounce'],
    }),
    detail: z
      .string()
      .nullable()
      .meta({
        description: 'What the host said, or the words of whoever put it here.',
        examples: ['550 5.1.1 No such user here'],
      }),
    inbox_id: z
      .string()
      .nullable()
      .meta({ description: 'The inbox that noticed.', examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    message_id: z
      .string()
      .nullable()
      .meta({
        description: 'The message that came back. Null where it is gone, or where there was none.',
        examples: ['msg_01ka2b3c4d5e6f7g8h9j0kmnpq'],
      }),
    created_at: timestamp,
  })
  .meta({ id: 'Suppression' })
export type Suppression = z.output<typeof suppression>

export const suppressionPage = pageOf('suppressions', suppression).meta({ id: 'SuppressionPage' })

export const suppressionListQuery = z.strictObject({
  address: z
    .string()
    .max(addressCharacters)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters')
    .optional()
    .meta({ description: 'Only this address, in any letter case.' }),
  reason: z.enum(suppressionReasons).optional(),
  since: timestampInput.optional().meta({ description: 'Only those made at or after it.' }),
  ...pageQuery,
})
export type SuppressionListQuery = z.output<typeof suppressionListQuery>

export const createSuppressionBody = z
  .strictObject({
    address: z
      .string()
      .max(addressCharacters)
      .meta({ examples: ['ada@example.com'] }),
    reason: z
      .string()
      .max(detailCharacters)
      .optional()
      .meta({ description: 'Your own words.', examples: ['Asked on the phone to get no more mail.'] }),
  })
  .meta({ id: 'NewSuppression' })
export type CreateSuppression = z.output<typeof createSuppressionBody>
