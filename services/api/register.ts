/** Registers the endpoints on a Fastify instance, each on all of its paths, and 405 on the other methods. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Config } from '../../config/config.ts'
import { bearerKey } from '../../shared/api/bearer-key.ts'
import type { Asked, Caller } from '../../shared/api/caller.ts'
import type { Door } from '../../shared/api/door.ts'
import { bodyLimit, type DefinedEndpoint } from '../../shared/api/endpoint.ts'
import { publicUrl } from '../../shared/api/public-url.ts'
import type { Visit } from '../../shared/api/visit.ts'
import { apiPrefix } from '../../shared/domain/endpoints.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import { hangUp } from './hang-up.ts'
import { rateHeaders } from './rate-headers.ts'
import { sendAnswer } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its way through the door; null where it calls no endpoint. */
    visit: Visit | null
  }
  interface FastifyContextConfig {
    /** Whether the body is left as the bytes that came. */
    rawBody?: boolean
  }
}

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']

/** `/inboxes/{slug}` as Fastify writes it. */
const routePath = (path: string): string => `${apiPrefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

export function registerEndpoints(app: FastifyInstance, config: Config, door: Door): void {
  app.decorateRequest('visit', null)
  for (const { definition, endpoint } of door.endpoints)
    for (const path of endpoint.paths) {
      const url = routePath(path)
      app.route({
        method: endpoint.method,
        url,
        bodyLimit: bodyLimit(definition, config.MAX_MESSAGE_BYTES),
        config: { rawBody: definition.rawBody === true },
        onRequest: async (request, reply) => {
          const asked = askedOf(request, reply, `${endpoint.method} ${url}`, definition)
          request.visit = door.open(definition.name, callerOf(request, config), asked)
          await request.visit.enter()
        },
        handler: async (request, reply) => {
          const { bodyShare } = request
          const visit = request.visit!
          // Its body is counted no more: who hung up before hears nothing of it anyway.
          if (bodyShare?.begin() === false) throw new ServiceError('unavailable')
          try {
            const answered = await visit.answer(request.body)
            if (visit.rate !== null) rateHeaders(reply, visit.rate)
            return await sendAnswer(request, reply, answered)
          } finally {
            bodyShare?.end()
          }
        },
      })
    }
}

function callerOf(request: FastifyRequest, config: Config): Caller {
  return {
    credentials: { key: bearerKey(request.headers.authorization) },
    address: request.ip,
    get publicUrl() {
      return publicUrl(config, request)
    },
  }
}

/** What an endpoint may want to know of a request; made as far as it does. */
function askedOf(
  request: FastifyRequest,
  reply: FastifyReply,
  work: string,
  { rawBody }: DefinedEndpoint['definition'],
): Asked {
  const { headers } = request
  let signal: AbortSignal | undefined
  return {
    requestId: request.id,
    params: request.params as NonNullable<Asked['params']>,
    query: request.query as NonNullable<Asked['query']>,
    idempotencyKey: one(headers['idempotency-key']),
    get signal() {
      signal ??= hangUp(reply)
      return signal
    },
    signature: rawBody === true ? one(headers['stripe-signature']) : undefined,
    lastEventId: one(headers['last-event-id']) || undefined,
    withoutContent: request.method === 'HEAD',
    work,
  }
}

/** The value of a header that stands once, or whose values Node has joined. */
const one = (value: string | string[] | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

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
