/** The page of one mail in the queue: what to do with it first, then all that one needs to decide. */
import type { ApprovalDetail } from '../../shared/domain/approval.ts'
import { feedbackLabels } from '../../shared/domain/feedback.ts'
import type { Message, MessageSummary } from '../../shared/domain/message.ts'
import { heldFactsOf, withheldReasons } from '../../shared/domain/withheld-reasons.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine, shownText } from '../../shared/lib/shown-text.ts'
import { blockedOf, blockScopes } from './block-sender.ts'
import { mayDecide } from './decision.ts'
import { type DoneShown, doneNote } from './done-note.ts'
import { findingsView } from './findings-view.ts'
import { ownPage } from './frame.ts'
import { fieldView, peopleView, shownSubject } from './long-lines.ts'
import type { QueuedMailView } from './mail.ts'
import { bodyView, filesView, groundsIn } from './mail-view.ts'
import { markedText } from './marked-text.ts'
import { mailPath, type Neighbours, queuePath } from './neighbours.ts'
import { onceField } from './once.ts'
import { time } from './page.ts'
import type { Passage } from './passages.ts'
import { pendingNote } from './pending-note.ts'
import { mayChange } from './policies-page.ts'
import { provenanceView } from './provenance-view.ts'
import type { Reviewed } from './reviewed.ts'
import { type Secrets, secretsInEdit, secretsNote } from './secrets-view.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'
import { ofApi, standingWords } from './words.ts'

const words = () => texts().queuedMail

/** Characters that are shown of a mail that was there before. */
const excerpt = 2_000

export function queuedMailPage(
  { message, approval, before: thread, page, pending }: QueuedMailView,
  { before, after }: Neighbours,
  visitor: Visitor,
  {
    bounds,
    warning,
    secrets,
    reviewed,
    ...done
  }: Pick<DashboardParts, 'bounds'> & DoneShown & { secrets: Secrets; reviewed: Reviewed; warning?: string },
): string {
  const subject = shownSubject(message.subject)
  const grounds = groundsIn(message)
  const order = texts().queue[page.sort]
  const reasons = reasonsOf(message, approval, bounds)
  return ownPage(
    subject === '' ? words().noSubject : truncate(subject, 80),
    page.inbox === undefined ? visitor : { ...visitor, at: `/dashboard/inboxes/${page.inbox}` },
    html`${
      page.inbox === undefined
        ? html`<p class="way"><a data-key="Escape" href="${queuePath({ id: message.id, ...page })}">${words().back}</a>
${before === null ? null : html`<a data-key="k" href="${mailPath(before)}">${order.before}</a>`}
${after === null ? null : html`<a data-key="j" href="${mailPath(after)}">${order.after}</a>`}</p>`
        : html`<p class="way"><a data-key="Escape" href="/dashboard/inboxes/${page.inbox}">${words().backToInbox(page.inbox)}</a></p>`
    }
${doneNote(done, visitor.csrf, page.sort)}
<p class="kicker">${kickerOf(message, approval)}</p>
<h1>${subject === '' ? texts().mail.noSubject : subject}</h1>
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${pending === null ? null : pendingNote(pending, visitor, page.sort)}
${pending !== null && pending.failure === null ? null : decisionForms({ message, approval, page }, visitor)}
${outcomeView(message, reviewed)}
${secretsNote(secrets, { path: mailPath({ id: message.id, ...page }), hidden: visitor.csrf })}
<section class="card">${headerView(message, approval, grounds.subject)}
${reviewed.edit === null ? null : html`<p class="meta">${words().editedBy(shownLine(reviewed.edit.by), reviewed.edit.revision)}</p>`}
${approval === null || approval.send_at === null ? null : html`<p class="meta">${texts().review.sentAt} ${time(approval.send_at)}.</p>`}</section>
<section class="card"><h2>${whyTitle(message, approval)}</h2>
${reasons.length === 0 ? null : html`<p>${reasons.join(' ')}</p>`}
${findingsView(message, grounds, bounds)}</section>
<section class="card"><h2>${words().message}</h2>${bodyView(message, grounds.body)}</section>
${filesView(message)}
<section class="card"><h2>${words().headerAndSenders}</h2>${authenticationView(message)}
<details><summary>${words().allFields}</summary><pre class="code" tabindex="0">${message.headers.map(({ name, value }) => shownLine(`${name}: ${value}`)).join('\n')}</pre></details></section>
${approval === null ? null : provenanceView(approval, bounds)}
${beforeView(thread)}`,
  )
}

/** Why it waits, or did, in words. */
function reasonsOf(
  { direction, verdict, security_analysis, approval: decided }: Message,
  waits: ApprovalDetail | null,
  bounds: DashboardParts['bounds'],
): string[] {
  if (direction === 'outbound')
    return (waits?.reasons ?? decided?.reasons ?? []).map((reason) => texts().holdReasons[reason])
  if (verdict !== 'withheld') return []
  return withheldReasons(heldFactsOf(security_analysis), bounds).map(
    (reason) => texts().withheldReasons[reason],
  )
}

/** Of a mail that waits, did, or never has. */
function whyTitle({ direction, status, verdict, approval: decided }: Message, waits: ApprovalDetail | null) {
  if (waits !== null || (direction === 'inbound' && status === 'withheld')) return words().why
  const waited = decided !== undefined || (direction === 'inbound' && verdict === 'withheld')
  return waited ? words().whyThen : words().found
}

/** What was decided on it, by whom and when, and why. */
function outcomeView({ approval }: Message, { decidedBy }: Reviewed): Html | null {
  if (approval === undefined || approval.status === 'pending') return null
  if (approval.status === 'expired')
    return html`<section class="card"><p>${texts().result.expiredBy} ${time(approval.expires_at)}.</p></section>`
  if (decidedBy === null || approval.resolved_at === null) return null
  return html`<section class="card"><p>${words().decidedBy[approval.status](shownLine(decidedBy))}, ${time(approval.resolved_at)}.</p>
${approval.reason === null ? null : html`<p>${texts().result.reason(shownText(approval.reason))}</p>`}</section>`
}

/** The page that asks before a mail with secrets is edited. */
export const secretsInEditPage = ({ message, page }: QueuedMailView, visitor: Visitor): string =>
  ownPage(
    words().secrets.title,
    visitor,
    secretsInEdit({ path: mailPath({ id: message.id, ...page }), hidden: visitor.csrf }),
  )

function kickerOf(message: Message, approval: ApprovalDetail | null): Html {
  if (approval !== null) return html`${words().wantsToLeave} ${time(approval.expires_at)}, ${words().notSent}`
  return message.direction === 'inbound' && message.status === 'withheld'
    ? html`${words().withheld}`
    : html`${words().decided(standingWords(message))}`
}

/** The page that asks once more, of a mail with a high score. `fields` are those of the form that was sent. */
export function secondStepPage(
  { message, page }: QueuedMailView,
  visitor: Visitor,
  decision: 'approve' | 'release',
  contentSha256: string,
): string {
  const score = message.security_analysis?.risk_score ?? 0
  const path = mailPath({ id: message.id, ...page })
  return ownPage(
    words().sure.title,
    visitor,
    html`<p class="kicker">${shownSubject(message.subject)}</p><h1>${words().sure[decision].asks}</h1>
<section class="card"><p>${words().sure.score} <span class="score high">${words().sure.of(score)}</span>. ${ofApi(shownLine(message.security_analysis?.summary ?? ''))}</p>
<div class="actions"><form method="post" action="${path}">${visitor.csrf}
<input type="hidden" name="content_sha256" value="${contentSha256}"><input type="hidden" name="sure" value="yes">
<button class="reject" data-key="y" name="decision" value="${decision}">${words().sure[decision].yes}</button></form>
<a class="button plain" data-key="n" href="${path}">${words().no}</a></div></section>`,
  )
}

function decisionForms(
  { message, approval, page }: Pick<QueuedMailView, 'message' | 'approval' | 'page'>,
  visitor: Visitor,
): Html | null {
  const waits = approval !== null || (message.direction === 'inbound' && message.status === 'withheld')
  if (!waits) return null
  if (!mayDecide(visitor, 'release')) return html`<p class="note">${words().viewer}</p>`
  const { csrf } = visitor
  const path = mailPath({ id: message.id, ...page })
  const sha = html`<input type="hidden" name="content_sha256" value="${approval?.content_sha256 ?? ''}">`
  const report = html`<details class="more"><summary class="button" data-key="w">${words().report.title}</summary>
<form method="post" action="${path}">${csrf}<label for="label">${words().report.what}</label><select id="label" name="label" required><option value="" selected>${words().report.choose}</option>${feedbackLabels.map((label) => html`<option value="${label}">${words().report.labels[label]}</option>`)}</select>
<label for="note">${words().report.note}</label><textarea id="note" name="note" maxlength="2000"></textarea>
<p><button class="plain" name="decision" value="report">${words().report.save}</button></p></form></details>`
  if (approval !== null)
    return html`<section class="card" aria-label="${texts().review.decision}"><div class="actions">
<form method="post" action="${path}">${csrf}${sha}<button class="approve" data-key="a" name="decision" value="approve">${texts().review.approve}</button></form>
<a class="button plain" data-key="e" href="${mailPath({ id: `${message.id}/edit`, ...page })}">${texts().review.edit}</a>
<details class="reject"><summary class="button" data-key="r">${texts().review.reject}</summary>
<form method="post" action="${path}">${csrf}${sha}<label for="reason">${texts().review.reason} <span class="hint">${texts().review.reasonHint}</span></label>
<textarea id="reason" name="reason" maxlength="1000"></textarea>
<p><button class="reject" name="decision" value="reject">${texts().review.rejectIt}</button></p></form></details>${report}</div></section>`
  const block = mayChange(visitor) ? blockForm(message, path, csrf) : null
  return html`<section class="card" aria-label="${texts().review.decision}"><div class="actions">
<form method="post" action="${path}">${csrf}<button class="approve" data-key="a" name="decision" value="release">${words().release}</button></form>
${
  mayDecide(visitor, 'delete')
    ? html`<details class="reject"><summary class="button" data-key="r">${words().delete}</summary>
<form method="post" action="${path}">${csrf}<p>${words().deleteSays}</p>
<p><button class="reject" name="decision" value="delete">${words().deleteIt}</button></p></form></details>`
    : null
}${block}${report}</div></section>`
}

function blockForm(message: Message, path: string, csrf: Html): Html | null {
  const choices = blockScopes.flatMap((scope) => {
    const blocked = blockedOf(message, scope)
    return blocked === null ? [] : [{ scope, blocked }]
  })
  if (choices.length === 0) return null
  return html`<details class="more"><summary class="button" data-key="b">${words().block.title}</summary>
<form method="post" action="${path}">${csrf}${onceField()}<label for="blocked">${words().block.whose}</label>
<select id="blocked" name="blocked">${choices.map(({ scope, blocked }) => html`<option value="${scope}">${scope === 'address' ? shownLine(blocked) : words().block.allOf(shownLine(blocked))}</option>`)}</select>
<p class="hint">${words().block.hint}</p>
<p><button class="reject" name="decision" value="block">${words().block.refuse}</button></p></form></details>`
}

const named = (name: string, address: string): string =>
  name === '' ? shownLine(address) : `${shownLine(name)} <${shownLine(address)}>`

function headerView(message: Message, approval: ApprovalDetail | null, marked: readonly Passage[]): Html {
  const line = (name: string, value: string) =>
    value === '' ? null : html`<dt>${name}</dt><dd class="who">${fieldView(value)}</dd>`
  const list = (name: string, people: readonly string[]) =>
    people.length === 0 ? null : html`<dt>${name}</dt><dd class="who">${peopleView(people)}</dd>`
  const to = (field: string) =>
    (approval?.recipients ?? []).filter((one) => one.field === field).map(({ address }) => address)
  const names = texts().fields
  return html`<dl>${line(names.from, named(message.from_name, message.from))}
${approval === null ? line(names.to, message.to) : list(names.to, to('to'))}${approval === null ? line(names.cc, message.cc) : list(names.cc, to('cc'))}${list(names.bcc, to('bcc'))}
${message.rcpt_to.join(', ') === message.to ? null : list(words().cameTo, message.rcpt_to)}${line(words().answersTo, message.reply_to)}
<dt>${names.subject}</dt><dd>${markedText(message.subject, marked, shownLine)}</dd><dt>${approval !== null || message.status === 'withheld' ? words().since : words().date}</dt><dd>${time(message.created_at)}</dd></dl>`
}

/** What our own checks of its senders found. */
function authenticationView({ authentication }: Message): Html {
  if (authentication === null) return html`<p>${words().writtenHere}</p>`
  const { spf, dkim, dmarc } = authentication
  return html`<dl><dt>SPF</dt><dd>${resultOf(spf)}</dd>
<dt>DKIM</dt><dd>${dkim.length === 0 ? words().none : dkim.map(resultOf).join(', ')}</dd>
<dt>DMARC</dt><dd>${resultOf(dmarc)}</dd></dl>`
}

/** The result is a word of the standards; that there is none is said in the reader's. */
function resultOf({ result, domain }: { result: string; domain: string }): string {
  const said = result === 'none' ? words().none : shownLine(result)
  return domain === '' ? said : `${said} (${shownLine(domain)})`
}

function beforeView(before: readonly MessageSummary[]): Html | null {
  if (before.length === 0) return null
  return html`<section class="card"><h2>${words().before}</h2>${before.map(
    ({ direction, from, subject, extracted_text, verdict, created_at }) => html`<div class="mail">
<p class="meta">${direction === 'inbound' ? texts().mail.fromWhom(shownLine(from)) : texts().mail.sentBy(shownLine(from))}, ${time(created_at)}${verdict === 'withheld' ? `. ${texts().mail.distrust}` : ''}</p>
<p><strong>${shownLine(subject)}</strong></p><pre>${shownText(truncate(extracted_text, excerpt))}</pre></div>`,
  )}</section>`
}
