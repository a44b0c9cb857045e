/** The page of the audit log, with its filters and its export. */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { auditLogPage } from '../../shared/domain/audit-log.ts'
import { ask } from './ask.ts'
import { auditPage } from './audit-page.ts'
import { show } from './frame.ts'
import { forVisitor } from './pages.ts'
import type { DashboardParts, Visitors } from './visitor.ts'

export function registerAudit(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  scope.get(
    '/dashboard/audit',
    forVisitor(visitors, async ({ visitor, reply, query }) => {
      const [event_type, severity, cursor] = [query('event_type'), query('severity'), query('cursor')]
      const filter = {
        ...(event_type === undefined ? {} : { event_type }),
        ...(severity === undefined ? {} : { severity }),
      }
      const found = await ask<z.output<typeof auditLogPage>>(parts, visitor, 'list_audit_log', {
        query: { ...filter, limit: 50, ...(cursor === undefined ? {} : { cursor }) },
      })
      return show(reply, 200, auditPage(found, filter, visitor))
    }),
  )
}
