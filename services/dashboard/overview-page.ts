/** The page of the overview. */
import {
  type Period,
  periodNames,
  type Statistics,
  type StatisticsStep,
} from '../../shared/domain/statistics.ts'
import type { Direction } from '../../shared/domain/status.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { barChart, type Series } from './chart.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import type { Visitor } from './visitor.ts'
import { inWords, number } from './words.ts'

const periodWords: Readonly<Record<Period, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
}

export function overviewPage(numbers: Statistics, credits: number, visitor: Visitor): string {
  const { period, totals, waiting, webhooks, steps } = numbers
  const words = periodWords[period]
  return ownPage(
    `Overview, ${words}`,
    visitor,
    html`<h1>Overview</h1>
<p class="way" role="group" aria-label="Period">${periodNames.map((name) => html`<a href="/dashboard/overview?period=${name}"${name === period ? html` aria-current="page"` : null}>${periodWords[name]}</a>`)}</p>
<dl class="tiles">
<div class="card"><dt>Waits for a person</dt><dd><a href="/dashboard">${number(waiting.messages)}</a></dd><dd class="hint">${waiting.oldest_at === null ? 'Nothing waits.' : html`The oldest since ${time(waiting.oldest_at)}`}</dd></div>
<div class="card"><dt>Came in</dt><dd>${number(totals.received)}</dd><dd class="hint">${number(totals.verdicts.inbound.withheld)} withheld</dd></div>
<div class="card"><dt>Left</dt><dd>${number(totals.sent)}</dd><dd class="hint">${number(totals.held)} held first</dd></div>
<div class="card"><dt>Bounce rate</dt><dd>${totals.bounce_rate === null ? '–' : `${(totals.bounce_rate * 100).toFixed(1)} %`}</dd><dd class="hint">${number(totals.complained)} complaints</dd></div>
<div class="card"><dt>Webhooks</dt><dd>${number(webhooks.set_up)}</dd><dd class="hint">${webhooks.failing + webhooks.switched_off === 0 ? 'None is failing.' : `${number(webhooks.failing)} failing, ${number(webhooks.switched_off)} switched off`}</dd></div>
<div class="card"><dt>Credits left</dt><dd>${number(credits)}</dd><dd class="hint">${number(totals.credits_used)} used</dd></div>
</dl>
<div class="charts">
${overTime('mail', 'Mail in and out', steps, [
  of('Came in', 'blue', ({ received }) => received),
  of('Left', 'good', ({ sent }) => sent),
])}
${verdictChart('in', 'Verdicts of what came in', 'inbound', steps)}
${verdictChart('out', 'Verdicts of what was written', 'outbound', steps)}
${barChart({
  id: 'risk',
  title: 'Risk scores',
  hint: 'Messages by score: from 30 on they are flagged, from 70 on withheld, unless the service is set otherwise.',
  of: 'Score',
  labels: totals.risk_scores.inbound.map((_, part) =>
    part === 9 ? '90 to 100' : `${part * 10} to ${part * 10 + 9}`,
  ),
  series: [
    { name: 'Came in', colour: 'blue', values: totals.risk_scores.inbound },
    { name: 'Written', colour: 'good', values: totals.risk_scores.outbound },
  ],
})}
${overTime('returned', 'What came back', steps, [
  of('Bounced', 'warn', ({ bounced }) => bounced),
  of('Reached nobody', 'bad', ({ failed }) => failed),
  of('Complaints', 'soft', ({ complained }) => complained),
])}
${overTime('webhooks', 'Webhook requests', steps, [
  of('Answered well', 'good', ({ webhook_succeeded }) => webhook_succeeded),
  of('Failed', 'bad', ({ webhook_failed }) => webhook_failed),
])}
${overTime('credits', 'Credits used', steps, [of('Credits', 'blue', ({ credits_used }) => credits_used)])}
</div>
<section class="card" aria-labelledby="findings"><h2 id="findings">Findings</h2>${
      totals.findings.length === 0
        ? html`<p class="meta">Nothing was found in any message.</p>`
        : rows(
            ['Method', 'Messages'],
            totals.findings.map(({ method, count }) => [inWords(method), number(count)]),
          )
    }</section>
<section class="card" aria-labelledby="agents"><h2 id="agents">Who writes most</h2>${
      numbers.agents.length === 0
        ? html`<p class="meta">No inbox has written anything.</p>`
        : rows(
            ['Inbox', 'Left', 'Held', 'To new addresses'],
            numbers.agents.map(({ inbox_slug, sent, held, new_recipients }) => [
              html`<a href="/dashboard/inboxes/${inbox_slug}">${inbox_slug}</a>`,
              number(sent),
              number(held),
              number(new_recipients),
            ]),
          )
    }</section>
<section class="card" aria-labelledby="new"><h2 id="new">Written to for the first time</h2>${
      numbers.new_recipients.length === 0
        ? html`<p class="meta">Nobody new.</p>`
        : rows(
            ['Address', 'Inbox', 'When'],
            numbers.new_recipients.map(({ address, inbox_slug, first_written_at }) => [
              shownLine(address),
              html`<a href="/dashboard/inboxes/${inbox_slug}">${inbox_slug}</a>`,
              time(first_written_at),
            ]),
          )
    }</section>`,
  )
}

type Of = (step: StatisticsStep) => number

const of = (name: string, colour: Series['colour'], value: Of) => ({ name, colour, value })

const overTime = (
  id: string,
  title: string,
  steps: readonly StatisticsStep[],
  series: readonly ReturnType<typeof of>[],
): Html =>
  barChart({
    id,
    title,
    of: 'From',
    labels: steps.map(({ starts_at }) => time(starts_at)),
    series: series.map(({ value, ...rest }) => ({ ...rest, values: steps.map(value) })),
  })

const verdictChart = (
  id: string,
  title: string,
  direction: Direction,
  steps: readonly StatisticsStep[],
): Html =>
  overTime(id, title, steps, [
    of('Clean', 'good', ({ verdicts }) => verdicts[direction].clean),
    of('Flagged', 'warn', ({ verdicts }) => verdicts[direction].flagged),
    of('Withheld', 'bad', ({ verdicts }) => verdicts[direction].withheld),
  ])

const rows = (head: readonly string[], lines: readonly (readonly (string | Html)[])[]): Html =>
  html`<div class="wide"><table><thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead><tbody>${lines.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first!}</th>${rest.map((one) => html`<td>${one}</td>`)}</tr>`,
  )}</tbody></table></div>`
