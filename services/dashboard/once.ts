/** Forms that make something: each makes one, however often it is sent. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../../shared/api/answer.ts'
import type { Input } from '../../shared/api/door.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { newId } from '../../shared/domain/ids.ts'
import { type Html, html } from '../../shared/lib/html.ts'
import type { Fields } from './form.ts'
import { type Attempted, attempted } from './pages.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

/** The second of two clicks is answered as the first one is, if that takes no longer than so many pauses. */
const pauses = { count: 10, ms: 200 }

/** The hidden field that a form is known by: anew, or as before where `form` is shown again and has kept its own. */
export const onceField = ({ once = newId('request') }: Fields = {}): Html =>
  html`<input type="hidden" name="once" value="${once}">`

/** What an endpoint answers to a form, however often that is sent; `form`: as it is to be shown again. */
export async function invokeOnce(
  { door }: Pick<DashboardParts, 'door'>,
  { caller }: Visitor,
  name: EndpointName,
  input: Input,
  form: Fields,
): Promise<Outcome & { form: Fields }> {
  const { once, ...others } = form
  const call = () => door.invoke(name, caller, { ...input, idempotencyKey: once })
  let outcome = await call()
  for (let count = 0; count < pauses.count && isUnderWay(outcome); count++) {
    await sleep(pauses.ms)
    outcome = await call()
  }
  // What may have been made all the same is the same thing when the form is sent again; what was refused is another.
  const isUnsettled = isUnderWay(outcome) || outcome.status >= 500
  return { ...outcome, form: isUnsettled ? form : others }
}

const isUnderWay = ({ answer }: Outcome): boolean =>
  answer.kind === 'error' && answer.error.code === 'idempotency_conflict'

/** As `attempt`, of a form that makes something. */
export async function attemptOnce<Value>(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Visitor,
  name: EndpointName,
  input: Input,
  form: Fields,
): Promise<Attempted<Value> & { form: Fields }> {
  const outcome = await invokeOnce(parts, visitor, name, input, form)
  return { ...attempted<Value>(outcome), form: outcome.form }
}
