/** The page of credits and billing. */
import type { z } from 'zod'
import type { Order, plans, subscription } from '../../shared/domain/billing.ts'
import type { creditBalance, creditEntryPage } from '../../shared/domain/credit.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { onceField } from './once.ts'
import { time } from './page.ts'
import { paymentPath } from './payment-page.ts'
import { plansView } from './plans-view.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { inWords, money, number, ofApi, saidOf, statusWords } from './words.ts'

/** What the page shows. */
export interface BillingView {
  balance: z.output<typeof creditBalance>
  history: z.output<typeof creditEntryPage>
  orders: readonly Order[]
  offer: z.output<typeof plans>
  subscription: z.output<typeof subscription> | null
  /** Whether somebody takes money for it. */
  takesMoney: boolean
  done?: string
  warning?: string
  form?: Fields
}

export function billingPage(view: BillingView, visitor: Visitor): string {
  const { balance, history, orders, offer, subscription: current, done = '', warning, form } = view
  const words = texts().billing
  const { takesMoney } = view
  const said = saidOf({ ...words.done, ...(takesMoney ? {} : words.doneUnpaid) }, done)
  const { price_per_1000, currency, min, max } = offer.credits
  return ownPage(
    words.title,
    visitor,
    html`<h1>${words.title}</h1>
${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<section class="card" aria-labelledby="left"><h2 id="left">${words.left(number(balance.balance))}</h2><dl><dt>${words.plan}</dt><dd>${inWords(balance.plan)}${current === null ? null : html`, ${statusWords(current.status)}${current.cancel_at_period_end ? `, ${words.endsWithMonth}` : null}`}</dd><dt>${words.changed}</dt><dd>${time(balance.updated_at)}</dd></dl>
${
  visitor.principal.scopes.includes('billing:write')
    ? html`<form method="post" action="/dashboard/billing">${visitor.csrf}${onceField(form)}<label for="credits">${words.buyCredits}</label><p class="hint" id="credits-hint">${words.price(money(price_per_1000, currency), number(min), number(max))} ${takesMoney ? words.charged : words.unpaid}</p>
<input type="text" id="credits" name="credits" inputmode="numeric" required value="${form?.credits ?? ''}" autocomplete="off" aria-describedby="credits-hint"><p><button class="approve">${words.buy}</button></p></form><p><a class="button plain" href="${paymentPath}">${texts().payment.link}</a></p>`
    : null
}</section>
${plansView(offer, current, visitor, takesMoney)}
<section class="card" aria-labelledby="orders"><h2 id="orders">${words.orders}</h2>${
      orders.length === 0
        ? html`<p>${words.noOrders}</p>`
        : html`<ul>${orders.map(({ kind, status, credits, amount, currency: unit, created_at, failure }) => html`<li>${words.order(inWords(kind), number(credits), money(amount, unit), statusWords(status))}${failure === null ? null : html` (${ofApi(shownLine(failure.message))})`} <span class="meta">${time(created_at)}</span></li>`)}</ul>`
    }</section>
<section class="card" aria-labelledby="used"><h2 id="used">${words.used}</h2>${
      history.entries.length === 0
        ? html`<p>${words.nothingUsed}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="${words.ledger}"><table><thead><tr><th scope="col">${words.columns.when}</th><th scope="col">${words.columns.what}</th><th scope="col" class="number">${words.columns.credits}</th><th scope="col" class="number">${words.columns.left}</th></tr></thead><tbody>${history.entries.map(({ amount, reason, balance_after, created_at }) => html`<tr><td>${time(created_at)}</td><td>${inWords(reason)}</td><td class="number">${amount > 0 ? '+' : ''}${number(amount)}</td><td class="number">${number(balance_after)}</td></tr>`)}</tbody></table></div>`
    }
${history.next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/billing?cursor=${encodeURIComponent(history.next_cursor)}">${words.older}</a></p>`}</section>`,
  )
}
