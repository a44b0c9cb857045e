/** What can go wrong: refusals by the service, each status a class of its own, and answers that never came. */

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  /** Where: `body.to[0]`. */
  path: string
  message: string
}

/** The error of an answer, as the API sends it. */
export interface ErrorBody {
  code: string
  message: string
  status: number
  details?: ErrorDetail[]
  request_id: string
  /** Where the error is explained, if the service says so. */
  docs?: string
  /** What mends it, if the service says so. */
  fix?: string
}

// What is in between may have the same names for other things.
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isDetail = (value: unknown): value is ErrorDetail => {
  const { path, message } = (value ?? {}) as Partial<Record<keyof ErrorDetail, unknown>>
  return typeof path === 'string' && typeof message === 'string'
}

/** Anything that a call can end with, except for what its own arguments throw. */
export class AgentEmailError extends Error {
  override readonly name: string = 'AgentEmailError'
}

/** The service could not be reached, or broke off, as often as it was tried. */
export class ConnectionError extends AgentEmailError {
  override readonly name = 'ConnectionError'
}

/** The service gave no answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError' as 'ConnectionError'
}

/** The service answered with an error. */
export class ApiError extends AgentEmailError {
  override readonly name: string = 'ApiError'
  /** HTTP status. */
  readonly status: number
  /** One of the API's error codes, such as `validation_error`. */
  readonly code: string
  /** What is wrong, and where; empty where it is one thing. */
  readonly details: ErrorDetail[]
  /** Names the request to whoever runs the service. */
  readonly requestId: string | null
  /** Seconds after which it may be tried again; null where the service didn't say. */
  readonly retryAfter: number | null
  readonly docs: string | null
  readonly fix: string | null

  constructor(status: number, body: Partial<Record<keyof ErrorBody, unknown>>, retryAfter: number | null) {
    const details = Array.isArray(body.details) ? body.details.filter(isDetail) : []
    const message = textOf(body.message) ?? `HTTP ${status}`
    const first = details[0] === undefined ? '' : `${details[0].path} ${details[0].message}`
    // The service has it in the message, unless it is an older one.
    super(message.includes(first) ? message : `${message} (${first})`)
    this.status = status
    this.code = textOf(body.code) ?? `http_${status}`
    this.details = details
    this.requestId = textOf(body.request_id) ?? null
    this.retryAfter = retryAfter
    this.docs = textOf(body.docs) ?? null
    this.fix = textOf(body.fix) ?? null
  }
}

/** 400, 413, 415, 422: the request is wrong as it is. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError'
}

/** 401: no API key, or none that is known. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}

/** 402: the credits are used up. */
export class CreditsError extends ApiError {
  override readonly name = 'CreditsError'
}

/** 403: the key, the inbox's level or a policy doesn't allow it. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError'
}

/** 404, 410: there is no such thing, or not any more. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 409: not in the state that things are in. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 429: too many requests; `retryAfter` says when to come again. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
}

/** 500 and above: the service can't do it now. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError'
}

/** The error class of a status. */
export function apiError(status: number, body: Partial<ErrorBody>, retryAfter: number | null): ApiError {
  const Class = byStatus[status] ?? (status >= 500 ? ServiceError : ApiError)
  return new Class(status, body, retryAfter)
}

const byStatus: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: CreditsError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
}
