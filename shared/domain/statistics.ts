/** Statistics of a tenant or an inbox: what is counted, over which periods, and the contract. */
import { z } from 'zod'
import { type Direction, directions, type Verdict, verdicts } from './status.ts'
import { timestamp } from './timestamp.ts'

/** Periods, each with the seconds of its steps and how many it has: the last one goes on. */
export const periods = {
  '24h': { stepSeconds: 3_600, steps: 24 },
  '7d': { stepSeconds: 21_600, steps: 28 },
  '30d': { stepSeconds: 86_400, steps: 30 },
} as const
export type Period = keyof typeof periods
export const periodNames = Object.keys(periods) as Period[]

/** When the step of `period` begins that `at` is in, both in milliseconds since 1970. */
export function stepOf(period: Period, at: number): number {
  const stepMs = periods[period].stepSeconds * 1_000
  return Math.floor(at / stepMs) * stepMs
}

/** When the first step of `period` begins, as of `now`; in milliseconds. */
export const startOf = (period: Period, now: number): number =>
  stepOf(period, now) - (periods[period].steps - 1) * periods[period].stepSeconds * 1_000

/** What is counted by itself, with what it says. */
const described = {
  received: 'Inbound messages that were judged.',
  sent: 'Outbound messages that recipients took, or that a sandbox recorded as sent.',
  held: 'Outbound messages that began to wait for a person.',
  failed: 'Outbound messages that no recipient could be reached for.',
  bounced: 'Times that a message came back from a recipient.',
  complained: 'Times that a recipient complained.',
  released: 'Withheld inbound messages that a person let in.',
  approved: 'Held messages that a person approved.',
  rejected: 'Held messages that a person rejected.',
  expired: 'Held messages that nobody decided on in time.',
  new_recipients: 'Recipients that an inbox had not written to in the 30 days before.',
  webhook_succeeded: 'Webhook requests that were answered with 2xx.',
  webhook_failed: 'Webhook requests that were not.',
  credits_used: 'Credits that were used; 0 for a single inbox.',
} as const
export type CountName = keyof typeof described
export const countNames = Object.keys(described) as CountName[]

/** Parts of ten points that scores are counted by: 0 to 9, 10 to 19 … 90 to 100. */
export const riskParts = 10

/** Numbers by name, as they are stored: {@link countNames}, and those that the functions below name. */
export type Counts = Record<string, number>
export const verdictCount = (direction: Direction, verdict: Verdict): string =>
  `verdict.${direction}.${verdict}`
export const riskCount = (direction: Direction, score: number): string =>
  `risk.${direction}.${Math.min(riskParts - 1, Math.max(0, Math.floor(score / 10)))}`
const finding = 'finding.'
export const findingCount = (method: string): string => `${finding}${method}`

const count = z.int().min(0)
const plain = Object.fromEntries(
  countNames.map((name) => [name, count.meta({ description: described[name], examples: [0] })]),
) as Record<CountName, typeof count>
const byVerdict = z.object(
  Object.fromEntries(verdicts.map((verdict) => [verdict, count.meta({ examples: [0] })])) as Record<
    Verdict,
    typeof count
  >,
)
const byDirection = <Of extends z.ZodType>(of: Of) =>
  z.object(Object.fromEntries(directions.map((one) => [one, of])) as Record<Direction, Of>)
const verdictCounts = byDirection(byVerdict).meta({
  description: 'Messages by direction and verdict: once each, whatever becomes of them.',
})
const step = z
  .object({ starts_at: timestamp, ...plain, verdicts: verdictCounts })
  .meta({ id: 'StatisticsStep', description: 'What happened within one step of the period.' })
export type StatisticsStep = z.output<typeof step>

const totals = z
  .object({
    ...plain,
    verdicts: verdictCounts,
    risk_scores: byDirection(
      z
        .array(count)
        .length(riskParts)
        .meta({ examples: [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]] }),
    ).meta({ description: 'Messages by risk score: 0 to 9, 10 to 19 … 90 to 100.' }),
    findings: z
      .array(
        z.object({
          method: z.string().meta({ examples: ['injection'] }),
          count: count.meta({ examples: [1] }),
        }),
      )
      .meta({ description: 'Messages that a scorer gave points to, by scorer, most first.' }),
    bounce_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({
        description:
          'Messages that came back or reached nobody, of all that left or should have; null where there were none.',
        examples: [0.01],
      }),
  })
  .meta({ id: 'StatisticsTotals' })
export type StatisticsTotals = z.output<typeof totals>

const inboxRef = {
  inbox_id: z.string().meta({ examples: ['inb_01ka2b3c4d5e6f7g8h9j0kmnpq'] }),
  inbox_slug: z.string().meta({ examples: ['support-agent'] }),
}
const agent = z
  .object({
    ...inboxRef,
    sent: count.meta({ examples: [12] }),
    held: count.meta({ examples: [1] }),
    new_recipients: count.meta({ examples: [2] }),
  })
  .meta({ id: 'AgentStatistics', description: 'How an inbox was written from.' })
export type AgentStatistics = z.output<typeof agent>

const newRecipient = z
  .object({
    ...inboxRef,
    address: z.string().meta({ examples: ['ada@example.com'] }),
    first_written_at: timestamp,
  })
  .meta({
    id: 'NewRecipient',
    description: 'An address that an inbox had not written to in the 30 days before.',
  })
export type NewRecipient = z.output<typeof newRecipient>

/** How many rows the lists of an answer have at most, and up to how many waiting messages are counted. */
export const statisticsLimits = { agents: 10, newRecipients: 10, waiting: 1_000 }

export const statistics = z
  .object({
    period: z.enum(periodNames),
    step_seconds: z.int().meta({ examples: [3600] }),
    since: timestamp,
    totals,
    steps: z.array(step).meta({ description: 'Oldest first, in UTC; the last one goes on.' }),
    agents: z.array(agent).meta({ description: 'Those inboxes that wrote most, up to 10.' }),
    new_recipients: z.array(newRecipient).meta({ description: 'The newest of the period, up to 10.' }),
    waiting: z
      .object({
        messages: count.meta({ examples: [3] }),
        oldest_at: timestamp.nullable().meta({ examples: [null] }),
      })
      .meta({
        description: `What waits for a person now, counted up to ${statisticsLimits.waiting}, and since when the oldest does.`,
      }),
    webhooks: z
      .object({
        set_up: count.meta({ description: 'Inboxes with a webhook.', examples: [2] }),
        failing: count.meta({ description: 'Those whose last request failed.', examples: [0] }),
        switched_off: count.meta({ description: 'Those switched off for it.', examples: [0] }),
      })
      .meta({ description: 'Webhooks as they are now.' }),
  })
  .meta({ id: 'Statistics' })
export type Statistics = z.output<typeof statistics>

export const statisticsQuery = z.strictObject({
  period: z.enum(periodNames).default('24h').meta({
    description: 'By the hour, by six hours, or by the day; steps begin at full ones of UTC.',
  }),
})

/** The numbers of a step, as the API shows them; what was not counted is 0. */
export function shownStep(counts: Counts): Omit<StatisticsStep, 'starts_at'> {
  const of = (name: string) => counts[name] ?? 0
  const verdictsOf = (direction: Direction) =>
    Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdictCount(direction, verdict))])) as Record<
      Verdict,
      number
    >
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, of(name)])) as Record<CountName, number>),
    verdicts: { inbound: verdictsOf('inbound'), outbound: verdictsOf('outbound') },
  }
}

/** The numbers of a whole period, from those of its steps. */
export function shownTotals(steps: readonly Counts[]): StatisticsTotals {
  const sum: Counts = {}
  for (const counts of steps)
    for (const [name, value] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + value
  const risks = (direction: Direction) =>
    Array.from({ length: riskParts }, (_, part) => sum[riskCount(direction, part * 10)] ?? 0)
  const shown = shownStep(sum)
  const left = shown.sent + shown.failed
  return {
    ...shown,
    risk_scores: { inbound: risks('inbound'), outbound: risks('outbound') },
    findings: Object.entries(sum)
      .filter(([name, value]) => name.startsWith(finding) && value > 0)
      .map(([name, value]) => ({ method: name.slice(finding.length), count: value }))
      .toSorted((a, b) => b.count - a.count || (a.method < b.method ? -1 : 1)),
    bounce_rate: left === 0 ? null : Math.min(1, (shown.failed + shown.bounced) / left),
  }
}
