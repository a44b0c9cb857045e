/** The page of the audit log: its filters, its export, and a check of its chain. */
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { auditLogPage } from '../../shared/domain/audit-log.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import type { userList } from '../../shared/domain/user.ts'
import { secretsInSubjects } from '../../shared/flow/message/secrets-in-subjects.ts'
import { findSubjects } from '../../shared/store/message-detections.ts'
import { ask } from './ask.ts'
import { type AuditView, auditPage, auditPath, messageIdOf } from './audit-page.ts'
import { checkChain } from './check-chain.ts'
import { show } from './frame.ts'
import { maskTexts } from './mask.ts'
import { pageHeaders } from './page.ts'
import { attempt, forForm, forVisitor, type Visit } from './pages.ts'
import type { DashboardParts, Visitor, Visitors } from './visitor.ts'
import { allApiKeys, allInboxes } from './whole-lists.ts'

/** Rows of a page. */
const rows = 50
const filterNames = ['event_type', 'severity', 'actor', 'inbox_id', 'since'] as const

/** Filters that the address names. */
function filtersOf({ query }: Visit): Record<string, string> {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The same as the endpoint takes them: a day begins at midnight, UTC. */
const queryOf = ({ since, ...rest }: Record<string, string>): Record<string, string> => ({
  ...rest,
  ...(since === undefined ? {} : { since: /^\d{4}-\d\d-\d\d$/.test(since) ? `${since}T00:00:00Z` : since }),
})

/** Subjects of the messages that entries are about, without their secrets. */
async function subjectsOf(
  { database, assessors }: Pick<DashboardParts, 'database' | 'assessors'>,
  { principal }: Visitor,
  entries: z.output<typeof auditLogPage>['entries'],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(entries.map(messageIdOf).filter((id) => id !== null))
  const listed = await findSubjects(database, principal.tenantId, [...ids])
  const { masked } = await maskTexts(
    assessors,
    listed.map(({ subject }) => subject),
    await secretsInSubjects(database, principal.tenantId, listed),
  )
  return new Map(listed.map(({ id }, index) => [id, masked[index]!]))
}

/** Registers it. */
export function registerAudit(scope: FastifyInstance, parts: DashboardParts, visitors: Visitors): void {
  const exported = async (visitor: Visitor, query: Record<string, string>) => {
    const { answer } = await parts.door.invoke('export_audit_log', visitor.caller, { query })
    if (answer.kind === 'error') throw new ServiceError(answer.error.code as 'internal', answer.error.message)
    return answer as { filename: string; contentType: string; stream: Readable }
  }
  const page = async (visit: Visit, said: Pick<AuditView, 'check'> = {}) => {
    const { visitor, reply, query } = visit
    const filters = filtersOf(visit)
    const cursor = query('cursor')
    const [found, inboxes, { users }, keys] = await Promise.all([
      attempt<z.output<typeof auditLogPage>>(parts, visitor, 'list_audit_log', {
        query: { ...queryOf(filters), limit: rows, ...(cursor === undefined ? {} : { cursor }) },
      }),
      allInboxes(parts, visitor),
      ask<z.output<typeof userList>>(parts, visitor, 'list_users', {}),
      allApiKeys(parts, visitor),
    ])
    const view = { filters, inboxes, users, keys, ...said }
    if ('value' in found) {
      const subjects = await subjectsOf(parts, visitor, found.value.entries)
      return show(reply, 200, auditPage({ ...view, subjects, found: found.value }, visitor))
    }
    const none = { entries: [], next_cursor: null, has_more: false }
    return show(
      reply,
      found.status,
      auditPage({ ...view, subjects: new Map(), found: none, warning: found.warning }, visitor),
    )
  }

  scope.get(
    auditPath,
    forVisitor(visitors, (visit) => page(visit)),
  )
  scope.post(
    auditPath,
    forForm(visitors, async (visit) => {
      const { stream } = await exported(visit.visitor, {})
      return page(visit, { check: await checkChain(stream) })
    }),
  )
  scope.get(
    `${auditPath}/export`,
    { exposeHeadRoute: false },
    forVisitor(visitors, async (visit) => {
      const { filename, contentType, stream } = await exported(visit.visitor, queryOf(filtersOf(visit)))
      return visit.reply
        .headers({
          ...pageHeaders,
          'content-type': contentType,
          'content-disposition': `attachment; filename="${filename}"`,
        })
        .send(stream)
    }),
  )
}
