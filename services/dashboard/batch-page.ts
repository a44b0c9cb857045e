/** The pages of a decision on several mails: what it is about, and what became of it. */
import type { ApprovalDetail } from '../../shared/domain/approval.ts'
import type { Message } from '../../shared/domain/message.ts'
import type { QueueSort } from '../../shared/domain/review-queue.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import { wantsSecondStep } from './decision.ts'
import { sortField } from './done-note.ts'
import { ownPage } from './frame.ts'
import { peopleView, shownSubject, shownWho } from './long-lines.ts'
import { queueStart } from './neighbours.ts'
import { scoreView } from './score-view.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'
import { ofApi } from './words.ts'

const words = () => texts().batch
const decisionWords = () => texts().review

/** A field of a form that names a message. */
export const messageField = /^m\.(msg_[0-9a-z]{1,64})$/

/** A mail of a batch; or one that can't be decided on, and why. */
export type BatchItem = OpenItem | FailedItem
export interface OpenItem {
  id: string
  message: Message
  approval: ApprovalDetail | null
}
export interface FailedItem {
  id: string
  subject?: string
  failure: string
}

/** Whether all of them may pass (are approved, released), or may not (are rejected, deleted). */
export interface Batch {
  lets: 'pass' | 'stop'
  /** The order of the queue that they were chosen in. */
  sort: QueueSort
  items: readonly BatchItem[]
}

/** Characters of the text of each. */
const excerpt = 300

/** Shows each, and asks. */
export function batchPage(
  { lets, sort, items }: Batch,
  { csrf, ...visitor }: Visitor,
  { bounds }: Pick<DashboardParts, 'bounds'>,
): string {
  const open = items.flatMap((one) => ('message' in one ? [one] : []))
  const [out, back] = [
    open.filter(({ message }) => message.direction === 'outbound').length,
    open.filter(({ message }) => message.direction === 'inbound').length,
  ]
  const risky = lets === 'pass' ? open.filter((one) => wantsSecondStep(one, 'approve', bounds)).length : 0
  const title = lets === 'pass' ? words().pass(out, back) : words().stop(out, back)
  return ownPage(
    title,
    { csrf, ...visitor },
    html`<h1>${title}</h1>
<form method="post" action="/dashboard/batch">${csrf}${sortField(sort)}<input type="hidden" name="sure" value="yes">
${open.map(({ id, approval }) => html`<input type="hidden" name="m.${id}" value="${approval?.content_sha256 ?? 'yes'}">`)}
<section class="card" aria-label="${decisionWords().decision}">${
      lets === 'pass'
        ? risky === 0
          ? null
          : html`<p class="note bad">${words().risky(risky, bounds.withholdAbove)}</p>`
        : html`<label for="reason">${decisionWords().reason} <span class="hint">${decisionWords().reasonHint}</span></label>
<textarea id="reason" name="reason" maxlength="1000"></textarea>
${back === 0 ? null : html`<p>${words().goneForGood}</p>`}`
    }
<div class="actions"><button class="${lets === 'pass' && risky === 0 ? 'approve' : 'reject'}" data-key="y" name="lets" value="${lets}">${words().yes(open.length)}</button>
<a class="button plain" data-key="n" href="${queueStart(sort)}">${words().no}</a></div></section></form>
<ul class="queue">${items.map((one) => item(one, bounds))}</ul>`,
  )
}

function item(one: BatchItem, bounds: DashboardParts['bounds']): Html {
  if ('failure' in one) return failureView(one)
  const { message, approval } = one
  const outbound = message.direction === 'outbound'
  const { risk_score = null, summary = '' } = message.security_analysis ?? {}
  const to = approval?.recipients.map(({ address }) => address) ?? []
  return html`<li class="card"><p class="kicker">${outbound ? texts().queue.wantsToLeave : texts().queue.withheld} · ${scoreView(risk_score, bounds)}</p>
<p class="title">${subjectOf(message.subject)}</p>
<div class="meta">${outbound ? html`${texts().mail.toWhom('')}${peopleView(to)}` : texts().mail.fromWhom(shownWho(message.from))}</div>
${wantsSecondStep(one, 'approve', bounds) ? html`<p>${ofApi(shownLine(summary))}</p>` : null}
<pre>${shownText(truncate(message.body, excerpt))}</pre></li>`
}

const subjectOf = (subject: string): string => {
  const line = shownSubject(subject)
  return line === '' ? texts().mail.noSubject : line
}

const failureView = ({ id, subject, failure }: FailedItem): Html =>
  html`<li class="card"><p class="title"><a href="/dashboard/mail/${id}">${subject === undefined ? id : subjectOf(subject)}</a></p>
<p class="note bad">${failure}</p></li>`

/** Says how many were done, and names each that was not. */
export function batchResultPage(
  {
    lets,
    sort,
    done,
    failed,
  }: Pick<Batch, 'lets' | 'sort'> & { done: number; failed: readonly FailedItem[] },
  visitor: Visitor,
): string {
  const all = done + failed.length
  return ownPage(
    words().someLeft,
    visitor,
    html`<h1>${words().someLeft}</h1>
<p class="note" role="status">${lets === 'pass' ? words().passed(done, all) : words().stopped(done, all)}</p>
<h2>${words().failed}</h2><ul class="queue">${failed.map(failureView)}</ul>
<p><a class="button plain" data-key="Escape" href="${queueStart(sort)}">${texts().frame.backToQueue}</a></p>`,
  )
}
