/** The page of credits and billing. */
import type { z } from 'zod'
import type { Order, plans, subscription } from '../../shared/domain/billing.ts'
import type { creditBalance, creditEntryPage } from '../../shared/domain/credit.ts'
import { html } from '../../shared/lib/html.ts'
import { shownLine } from '../../shared/lib/shown-text.ts'
import type { Fields } from './form.ts'
import { ownPage } from './frame.ts'
import { time } from './page.ts'
import { paymentPath } from './payment-page.ts'
import { plansView } from './plans-view.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { inWords, money, number, statusWords } from './words.ts'

/** What the page shows. */
export interface BillingView {
  balance: z.output<typeof creditBalance>
  history: z.output<typeof creditEntryPage>
  orders: readonly Order[]
  offer: z.output<typeof plans>
  subscription: z.output<typeof subscription> | null
  done?: string
  warning?: string
  form?: Fields
  /** Makes one order of a form, however often it is sent. */
  once: string
}

const doneWords: Readonly<Record<string, string>> = {
  bought: 'Ordered: the credits are there as soon as they are paid for.',
  subscribe: 'Ordered: the credits of the month are there as soon as it is paid for.',
  cancel_subscription: 'The plan ends with the month that is paid for.',
}

export function billingPage(view: BillingView, visitor: Visitor): string {
  const { balance, history, orders, offer, subscription: current, done = '', warning, form, once } = view
  const { price_per_1000, currency, min, max } = offer.credits
  return ownPage(
    'Credits and billing',
    visitor,
    html`<h1>Credits and billing</h1>
${Object.hasOwn(doneWords, done) ? html`<p class="note good" role="status">${doneWords[done]!}</p>` : null}
${warning === undefined ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<section class="card" aria-labelledby="left"><h2 id="left">${number(balance.balance)} credits left</h2><dl><dt>Plan</dt><dd>${inWords(balance.plan)}${current === null ? null : html`, ${statusWords(current.status)}${current.cancel_at_period_end ? ', ends with this month' : null}`}</dd><dt>Changed</dt><dd>${time(balance.updated_at)}</dd></dl>
${
  visitor.principal.scopes.includes('billing:write')
    ? html`<form method="post" action="/dashboard/billing">${visitor.csrf}<input type="hidden" name="once" value="${once}"><label for="credits">Buy credits</label><p class="hint" id="credits-hint">1,000 cost ${money(price_per_1000, currency)}; from ${number(min)} to ${number(max)} at once. The default payment method is charged.</p>
<input type="text" id="credits" name="credits" inputmode="numeric" required value="${form?.credits ?? ''}" autocomplete="off" aria-describedby="credits-hint"><p><button class="approve">Buy</button></p></form><p><a class="button plain" href="${paymentPath}">${texts.payment.link}</a></p>`
    : null
}</section>
${plansView(offer, current, visitor)}
<section class="card" aria-labelledby="orders"><h2 id="orders">Newest orders</h2>${
      orders.length === 0
        ? html`<p>Nothing was bought yet.</p>`
        : html`<ul>${orders.map(({ kind, status, credits, amount, currency: unit, created_at, failure }) => html`<li>${inWords(kind)}: ${number(credits)} credits for ${money(amount, unit)}, ${statusWords(status)}${failure === null ? null : html` (${shownLine(failure.message)})`} <span class="meta">${time(created_at)}</span></li>`)}</ul>`
    }</section>
<section class="card" aria-labelledby="used"><h2 id="used">What used them</h2>${
      history.entries.length === 0
        ? html`<p>Nothing yet.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Ledger"><table><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col" class="number">Credits</th><th scope="col" class="number">Left</th></tr></thead><tbody>${history.entries.map(({ amount, reason, balance_after, created_at }) => html`<tr><td>${time(created_at)}</td><td>${inWords(reason)}</td><td class="number">${amount > 0 ? '+' : ''}${number(amount)}</td><td class="number">${number(balance_after)}</td></tr>`)}</tbody></table></div>`
    }
${history.next_cursor === null ? null : html`<p><a class="button plain" href="/dashboard/billing?cursor=${encodeURIComponent(history.next_cursor)}">Older ones</a></p>`}</section>`,
  )
}
