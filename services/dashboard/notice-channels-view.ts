/** The section of the settings page about channels that are told of what waits; forms for those only who may use them. */
import { limits } from '../../shared/domain/limits.ts'
import { channelEvents, channelKinds, type NoticeChannel } from '../../shared/domain/notice-channel.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { onceField } from './once.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { saidOf } from './words.ts'

export const noticeChannelsPath = '/dashboard/notice-channels'

/** The field of a form that says whether a channel is told of an event. */
export const eventFields = { 'approval.pending': 'approvals', 'message.withheld': 'withheld' } as const

/** What the section says of the form that was sent. */
export interface SaidOfChannels {
  /** The word of the address that the browser was sent on to. */
  done?: string
  warning?: string
  /** That is shown again, but for the address. */
  form?: Fields
}

const words = () => texts().noticeChannels

/** What is to be said of the form that was sent; null: nothing. It stands on top of the page. */
export function channelsNote({ done = '', warning }: SaidOfChannels): Html | null {
  const said = saidOf(words().done, done)
  if (warning !== undefined) return html`<p class="note bad" role="alert">${warning}</p>`
  return said === null ? null : html`<p class="note good" role="status">${said}</p>`
}

export function channelsSection(
  channels: readonly NoticeChannel[],
  visitor: Visitor,
  { form = {} }: SaidOfChannels,
): Html {
  const manages = visitor.principal.scopes.includes('account:write')
  const adding = !manages
    ? html`<p class="meta">${words().ownersManage}</p>`
    : channels.length < limits.noticeChannels
      ? addForm(visitor, form)
      : html`<p class="meta">${words().full}</p>`
  return html`<section class="card" aria-labelledby="channels"><h2 id="channels">${words().title}</h2>
<p class="meta">${words().what}</p>
${channels.length === 0 ? html`<p>${words().none}</p>` : channels.map((channel) => item(channel, visitor, manages))}
${adding}</section>`
}

function item(channel: NoticeChannel, { csrf }: Visitor, manages: boolean): Html {
  const { kind, name, masked_url, events, status, last_error, last_posted_at } = channel
  const failed = status === 'failed'
  return html`<div class="mail"><h3>${shownLine(name)} <span class="meta">${words().kinds[kind]}</span>${failed ? html` <span class="score high">${words().failed}</span>` : null}</h3>
<dl><dt>${words().address}</dt><dd><code>${masked_url}</code></dd><dt>${words().toldOf}</dt><dd>${events.map((event, index) => `${index === 0 ? '' : ', '}${words().events[event]}`)}</dd><dt>${words().last}</dt><dd>${last_posted_at === null ? words().never : time(last_posted_at)}</dd></dl>
${last_error === null ? null : html`<p class="problem">${words().lastError(shownLine(last_error))}${failed ? ` ${words().failedSays}` : null}</p>`}
${manages ? html`<div class="actions">${testForm(channel, csrf)}${removeForm(channel, csrf)}</div>` : null}</div>`
}

const testForm = ({ id, name }: NoticeChannel, csrf: Html): Html =>
  html`<form method="post" action="${noticeChannelsPath}">${csrf}<input type="hidden" name="action" value="test"><button class="plain" name="channel" value="${id}" aria-label="${words().testOf(shownLine(name))}">${words().test}</button></form>`

const removeForm = ({ id, name }: NoticeChannel, csrf: Html): Html =>
  html`<details class="reject"><summary class="button" aria-label="${words().removeOf(shownLine(name))}">${words().remove}</summary>
<form method="post" action="${noticeChannelsPath}">${csrf}<input type="hidden" name="action" value="remove"><p class="hint">${words().removeSays}</p>
<p><button class="reject" name="channel" value="${id}">${words().removeIt}</button></p></form></details>`

function addForm({ csrf }: Visitor, form: Fields): Html {
  const begun = form.action === 'add'
  const chosen = (event: (typeof channelEvents)[number]) => !begun || form[eventFields[event]] === 'yes'
  return html`<h3>${words().add}</h3>
<form method="post" action="${noticeChannelsPath}">${csrf}${onceField(form)}<input type="hidden" name="action" value="add">
<label for="channel-kind">${words().kind}</label><select id="channel-kind" name="kind">${channelKinds.map(
    (kind) =>
      html`<option value="${kind}"${kind === form.kind ? html` selected` : null}>${words().kinds[kind]}</option>`,
  )}</select>
<label for="channel-name">${words().name}</label><p class="hint" id="channel-name-hint">${words().nameHint}</p>
<input type="text" id="channel-name" name="name" value="${form.name ?? ''}" required maxlength="${limits.noticeChannelNameCharacters}" autocomplete="off" aria-describedby="channel-name-hint">
<label for="channel-url">${words().url}</label><p class="hint" id="channel-url-hint">${words().urlHint}</p>
<input type="text" id="channel-url" name="url" value="" required maxlength="${limits.noticeChannelUrlCharacters}" autocomplete="off" spellcheck="false" aria-describedby="channel-url-hint">
<fieldset><legend>${words().which}</legend>${channelEvents.map(
    (event) =>
      html`<label class="check"><input type="checkbox" name="${eventFields[event]}" value="yes"${chosen(event) ? html` checked` : null}><span>${words().events[event]}</span></label>`,
  )}</fieldset>
<p><button class="approve">${words().addIt}</button></p></form>`
}
