/** Statistics of a tenant or an inbox over a period, from rows that are counted as things happen. */
import type { Reach } from '../../domain/principal.ts'
import {
  type Period,
  periods,
  type Statistics,
  shownStep,
  shownTotals,
  startOf,
} from '../../domain/statistics.ts'
import type { Sql } from '../../lib/sql.ts'
import {
  readAgents,
  readNewRecipients,
  readSteps,
  readWaiting,
  readWebhookHealth,
} from '../../store/mail-statistics.ts'

/** The statistics within reach; steps in which nothing happened are there, with zeros. */
export async function readStatistics(
  sql: Sql,
  reach: Reach,
  period: Period,
  now: number = Date.now(),
): Promise<Statistics> {
  const { stepSeconds, steps } = periods[period]
  const first = startOf(period, now)
  const since = new Date(first).toISOString()
  const [rows, agents, newRecipients, waiting, webhooks] = await Promise.all([
    readSteps(sql, reach, period, since),
    readAgents(sql, reach, period, since),
    readNewRecipients(sql, reach, since),
    readWaiting(sql, reach),
    readWebhookHealth(sql, reach),
  ])
  const byStart = new Map(rows.map(({ startsAt, counts }) => [startsAt, counts]))
  return {
    period,
    step_seconds: stepSeconds,
    since,
    totals: shownTotals(rows.map(({ counts }) => counts)),
    steps: Array.from({ length: steps }, (_, index) => {
      const startsAt = new Date(first + index * stepSeconds * 1_000).toISOString()
      return { starts_at: startsAt, ...shownStep(byStart.get(startsAt) ?? {}) }
    }),
    agents,
    new_recipients: newRecipients,
    waiting,
    webhooks,
  }
}
