/** Maps what goes wrong to the error envelope: the table's errors, Fastify's own, and everything else as internal. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf } from '../../shared/domain/error-envelope.ts'
import { asServiceError, type ErrorDetail, errorTable, ServiceError } from '../../shared/domain/errors.ts'
import { rateHeaders } from './rate-headers.ts'

/** Answers `error` in the envelope; what is internal is logged, and never shown. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toServiceError(error)
  const { http } = errorTable[known.code]
  if (http >= 500) logInternal(known, request)
  // Of every 401 (RFC 9110 §11.6.1).
  if (http === 401) reply.header('www-authenticate', 'Bearer')
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
  if (known.rate !== undefined) rateHeaders(reply, { ...known.rate, remaining: 0 })
  reply.removeHeader('content-disposition')
  return reply
    .code(http)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelopeOf(known, request.id))
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    const away = error.code === 'storage_unavailable' || error.code === 'storage_full'
    return away ? new ServiceError('unavailable', undefined, { cause: error }) : error
  }
  const { code, statusCode, validation, validationContext } = error as Partial<FastifyError>
  if (validation !== undefined)
    return new ServiceError('validation_error', undefined, {
      details: validationDetails(validation, validationContext),
    })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ServiceError('unsupported_media_type')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ServiceError('body_too_large')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new ServiceError('not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ServiceError('validation_error', 'The request could not be read.')
  return asServiceError(error)
}

type Issue = NonNullable<FastifyError['validation']>[number]

/** One detail a field: the first of its issues; of unknown fields, one each. */
function validationDetails(issues: Issue[], context: string | undefined): ErrorDetail[] {
  const root = context === 'querystring' ? 'query' : (context ?? 'body')
  const details = issues.flatMap(({ instancePath, message, params }) => {
    const path = [root, ...instancePath.split('/').filter((part) => part !== '')]
    const { keys } = params as { keys?: unknown }
    if (Array.isArray(keys))
      return keys.map((key) => ({
        path: [...path, String(key)].join('.').toWellFormed(),
        message: 'is not a known field',
      }))
    return [{ path: path.join('.').toWellFormed(), message: inWords(message, params) }]
  })
  return details.filter(({ path }, index) => details.findIndex((other) => other.path === path) === index)
}

/** What is wrong: of a name that is no good, what is wrong with the name. */
function inWords(message = 'is invalid', { issues }: { issues?: { message: string }[] }): string {
  if (message.endsWith('received undefined')) return 'is required'
  return issues?.[0]?.message ?? message
}

// Errors of the database quote rows in their details: only what can't hold mail or secrets is logged.
function logInternal(error: ServiceError, request: FastifyRequest): void {
  const cause = error.cause instanceof ServiceError ? error.cause.cause : error.cause
  const { name, message, stack, code } = (cause instanceof Error ? cause : error) as Error & {
    code?: unknown
  }
  request.log.error({ request_id: request.id, error: { name, code, message, stack } }, 'request failed')
}
