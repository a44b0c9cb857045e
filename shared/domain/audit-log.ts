/** The audit log: the contract. */
import { z } from 'zod'
import { auditEventTypes, auditSeverities } from './audit.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp, timestampInput } from './timestamp.ts'

export const auditLogEntry = z
  .object({
    id: z.string().meta({ description: 'Prefix `aud_`.', examples: ['aud_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
    inbox_id: z.string().nullable().meta({ description: 'Null: of the whole tenant.' }),
    event_type: z.enum(auditEventTypes).meta({ examples: ['msg_released'] }),
    severity: z.enum(auditSeverities).meta({ examples: ['medium'] }),
    description: z.string().meta({ examples: ['A withheld message was released.'] }),
    metadata: z
      .record(z.string(), z.unknown())
      .meta({ examples: [{ message_id: 'msg_01ka2b3c4d5e6f7g8h9j0kmnpq' }] }),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' })

export const auditLogPage = pageOf('entries', auditLogEntry).meta({ id: 'AuditLogPage' })

const filters = {
  inbox_id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only entries of this inbox; works after its deletion too.' }),
  event_type: z.enum(auditEventTypes).optional(),
  severity: z.enum(auditSeverities).optional(),
  actor: z
    .string()
    .regex(/^(?:usr|key)_[0-9a-z]{26}$/, 'must be the ID of a user (usr_…) or of an API key (key_…)')
    .optional()
    .meta({
      description:
        'Only what this user or API key did; works after they are gone, too. What nobody did, such as mail that came in, has no actor.',
      examples: ['usr_01ka2b3c4d5e6f7g8h9j0kmnpq'],
    }),
  since: timestampInput.optional().meta({ description: 'Only entries created at or after it.' }),
}

export const auditLogQuery = z.strictObject({ ...filters, ...pageQuery })
export type AuditLogQuery = z.output<typeof auditLogQuery>

export const auditLogExportQuery = z.strictObject(filters)
export type AuditLogFilters = z.output<typeof auditLogExportQuery>
