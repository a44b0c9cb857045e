/** What waits for a person, of all inboxes of a tenant, in the database. */
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { QueuedMail, ReviewQueueQuery } from '../domain/review-queue.ts'
import type { Sql } from '../lib/sql.ts'
import { contentHidden } from './content-hidden.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { type Looked, lookThrough } from './look.ts'

/** Withheld mail within reach, of both directions, newest first: as many rows are read as a page has, however many wait. */
export function listReviewQueue(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  { direction }: Pick<ReviewQueueQuery, 'direction'>,
  page: Page,
): Promise<Looked<QueuedMail>> {
  const values: unknown[] = [tenantId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const chosen = [
    ...(inboxId === null ? [] : [`s.inbox_id = ${bind(inboxId)}`]),
    ...(page.after === null ? [] : [`s.id < ${bind(page.after[0])}`]),
  ]
  const ofDirection = direction === undefined ? [] : [`m.direction = ${bind(direction)}`]
  return lookThrough<QueuedMail>(
    sql,
    {
      // In the words of the index, which holds those that are withheld only.
      ids: `select s.id from rare_states s where ${[
        's.tenant_id = $1',
        "s.noun = 'message'",
        "s.state = 'withheld'",
        ...chosen,
      ].join(' and ')} order by s.id desc`,
      row: 'messages m on m.tenant_id = $1 and m.id = k.id',
      conditions: [inboxIsThere('m'), ...ofDirection],
      columns: `m.id, m.direction, a.id as approval_id, m.inbox_id, i.slug as inbox_slug, m."from",
        m.from_name, m."to", m.subject, m.risk_score, coalesce(a.reasons, '{}') as reasons,
        ${contentHidden} as content_hidden, a.expires_at, m.created_at`,
      joins: `join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
        left join approvals a on a.tenant_id = m.tenant_id and a.message_id = m.id`,
    },
    values,
    page.limit,
  )
}
