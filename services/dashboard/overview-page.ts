/** The page of the overview. */
import { periodNames, type Statistics, type StatisticsStep } from '../../shared/domain/statistics.ts'
import type { Direction } from '../../shared/domain/status.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { barChart, type Series } from './chart.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { fixed, inWords, number } from './words.ts'

const words = () => texts().overview

export function overviewPage(numbers: Statistics, credits: number, visitor: Visitor): string {
  const { period, totals, waiting, webhooks, steps } = numbers
  const { tiles, charts, findings, agents, newRecipients, periods } = words()
  return ownPage(
    words().titleOf(periods[period]),
    visitor,
    html`<h1>${words().title}</h1>
<p class="way" role="group" aria-label="${words().period}">${periodNames.map((name) => html`<a href="/dashboard/overview?period=${name}"${name === period ? html` aria-current="page"` : null}>${periods[name]}</a>`)}</p>
<dl class="tiles">
<div class="card"><dt>${tiles.waits}</dt><dd><a href="/dashboard">${number(waiting.messages)}</a></dd><dd class="hint">${waiting.oldest_at === null ? tiles.nothingWaits : html`${tiles.oldest} ${time(waiting.oldest_at)}`}</dd></div>
<div class="card"><dt>${tiles.came}</dt><dd>${number(totals.received)}</dd><dd class="hint">${tiles.withheld(number(totals.verdicts.inbound.withheld))}</dd></div>
<div class="card"><dt>${tiles.left}</dt><dd>${number(totals.sent)}</dd><dd class="hint">${tiles.held(number(totals.held))}</dd></div>
<div class="card"><dt>${tiles.bounceRate}</dt><dd>${totals.bounce_rate === null ? '–' : tiles.percent(fixed(totals.bounce_rate * 100))}</dd><dd class="hint">${tiles.complaints(number(totals.complained))}</dd></div>
<div class="card"><dt>${tiles.webhooks}</dt><dd>${number(webhooks.set_up)}</dd><dd class="hint">${webhooks.set_up === 0 ? tiles.noneSetUp : webhooks.failing + webhooks.switched_off === 0 ? tiles.noneFails : tiles.failing(number(webhooks.failing), number(webhooks.switched_off))}</dd></div>
<div class="card"><dt>${tiles.credits}</dt><dd>${number(credits)}</dd><dd class="hint">${tiles.used(number(totals.credits_used))}</dd></div>
</dl>
<div class="charts">
${overTime('mail', charts.mail, steps, [
  of(charts.came, 'blue', ({ received }) => received),
  of(charts.left, 'good', ({ sent }) => sent),
])}
${verdictChart('in', charts.verdictsIn, 'inbound', steps)}
${verdictChart('out', charts.verdictsOut, 'outbound', steps)}
${barChart({
  id: 'risk',
  title: charts.risk,
  hint: charts.riskHint,
  of: charts.score,
  labels: totals.risk_scores.inbound.map((_, part) =>
    charts.range(part * 10, part === 9 ? 100 : part * 10 + 9),
  ),
  series: [
    { name: charts.came, colour: 'blue', values: totals.risk_scores.inbound },
    { name: charts.written, colour: 'good', values: totals.risk_scores.outbound },
  ],
})}
${overTime('returned', charts.returned, steps, [
  of(charts.bounced, 'warn', ({ bounced }) => bounced),
  of(charts.nobody, 'bad', ({ failed }) => failed),
  of(charts.complaints, 'soft', ({ complained }) => complained),
])}
${overTime('webhooks', charts.webhooks, steps, [
  of(charts.answered, 'good', ({ webhook_succeeded }) => webhook_succeeded),
  of(charts.failed, 'bad', ({ webhook_failed }) => webhook_failed),
])}
${overTime('credits', charts.creditsUsed, steps, [of(charts.credits, 'blue', ({ credits_used }) => credits_used)])}
</div>
<section class="card" aria-labelledby="findings"><h2 id="findings">${findings.title}</h2>${
      totals.findings.length === 0
        ? html`<p class="meta">${findings.none}</p>`
        : rows(
            findings.head,
            totals.findings.map(({ method, count }) => [inWords(method), number(count)]),
          )
    }</section>
<section class="card" aria-labelledby="agents"><h2 id="agents">${agents.title}</h2>${
      numbers.agents.length === 0
        ? html`<p class="meta">${agents.none}</p>`
        : rows(
            agents.head,
            numbers.agents.map(({ inbox_slug, sent, held, new_recipients }) => [
              html`<a href="/dashboard/inboxes/${inbox_slug}">${inbox_slug}</a>`,
              number(sent),
              number(held),
              number(new_recipients),
            ]),
          )
    }</section>
<section class="card" aria-labelledby="new"><h2 id="new">${newRecipients.title}</h2>${
      numbers.new_recipients.length === 0
        ? html`<p class="meta">${newRecipients.none}</p>`
        : rows(
            newRecipients.head,
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
    of: words().charts.from,
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
    of(words().charts.clean, 'good', ({ verdicts }) => verdicts[direction].clean),
    of(words().charts.flagged, 'warn', ({ verdicts }) => verdicts[direction].flagged),
    of(words().charts.withheld, 'bad', ({ verdicts }) => verdicts[direction].withheld),
  ])

const rows = (head: readonly string[], lines: readonly (readonly (string | Html)[])[]): Html =>
  html`<div class="wide"><table><thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead><tbody>${lines.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first!}</th>${rest.map((one) => html`<td>${one}</td>`)}</tr>`,
  )}</tbody></table></div>`
