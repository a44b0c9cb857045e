/** Maps what goes wrong to the error envelope: the table's errors, Fastify's own, and everything else as internal. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { knownError, logFailure, retryAfterOf } from '../../shared/api/failure.ts'
import { publicUrl } from '../../shared/api/public-url.ts'
import { envelopeOf } from '../../shared/domain/error-envelope.ts'
import { errorTable, ServiceError } from '../../shared/domain/errors.ts'
import { rateHeaders } from './rate-headers.ts'

/** Answers `error` in the envelope; what is internal is logged, and never shown. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'PUBLIC_URL'>,
): FastifyReply {
  const known = toServiceError(error)
  const { http } = errorTable[known.code]
  logFailure(request.log, known, request.id)
  // Of every 401 (RFC 9110 §11.6.1).
  if (http === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const retryAfter = retryAfterOf(known)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (known.rate !== undefined) rateHeaders(reply, { ...known.rate, remaining: 0 })
  reply.removeHeader('content-disposition')
  readOn(request, reply)
  // Of a request that names no host, or none that can be one, nothing is linked to.
  const at = known.code === 'bad_request' ? { PUBLIC_URL: config.PUBLIC_URL ?? '' } : config
  return reply
    .code(http)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelopeOf(known, request.id, publicUrl(at, request)))
}

/**
 * Reads what still comes of a body that was given up, as Node does with one that nobody began to read: on a connection
 * that is closed under them, those who send all of it first never hear why. It may take as long as any request.
 */
function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  reply.removeHeader('connection')
  raw.unpipe()
  raw.resume()
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return knownError(error)
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ServiceError('unsupported_media_type')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ServiceError('body_too_large')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new ServiceError('not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ServiceError('validation_error', 'The request could not be read.')
  return knownError(error)
}
