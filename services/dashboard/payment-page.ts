/** What the page of payment methods and automatic top-up shows. */
import type { z } from 'zod'
import type { AutoTopup, Order, PaymentMethod, plans } from '../../shared/domain/billing.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { inWords, money, number, ofApi, saidOf, withCode } from './words.ts'

export const paymentPath = '/dashboard/billing/payment'

/** What the page shows. */
export interface PaymentView {
  methods: readonly PaymentMethod[]
  topup: AutoTopup
  offer: z.output<typeof plans>
  /** Orders that wait for the customer to confirm their payment. */
  waiting: readonly Order[]
  done?: string
  warning?: string
  /** A form that was refused, shown again. */
  form?: Fields
}

const words = () => texts().payment

export function paymentPage(view: PaymentView, visitor: Visitor): string {
  const { methods, waiting, done = '', warning, form } = view
  const said = saidOf(words().done, done)
  return ownPage(
    words().title,
    visitor,
    html`<p><a href="/dashboard/billing">${words().back}</a></p><h1>${words().title}</h1>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
${waiting.length === 0 ? null : confirmations(waiting)}
<section class="card" aria-labelledby="methods"><h2 id="methods">${words().methods}</h2>${
      methods.length === 0
        ? html`<p>${words().none}</p>`
        : html`<ul class="queue">${methods.map((method) => item(method, visitor))}</ul>`
    }</section>
<section class="card" aria-labelledby="add"><h2 id="add">${words().add}</h2><form method="post" action="${paymentPath}">${visitor.csrf}
<label for="token">${words().token}</label><p class="hint" id="token-hint">${withCode(words().tokenHint)}</p>
<input type="text" id="token" name="token" required maxlength="255" value="" autocomplete="off" spellcheck="false" aria-describedby="token-hint">
<label class="check"><input type="checkbox" name="set_default" value="yes"${form?.set_default === 'yes' ? html` checked` : null}><span>${words().makeDefault}</span></label>
<p><button class="approve">${words().addIt}</button></p></form></section>
${topupCard(view, visitor)}`,
  )
}

/** Payments that wait for the bank of the customer, with what to do. */
const confirmations = (waiting: readonly Order[]): Html =>
  html`<section class="note bad" aria-labelledby="confirm"><h2 id="confirm">${words().confirm.title}</h2><ul>${waiting.map(
    ({ credits, amount, currency, created_at }) =>
      html`<li>${words().confirm.order(number(credits), money(amount, currency))} <span class="meta">${time(created_at)}</span></li>`,
  )}</ul><p>${words().confirm.why}</p><ul>${words().confirm.steps.map((step) => html`<li>${withCode(step)}</li>`)}</ul></section>`

function nameOf({ type, brand, last4 }: PaymentMethod): string {
  const name = shownLine(inWords(brand ?? type))
  return last4 === null ? name : words().ending(name, last4)
}

const expiryOf = ({ exp_month, exp_year }: PaymentMethod): string | null =>
  exp_month === null || exp_year === null
    ? null
    : words().expires(`${String(exp_month).padStart(2, '0')}/${exp_year}`)

function item(method: PaymentMethod, { csrf }: Visitor): Html {
  const { id, is_default, created_at } = method
  const expiry = expiryOf(method)
  return html`<li class="mail"><p><strong>${nameOf(method)}</strong>${is_default ? html` <span class="meta">${words().default}</span>` : null}</p>
<p class="meta">${expiry === null ? null : `${expiry} · `}${words().added} ${time(created_at)}</p>
${is_default ? null : html`<form method="post" action="${paymentPath}">${csrf}<input type="hidden" name="make_default" value="${id}"><p><button class="plain" aria-label="${words().defaultIt(nameOf(method))}">${words().makeItDefault}</button></p></form>`}
<details class="reject"><summary class="button">${words().remove}</summary><form method="post" action="${paymentPath}">${csrf}<input type="hidden" name="remove" value="${id}"><p>${words().removeSays}</p><p><button class="reject">${words().removeIt}</button></p></form></details></li>`
}

function topupCard({ methods, topup, offer, form }: PaymentView, { csrf }: Visitor): Html {
  const { topup: says } = words()
  const refused = form?.topup === undefined ? null : form
  const { price_per_1000, currency, min, max } = offer.credits
  const enabled = refused === null ? topup.enabled : refused.enabled === 'yes'
  const chosen = refused?.payment_method_id ?? topup.payment_method_id
  const value = (name: 'threshold' | 'credits') => refused?.[name] ?? topup[name] ?? ''
  return html`<section class="card" aria-labelledby="topup"><h2 id="topup">${says.title}</h2>
<p>${topup.enabled && topup.threshold !== null && topup.credits !== null ? says.on(number(topup.threshold), number(topup.credits)) : says.off}${topup.under_way ? ` ${says.underWay}` : null}</p>
${topup.failure === null ? null : html`<p class="note bad">${says.failed} ${ofApi(shownLine(topup.failure.message))} <span class="meta">${time(topup.failure.at)}</span></p>`}
<form method="post" action="${paymentPath}">${csrf}<input type="hidden" name="topup" value="yes">
<label class="check"><input type="checkbox" name="enabled" value="yes"${enabled ? html` checked` : null}><span>${says.enable}</span></label>
<label for="threshold">${says.threshold}</label><input type="text" id="threshold" name="threshold" inputmode="numeric" autocomplete="off" value="${value('threshold')}">
<label for="credits">${says.credits}</label><p class="hint" id="credits-hint">${says.price(money(price_per_1000, currency), number(min), number(max))}</p>
<input type="text" id="credits" name="credits" inputmode="numeric" autocomplete="off" value="${value('credits')}" aria-describedby="credits-hint">
<label for="payment_method_id">${says.method}</label><select id="payment_method_id" name="payment_method_id"><option value="">${says.defaultMethod}</option>${methods.map((method) => html`<option value="${method.id}"${method.id === chosen ? html` selected` : null}>${nameOf(method)}</option>`)}</select>
<p><button class="approve">${says.save}</button></p></form></section>`
}
