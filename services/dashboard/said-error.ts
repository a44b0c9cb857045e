/** An error whose message is in the words of whoever reads it; those of other errors are the API's. */
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../shared/domain/errors.ts'
import { texts } from './texts.ts'

export class SaidError extends ServiceError {}

export const unreadableForm = (): SaidError =>
  new SaidError('validation_error', texts().errors.unreadableForm)

/** What an error says to whoever reads the page. */
export const sentenceOf = (error: Pick<ServiceError, 'code' | 'message'>): string =>
  error instanceof SaidError ? error.message : texts().errors.ofApi(error.code, error.message)

/** The label that a field of a request has on the pages, where it has the same on each of them; else its own name. */
function labelled(path: string): string {
  const field = path.replace(/^body\./, '')
  const { errors, inboxes, inbox } = texts()
  const labels = new Map([
    ['slug', inboxes.slug],
    ['display_name', inboxes.displayName],
    ['webhook_url', inbox.url],
  ])
  const label = labels.get(field)
  return label === undefined ? field : errors.field(label)
}

/** The same of what an endpoint answers: field by field where it says so, with the fields as `named`. */
export function refusal(
  {
    code,
    message,
    details = [],
  }: { code: string; message: string; details?: readonly ErrorDetail[] | undefined },
  named: (path: string) => string = labelled,
): string {
  const { ofApi, ofFields } = texts().errors
  const said = details.map((one) => `${named(one.path)} ${one.message}.`)
  return said.length === 0 ? ofApi(code as ErrorCode, message) : ofFields(code as ErrorCode, said.join(' '))
}
