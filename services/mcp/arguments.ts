/** The arguments that several tools take, said once. */
import { z } from 'zod'
import { limits } from '../../shared/domain/limits.ts'

/** Whom a message is for: models write one address as a string as often as they write a list. */
const recipients = (fewest: number) =>
  z
    .union(
      [
        z.string().min(fewest).max(limits.addressListCharacters),
        z.array(z.string().max(limits.mailboxCharacters)).min(fewest).max(limits.recipients),
      ],
      { error: `must be one address, or a list of ${fewest} to ${limits.recipients}` },
    )
    .describe('One address, or a list of them.')

/** Arguments by which pieces of long texts and lists are asked for, and whom and what a message is for. */
export const argument = {
  slug: z.string().max(64).describe("The inbox's slug, the part of its address before the @."),
  messageId: z.string().max(64).describe('Prefix msg_.'),
  threadId: z.string().max(64).describe('Prefix thr_.'),
  approvalId: z.string().max(64).describe('Prefix apr_.'),
  limit: z.int().min(1).max(limits.mcpListItemsMax).default(limits.mcpListItems),
  cursor: z.string().max(1_000).optional().describe('next_cursor of the page before.'),
  maxChars: z
    .int()
    .min(200)
    .max(limits.agentTextCharactersMax)
    .default(limits.agentTextCharacters)
    .describe('Characters of text to show.'),
  offset: z.int().min(0).default(0).describe('Where to go on: next_offset of the answer before.'),
  includeQuoted: z.boolean().default(false).describe('Also show quoted earlier mail and the signature.'),
  to: recipients(1),
  cc: recipients(0).optional(),
  body: z.string().max(limits.bodyCharacters).describe('The text.'),
  format: z.enum(['text', 'markdown']).optional(),
  attachments: z
    .array(
      z.strictObject({
        filename: z.string(),
        content_type: z.string(),
        content: z.string().describe('base64'),
      }),
    )
    .max(20)
    .optional(),
  idempotencyKey: z
    .string()
    .min(1)
    .max(limits.idempotencyKeyCharacters)
    .optional()
    .describe('Printable ASCII of your choice; a call repeated with the same one sends once.'),
} as const
