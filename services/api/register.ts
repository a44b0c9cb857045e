/** Registers the defined endpoints on a Fastify instance, each on all of its paths, and 405 on the other methods. */
import type { FastifyInstance, FastifySchema, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { ServiceError } from '../../shared/domain/errors.ts'
import { Idempotency } from '../../shared/flow/access/idempotency.ts'
import type { ApiDeps } from './deps.ts'
import type { DefinedEndpoint } from './endpoint.ts'
import type { Gate } from './gate.ts'
import { answerOnce, idempotencyHeader, isRepeatable } from './idempotency.ts'
import { unstorable } from './json-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, before defaults and conversions. */
    rawJson: unknown
  }
  interface FastifyContextConfig {
    /** Whether the body is left as the bytes that came. */
    rawBody?: boolean
  }
}

/** Where the API lives. */
export const apiPrefix = '/api/v1'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']

/** `/inboxes/{slug}` as Fastify writes it. */
export const routePath = (path: string): string => `${apiPrefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

export function registerEndpoints(
  app: FastifyInstance,
  deps: ApiDeps,
  gate: Gate,
  defined: DefinedEndpoint[],
): void {
  const idempotency = new Idempotency(deps.database, deps.keyring)
  for (const one of defined) {
    const { definition, endpoint, run } = one
    const repeatable = isRepeatable(one)
    for (const path of endpoint.paths) {
      app.route({
        method: endpoint.method,
        url: routePath(path),
        ...(definition.carriesMessage === true
          ? { bodyLimit: messageBodyLimit(deps.config.MAX_MESSAGE_BYTES) }
          : {}),
        schema: validationSchema(definition),
        config: { rawBody: definition.rawBody === true },
        onRequest: (request, reply) => gate.enter(request, reply, definition.name),
        preValidation: async (request) => {
          const { query, params } = request
          request.rawJson = request.body
          if (unstorable(params, '') !== null) throw new ServiceError('not_found')
          const path = unstorable(query, 'query')
          if (path !== null)
            throw new ServiceError('validation_error', undefined, {
              details: [{ path, message: 'holds a NUL character' }],
            })
        },
        handler: async (request, reply) => {
          if (repeatable && request.headers[idempotencyHeader] !== undefined)
            return answerOnce({ idempotency, deps }, one, request, reply, async ({ database, requestId }) => {
              const answer = await run({ ...deps, database }, request, reply, requestId)
              return { status: statusOf(definition, answer), answer }
            })
          const answer = await run(deps, request, reply, null)
          await gate.settle(request, reply, true)
          return reply.code(statusOf(definition, answer)).send(answer)
        },
      })
    }
  }
}

/** Bytes of JSON that hold a message of `bytes`: base64 takes a third more, and the other fields their part. */
const messageBodyLimit = (bytes: number): number => Math.ceil((bytes * 4) / 3) + 8 * 1024 * 1024

function statusOf({ status, otherStatus }: DefinedEndpoint['definition'], answer: unknown): number {
  return otherStatus?.when(answer) === true ? otherStatus.status : status
}

function validationSchema(definition: DefinedEndpoint['definition']): FastifySchema {
  const { query, body, answer, status, otherStatus } = definition
  const statuses = otherStatus === undefined ? [status] : [status, otherStatus.status]
  return {
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(answer instanceof z.ZodType
      ? { response: Object.fromEntries(statuses.map((one) => [one, answer])) }
      : {}),
  }
}

/** Answers 405 with `Allow` wherever a path exists, but not with that method. */
export function refuseOtherMethods(app: FastifyInstance, paths: Map<string, Set<string>>): void {
  for (const [url, allowed] of paths) {
    const allow = [...allowed].sort().join(', ')
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      // Before a body is read, whatever it is.
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new ServiceError('method_not_allowed')
      },
      handler: async () => undefined,
    })
  }
}
