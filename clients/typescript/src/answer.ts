/** What an answer says: JSON of the service, or an error; or something that is none of the service's. */
import { type ApiError, apiError, ConnectionError, type ErrorBody } from './errors.ts'
import { retryAfterOf } from './retry-after.ts'

/** Something else than the service has answered, such as the sign-in page of a network. */
export class StrangeAnswerError extends ConnectionError {
  /** `what` says what is wrong with it. */
  constructor(what: string, options?: ErrorOptions) {
    super(`${what}: is baseUrl the address of the service?`, options)
  }
}

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object of an answer; undefined for one without content. @throws ConnectionError for what is none of the service's. */
export async function objectOf(response: Response): Promise<Record<string, unknown> | undefined> {
  const text = await response.text()
  if (text === '' && response.status === 204) return undefined
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch (cause) {
    throw new StrangeAnswerError('the answer is no JSON', { cause })
  }
  if (!isObject(found)) throw new StrangeAnswerError('the answer is no object of JSON')
  return found
}

/** A field of an answer that the client itself reads. @throws ConnectionError where it isn't what it must be. */
export function fieldOf<Value>(answer: unknown, name: string, is: (value: unknown) => value is Value): Value {
  const value = isObject(answer) ? answer[name] : undefined
  if (!is(value)) throw new StrangeAnswerError(`the answer has no ${name}`)
  return value
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** The body of an answer that goes on. @throws ConnectionError for one of another media type. */
export async function bodyOf(response: Response, mediaType: string): Promise<ReadableStream<Uint8Array>> {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (response.body !== null && type.trim().toLowerCase() === mediaType) return response.body
  await response.body?.cancel()
  throw new StrangeAnswerError(`the answer is no ${mediaType}`)
}

/** The error of an answer that isn't a success. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return apiError(response.status, saidIn(response, text), retryAfterOf(response.headers))
}

/** Proxies in between answer with pages of their own. */
function saidIn(response: Response, text: string): Partial<ErrorBody> {
  if (isRedirect(response)) {
    const location = response.headers.get('location')
    const whereTo = location === null ? '' : ` to ${location}`
    return {
      code: 'redirect',
      message: `The address redirects${whereTo}, and redirects aren't followed: is baseUrl the address of the service?`,
    }
  }
  try {
    const { error } = JSON.parse(text) as { error?: Partial<ErrorBody> }
    return error ?? {}
  } catch {
    return {}
  }
}

/** A browser doesn't tell the status of one: it is 0 there. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)
