/** The plans of the billing page: which one the account has, changing to another, and ending it. */
import type { z } from 'zod'
import type { plans, subscription } from '../../shared/domain/billing.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { time } from './page.ts'
import type { Visitor } from './visitor.ts'
import { money, number, statusWords } from './words.ts'

type Subscription = z.output<typeof subscription>

/** A card with a line for each plan, and buttons for whoever may pay. */
export function plansView(
  { plans: offered }: z.output<typeof plans>,
  current: Subscription | null,
  { csrf, principal }: Visitor,
): Html {
  const may = principal.scopes.includes('billing:write')
  const form = (change: string, content: Html) =>
    html`<form method="post" action="/dashboard/billing">${csrf}<input type="hidden" name="change" value="${change}">${content}</form>`
  const item = ({ id, name, amount, currency, credits }: (typeof offered)[number]): Html => {
    const has = current?.plan === id
    const goesOn = has && current.status !== 'incomplete' && !current.cancel_at_period_end
    const words = wordsOf(name, has ? current : null)
    return html`<li class="mail"><p><strong>${name}</strong>${has ? html` <span class="meta">your plan${current.status === 'active' ? null : `, ${statusWords(current.status)}`}</span>` : null}</p>
<p class="meta">${number(credits)} credits each month for ${money(amount, currency)}</p>
${
  !may || goesOn
    ? null
    : html`<details class="more"><summary class="button">${words.button}</summary>${form(
        'subscribe',
        html`<input type="hidden" name="plan" value="${id}"><p>${words.says}</p><p><button class="approve">${words.button}</button></p>`,
      )}</details>`
}</li>`
  }
  return html`<section class="card" aria-labelledby="plans"><h2 id="plans">Plans</h2>
${current === null ? html`<p class="meta">You have none: credits are bought as you need them.</p>` : null}
${current?.current_period_end == null ? null : html`<p class="meta">${current.cancel_at_period_end ? 'It ends' : 'The next month begins'} ${time(current.current_period_end)}.</p>`}
<ul class="queue">${offered.map(item)}</ul>
${
  !may || current === null || current.cancel_at_period_end
    ? null
    : html`<details class="reject"><summary class="button">End the plan</summary>${form('cancel', html`<p>It ends with the month that is paid for. Credits stay.</p><p><button class="reject">End it</button></p>`)}</details>`
}</section>`
}

/** What the button of a plan says, and what happens then; `own` is the subscription to it, where there is one. */
function wordsOf(name: string, own: Subscription | null): { button: string; says: string } {
  if (own === null)
    return {
      button: `Choose ${name}`,
      says: 'A month begins now and is paid in full with the default payment method. Its credits come with it, and it goes on until you end it.',
    }
  if (own.status === 'incomplete')
    return {
      button: `Pay for ${name}`,
      says: 'The first month is not paid for yet.',
    }
  return { button: `Keep ${name}`, says: 'It goes on as before; nothing is paid now.' }
}
