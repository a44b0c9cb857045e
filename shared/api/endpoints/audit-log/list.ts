/** GET /audit_log */

import { auditLogPage, auditLogQuery } from '../../../domain/audit-log.ts'
import { listAuditEntries } from '../../../store/audit-list.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { listPage } from '../../lists.ts'

export const listAuditLogEndpoint = defineEndpoint({
  name: 'list_audit_log',
  tag: 'Audit log',
  summary: 'Query the audit log',
  description: 'Lists security and operational events, newest first.',
  query: auditLogQuery,
  status: 200,
  answer: auditLogPage,
  errors: [],
  handle: async ({ deps, principal, query, signal }) => {
    const { items, ...page } = await listPage(
      { deps, signal, list: 'audit_log', principal, query },
      (asked, sql) => listAuditEntries(sql, principal, query, asked),
      ({ id }) => [id],
    )
    return { entries: items, ...page }
  },
})
