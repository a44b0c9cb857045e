/** The plans of the billing page: which one the account has, changing to another, and ending it. */
import type { z } from 'zod'
import type { plans, subscription } from '../../shared/domain/billing.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import { time } from './page.ts'
import { texts } from './texts.ts'
import type { Visitor } from './visitor.ts'
import { money, number, statusWords } from './words.ts'

type Subscription = z.output<typeof subscription>

/** A card with a line for each plan, and buttons for whoever may pay. */
export function plansView(
  { plans: offered }: z.output<typeof plans>,
  current: Subscription | null,
  { csrf, principal }: Visitor,
  takesMoney: boolean,
): Html {
  const words = texts().plans
  const may = principal.scopes.includes('billing:write')
  const form = (change: string, content: Html) =>
    html`<form method="post" action="/dashboard/billing">${csrf}<input type="hidden" name="change" value="${change}">${content}</form>`
  const item = ({ id, name, amount, currency, credits }: (typeof offered)[number]): Html => {
    const has = current?.plan === id
    const goesOn = has && current.status !== 'incomplete' && !current.cancel_at_period_end
    const choice = choiceOf(has ? current : null, takesMoney)
    return html`<li class="mail"><p><strong>${name}</strong>${has ? html` <span class="meta">${words.yours}${current.status === 'active' ? null : `, ${statusWords(current.status)}`}</span>` : null}</p>
<p class="meta">${words.each(number(credits), money(amount, currency))}</p>
${
  !may || goesOn
    ? null
    : html`<details class="more"><summary class="button">${choice.button(name)}</summary>${form(
        'subscribe',
        html`<input type="hidden" name="plan" value="${id}"><p>${choice.says}</p><p><button class="approve">${choice.button(name)}</button></p>`,
      )}</details>`
}</li>`
  }
  return html`<section class="card" aria-labelledby="plans"><h2 id="plans">${words.title}</h2>
${current === null ? html`<p class="meta">${words.none}</p>` : null}
${current?.current_period_end == null ? null : html`<p class="meta">${current.cancel_at_period_end ? words.ends : words.next} ${time(current.current_period_end)}.</p>`}
<ul class="queue">${offered.map(item)}</ul>
${
  !may || current === null || current.cancel_at_period_end
    ? null
    : html`<details class="reject"><summary class="button">${words.end}</summary>${form('cancel', html`<p>${words.endSays}</p><p><button class="reject">${words.endIt}</button></p>`)}</details>`
}</section>`
}

/** What the button of a plan says, and what happens then; `own` is the subscription to it, where there is one. */
function choiceOf(
  own: Subscription | null,
  takesMoney: boolean,
): { button: (plan: string) => string; says: string } {
  const { choose, pay, keep } = texts().plans
  if (own === null) return takesMoney ? choose : { ...choose, says: choose.saysUnpaid }
  return own.status === 'incomplete' ? pay : keep
}
