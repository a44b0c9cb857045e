/** The header Idempotency-Key: reads it, and answers a repeated POST from what was kept of the first. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf } from '../../shared/domain/error-envelope.ts'
import { type ErrorCode, errorTable, ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Idempotency, RequestWork } from '../../shared/flow/access/idempotency.ts'
import type { ApiDeps } from './deps.ts'
import type { DefinedEndpoint, PathParameter } from './endpoint.ts'

export const idempotencyHeader = 'idempotency-key'

/** Codes that any endpoint with the header may answer. */
export const idempotencyErrors: ErrorCode[] = ['idempotency_conflict', 'idempotency_mismatch']

/** Whether an endpoint takes the header: every POST of somebody who is known, and signup. */
export const isRepeatable = ({ definition, endpoint }: DefinedEndpoint): boolean =>
  endpoint.method === 'POST' && (endpoint.scope !== null || definition.repeatable !== undefined)

/**
 * Answers a request that names a key; `run` makes the answer, its status and who it belongs to.
 * @throws ServiceError `validation_error` for a key that isn't one, and what {@link Idempotency.run} throws.
 */
export async function answerOnce(
  { idempotency, deps }: { idempotency: Idempotency; deps: ApiDeps },
  { definition, endpoint }: DefinedEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tools: RequestWork) => Promise<{ status: number; answer: unknown }>,
): Promise<FastifyReply> {
  const key = String(request.headers[idempotencyHeader])
  if (key.length > limits.idempotencyKeyCharacters || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key))
    throw new ServiceError('validation_error', undefined, {
      details: [
        {
          path: `header.${idempotencyHeader}`,
          message: `must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters`,
        },
      ],
    })
  await definition.repeatable?.admit?.(deps, request)
  const principal = request.access?.principal
  const params = request.params as Partial<Record<PathParameter, string>>
  const of = definition.repeatable?.of?.(request)
  const { status, body, replayed } = await idempotency.run(
    {
      tenantId: principal?.tenantId ?? 'public',
      accountId: principal?.accountId ?? null,
      subject: [endpoint.paths[0], request.params, principal?.inboxId ?? null, of ?? null],
      key,
      body: request.rawJson,
      query: request.query,
      scopes: principal?.scopes ?? [],
      about: {
        slug: params.slug,
        messageId: params.message_id,
        approvalId: params.approval_id,
        inboxId: principal?.inboxId,
      },
      resumes: definition.repeatable?.resumes === true,
    },
    async (tools) => {
      const { status, answer } = await run(tools)
      const accountId = definition.repeatable?.accountOf?.(answer)
      const body = answer === undefined ? '' : String(reply.code(status).serialize(answer as object))
      return { status, body, ...(accountId === undefined ? {} : { accountId }) }
    },
    (error) => ({
      status: errorTable[error.code].http,
      body: JSON.stringify(envelopeOf(error, request.id)),
    }),
  )
  reply.code(status)
  if (replayed) reply.header('idempotency-replayed', 'true')
  if (body === '') return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}
