/** What waits for a person, of all inboxes of a tenant, in the database. */
import type { Page } from '../domain/pagination.ts'
import type { Reach } from '../domain/principal.ts'
import type { QueuedMail, QueueSort, ReviewQueueQuery } from '../domain/review-queue.ts'
import type { HeldFacts } from '../domain/withheld-reasons.ts'
import type { Sql } from '../lib/sql.ts'
import { contentHidden } from './content-hidden.ts'
import { inboxIsThere } from './inbox-deletion.ts'
import { type Looked, lookThrough } from './look.ts'

/** A message of the queue, with the reasons of its approval alone; and what the order by risk sorts it by, where that was asked for. */
export type RankedMail = QueuedMail & HeldFacts & { risk_rank?: number }

/** What tells why a message `m` that came in is withheld; see `heldFactsOf`. */
export const heldFacts = `coalesce(m.security_analysis @? '$.detections[*] ? (@.method == "policy" && (@.result == "block" || @.result == "withhold"))', false) as held_by_policy,
  coalesce(m.security_analysis @? '$.detections[*] ? (@.method == "pipeline" || (@.method == "clamav" && @.result == "error"))', false) as unanswered`

/**
 * Withheld mail within reach, of both directions, newest or highest risk first: as many rows are read as a page has,
 * however many wait.
 */
export function listReviewQueue(
  sql: Sql,
  { tenantId, inboxId }: Reach,
  { direction, sort = 'newest' }: Pick<ReviewQueueQuery, 'direction' | 'sort'>,
  page: Page,
): Promise<Looked<RankedMail>> {
  const values: unknown[] = [tenantId]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const order = orders[sort]
  const behind = (after: string[]) =>
    `(${order.map((column) => `s.${column}`).join(', ')}) < (${after.map(bind).join(', ')})`
  const chosen = [
    ...(inboxId === null ? [] : [`s.inbox_id = ${bind(inboxId)}`]),
    ...(page.after === null ? [] : [behind(page.after)]),
  ]
  const ofDirection = direction === undefined ? [] : [`m.direction = ${bind(direction)}`]
  return lookThrough<RankedMail>(
    sql,
    {
      // In the words of the index, which holds those that are withheld only.
      ids: `select ${order.map((column) => `s.${column}`).join(', ')} from rare_states s where ${[
        's.tenant_id = $1',
        "s.noun = 'message'",
        "s.state = 'withheld'",
        ...chosen,
      ].join(' and ')} order by ${order.map((column) => `s.${column} desc`).join(', ')}`,
      order,
      row: 'messages m on m.tenant_id = $1 and m.id = k.id',
      conditions: [inboxIsThere('m'), ...ofDirection],
      columns: `${order.map((column) => `k.${column}`).join(', ')}, m.direction, a.id as approval_id, m.inbox_id, i.slug as inbox_slug, m."from",
        m.from_name, m."to", m.subject, m.risk_score, coalesce(a.reasons, '{}') as reasons, ${heldFacts},
        ${contentHidden} as content_hidden, a.expires_at, m.created_at`,
      joins: `join inboxes i on i.tenant_id = m.tenant_id and i.id = m.inbox_id
        left join approvals a on a.tenant_id = m.tenant_id and a.message_id = m.id`,
    },
    values,
    page.limit,
  )
}

/**
 * How many withheld messages of a tenant wait for somebody to decide, counted up to `most`: not those on which somebody has
 * decided, and who may still undo it. As many rows are read as are counted.
 */
export async function countWaiting(sql: Sql, tenantId: string, most: number): Promise<number> {
  // In the words of the index, as above.
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from rare_states s where s.tenant_id = $1 and s.noun = 'message' and s.state = 'withheld'
         and ${inboxIsThere('s')} and not exists (select 1 from pending_decisions p
           where p.tenant_id = s.tenant_id and p.message_id = s.id and p.failure is null)
       order by s.id desc limit ${Math.trunc(most)}) w`,
    [tenantId],
  )
  return row!.count
}

/** What each order sorts by, the greatest first. */
const orders = { newest: ['id'], risk: ['risk_rank', 'id'] } as const

/** What a message is sorted by in an order. */
export const positionIn = (sort: QueueSort | undefined, { id, risk_rank }: RankedMail): string[] =>
  sort === 'risk' ? [String(risk_rank), id] : [id]
