/** What the agent had read before it wrote a message, on the page of that message. */
import type { ApprovalDetail, ReadBefore } from '../../shared/domain/approval.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import { time } from './page.ts'
import { scoreView } from './score-view.ts'
import { texts } from './texts.ts'
import type { DashboardParts } from './visitor.ts'

const words = () => texts().provenance

/** Newest first; what was flagged or withheld is marked, and so is whose sender nobody has proven. */
export function provenanceView(
  { provenance, created_at }: Pick<ApprovalDetail, 'provenance' | 'created_at'>,
  bounds: DashboardParts['bounds'],
): Html {
  const items = provenance.map((one) => item(one, created_at, bounds))
  return html`<section class="card" id="provenance"><h2>${words().title}</h2>
${items.length === 0 ? html`<p>${words().none}</p>` : html`<ol class="queue">${items}</ol>`}
<p class="hint">${words().note}</p></section>`
}

function item(read: ReadBefore, writtenAt: string, bounds: DashboardParts['bounds']): Html {
  const { message_id, from, from_name, subject, verdict, risk_score, authenticated, read_at, inbox_slug } =
    read
  const title = shownLine(subject).trim()
  const sender = from_name === '' ? from : `${from_name} <${from}>`
  const risky = verdict === 'flagged' || verdict === 'withheld'
  return html`<li class="mail"${risky ? html` data-risky` : null}>
<p><a href="/dashboard/mail/${message_id}">${title === '' ? words().subjectless : title}</a></p>
<p class="meta">${shownLine(sender)} · ${authenticated ? words().proven : words().unproven} · ${inbox_slug}</p>
<p class="meta">${words().when(spanBetween(read_at, writtenAt))}, ${time(read_at)}</p>
<p${risky ? html` class="note bad"` : html` class="meta"`}>${outcome(read)} · ${scoreView(risk_score, bounds)}${risky ? html`. ${words().distrust}` : null}</p></li>`
}

function outcome({ verdict, status }: ReadBefore): string {
  if (verdict === null) return words().notJudged
  const said = words().verdicts[verdict]
  return verdict === 'withheld' && status !== 'withheld' ? `${said}, ${words().released}` : said
}

/** How long one time is before another, in words(). */
function spanBetween(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000)
  if (minutes < 1) return words().spans.seconds
  if (minutes < 60) return words().spans.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? words().spans.hours(hours) : words().spans.days(Math.floor(hours / 24))
}
