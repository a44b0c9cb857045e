/** The page of the queue: what waits for a person, of all inboxes, newest or highest risk first. */
import { limits } from '../../shared/domain/limits.ts'
import { type QueuedMail, queueSorts } from '../../shared/domain/review-queue.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { KnownDecision } from '../../shared/store/pending-decision.ts'
import { type Alike, countAlike, likenessOf } from './alike.ts'
import { mayDecide } from './decision.ts'
import { type DoneShown, doneNote, sortField } from './done-note.ts'
import { ownPage } from './frame.ts'
import { shownSubject, shownWho } from './long-lines.ts'
import { liveAlone } from './mode-view.ts'
import { likePath, mailPath, type QueuePage, queuePagePath, queueStart } from './neighbours.ts'
import { time } from './page.ts'
import { pendingRow } from './pending-note.ts'
import type { QueuePlace } from './queue-place.ts'
import { scoreView } from './score-view.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'
import { number, ofApi } from './words.ts'

const words = () => texts().queue

export function queuePage(
  { messages, next_cursor }: QueuePage,
  visitor: Visitor,
  {
    bounds,
    like,
    page,
    newest,
    pending,
    summaries,
    failed,
    waiting,
    ...done
  }: Pick<DashboardParts, 'bounds'> &
    DoneShown & {
      like?: string | undefined
      /** Decisions that came to nothing, of mail that waits no more. */
      failed: Html | null
      page: QueuePlace
      /** The newest message that waits. */
      newest: string | undefined
      pending: ReadonlyMap<string, KnownDecision>
      /** What was found in each message that is judged. */
      summaries: ReadonlyMap<string, string>
      /** How many wait, counted up to one more than is said. */
      waiting: number
    },
): string {
  const open = messages.filter(({ id }) => pending.get(id)?.failure !== null)
  const alike = countAlike(open)
  const model = open.find(({ id }) => id === like)
  const may = mayDecide(visitor, 'release')
  const selected = model === undefined ? null : likenessOf(model)
  const row = (one: QueuedMail) => {
    const decided = pending.get(one.id)
    if (decided?.failure === null) return pendingRow(decided, shownSubject(one.subject), visitor)
    const likeness = likenessOf(one)
    return item(one, {
      failed:
        decided === undefined
          ? null
          : texts().pending.failed(texts().decided[decided.decision], decided.failure),
      summary: summaries.get(one.id),
      bounds,
      page,
      equal: may ? alike.get(likeness)! : null,
      may,
      checked: likeness === selected,
    })
  }
  return ownPage(
    words().title,
    visitor,
    html`<h1>${words().heading}</h1>
${doneNote(done, visitor.csrf, page.sort)}
${failed}
${page.cursor === null ? liveNote(page, newest) : null}
${waiting === 0 ? null : html`<p>${waitingWords(waiting)}</p>`}
${messages.length === 0 ? null : sortLinks(page)}
${
  messages.length === 0
    ? page.cursor === null && next_cursor === null
      ? html`<div class="card"><p>${words().empty}</p>${liveAlone()}<p><a href="/dashboard/overview">${words().overview}</a></p></div>`
      : html`<div class="card"><p>${words().noneHere}</p><p><a href="${queueStart(page.sort)}">${words().showNow}</a></p></div>`
    : html`<form method="post" action="/dashboard/batch">${visitor.csrf}${sortField(page.sort)}<ul class="queue">${messages.map(row)}</ul>
${open.length === 0 || !may ? null : batchBar()}</form>`
}
${next_cursor === null ? null : html`<p><a class="button plain" data-key="n" href="${queuePagePath({ ...page, cursor: next_cursor })}">${words()[page.sort].further}</a></p>`}`,
  )
}

/** How many wait, on this page and all others. */
const waitingWords = (waiting: number): string =>
  waiting > limits.queueCounted
    ? words().waitMore(number(limits.queueCounted))
    : words().wait(waiting, number(waiting))

const batchBar =
  (): Html => html`<div class="card batch"><span class="meta">${words().selected} <b class="count"></b></span>
<button class="approve" data-key="a" name="lets" value="pass">${words().pass}</button>
<button class="reject" data-key="r" name="lets" value="stop">${words().stop}</button></div>`

/** The orders to choose from. */
const sortLinks = ({ sort }: QueuePlace): Html =>
  html`<nav aria-label="${words().order}"><p class="way">${queueSorts.map((one) => html`<a href="${queueStart(one)}"${one === sort ? html` aria-current="true"` : null}>${words()[one].sort}</a>`)}</p></nav>`

/** Where the script says what has come since; of the first page. */
const liveNote = ({ sort }: QueuePlace, newest = ''): Html =>
  html`<div id="live" role="status" data-from="/dashboard/live?newest=${newest}"><p class="note" hidden><b></b> ${words().isNew} <a href="${queueStart(sort)}">${words().showNow}</a> (g)</p></div>`

function item(
  {
    id,
    direction,
    inbox_slug,
    from,
    from_name,
    to,
    subject,
    risk_score,
    reasons,
    expires_at,
    created_at,
  }: QueuedMail,
  {
    bounds,
    page,
    equal,
    checked,
    failed,
    may,
    summary,
  }: Pick<DashboardParts, 'bounds'> & {
    page: QueuePlace
    /** Those like it; null: they can’t be selected. */
    equal: Alike | null
    checked: boolean
    failed: string | null
    /** Whether it can be selected, to be decided on. */
    may: boolean
    summary: string | undefined
  },
): Html {
  const outbound = direction === 'outbound'
  const who = outbound
    ? texts().mail.toWhom(to)
    : texts().mail.fromWhom(from_name === '' ? from : `${from_name} <${from}>`)
  const title = shownSubject(subject)
  const shown = title === '' ? texts().mail.noSubject : title
  return html`<li class="card" id="${id}" data-row>${may ? html`<input type="checkbox" name="m.${id}" value="yes" data-row-key="x" aria-label="${words().select(shown)}"${checked ? html` checked` : null}>` : html`<span></span>`}
<div><p class="kicker">${outbound ? words().wantsToLeave : words().withheld} · ${inbox_slug} · ${scoreView(risk_score, bounds)}</p>
<p class="title"><a href="${mailPath({ id, ...page })}">${shown}</a></p>
<p class="meta">${shownWho(who)}</p>
${whyView({ outbound, reasons, summary })}
<p class="meta">${time(created_at)}${expires_at === null ? null : html`, ${words().notSentAfter} ${time(expires_at)}`}</p>
${failed === null ? null : html`<p class="note bad">${failed}</p>`}
${equal === null || equal.count === 1 ? null : html`<p class="meta"><a data-row-key="s" href="${likePath({ id, ...page })}">${words().selectAlike(equal.count, equal.recipients)}</a></p>`}</div></li>`
}

/** Why it waits, as far as one line tells. What was found in a draft is said where it holds it, and says more than the score. */
function whyView({
  outbound,
  reasons,
  summary = '',
}: {
  outbound: boolean
  reasons: QueuedMail['reasons']
  summary: string | undefined
}): Html | null {
  const found = outbound && !reasons.includes('risk') ? '' : shownLine(summary)
  const held = reasons
    .filter((reason) => found === '' || (reason !== 'risk' && !(outbound && reason === 'level')))
    .map((reason) => (outbound ? texts().holdReasons : texts().withheldReasons)[reason])
    .join(' ')
  return held === '' && found === '' ? null : html`<p>${held} ${found === '' ? null : ofApi(found)}</p>`
}
