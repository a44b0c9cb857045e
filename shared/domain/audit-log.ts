/** The audit log: the contract. */
import { z } from 'zod'
import { auditEventTypes, auditSeverities } from './audit.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { timestamp, timestampInput } from './timestamp.ts'

export const auditLogEntry = z
  .object({
    id: z.string().meta({ description: 'Prefix `aud_`.' }),
    inbox_id: z.string().nullable().meta({ description: 'Null: of the whole tenant.' }),
    event_type: z.enum(auditEventTypes),
    severity: z.enum(auditSeverities),
    description: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' })

export const auditLogPage = pageOf('entries', auditLogEntry).meta({ id: 'AuditLogPage' })

export const auditLogQuery = z.strictObject({
  inbox_id: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only entries of this inbox; works after its deletion too.' }),
  event_type: z.enum(auditEventTypes).optional(),
  severity: z.enum(auditSeverities).optional(),
  since: timestampInput.optional().meta({ description: 'Only entries created at or after it.' }),
  ...pageQuery,
})
export type AuditLogQuery = z.output<typeof auditLogQuery>
