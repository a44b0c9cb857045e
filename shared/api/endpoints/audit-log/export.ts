/** GET /audit_log/export */

import { auditLogExportQuery } from '../../../domain/audit-log.ts'
import { exportAuditLog } from '../../../flow/audit/export.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { streamed } from '../../streamed.ts'

export const exportAuditLogEndpoint = defineEndpoint({
  name: 'export_audit_log',
  tag: 'Audit log',
  summary: 'Export the audit log',
  description:
    'Returns all entries in the order of their chain, one JSON object per line: the fields of an entry with `tenant_id`, `sequence`, `hash` and `previous_hash`. `hash` is the SHA-256 of `previous_hash` and of the canonical JSON (RFC 8785) of the line without both, so that you can verify that nothing was changed, removed or inserted. If an export was cut off, it ends without its last chunk.',
  query: auditLogExportQuery,
  status: 200,
  answer: { contentType: 'application/x-ndjson', description: 'One entry a line.' },
  errors: [],
  handle: async ({ deps: { reads }, principal, query, withoutContent, signal }) =>
    streamed(
      { withoutContent, signal },
      { contentType: 'application/x-ndjson', filename: 'audit_log.ndjson' },
      exportAuditLog(reads.export({ tenantId: principal.tenantId, signal }), principal, query),
    ),
})
