/** The HTTP API: everything under /api/v1, health, and the documentation. */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { ApiDeps } from '../../shared/api/deps.ts'
import { Door } from '../../shared/api/door.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { noteWork } from '../../shared/lib/stall-watch.ts'
import { answerBadHttp, isHostKnown, watchConnections } from './bad-http.ts'
import { sendError } from './errors.ts'
import { registerHealth } from './health.ts'
import { acceptJsonOnly } from './json-body.ts'
import { createDocs, registerDocs } from './openapi/serve.ts'
import { parseQuery } from './query-string.ts'
import { rateHeaders } from './rate-headers.ts'
import { refuseOtherMethods, registerEndpoints } from './register.ts'
import { newRequestId } from './request-id.ts'
import { endSlowBodies } from './slow-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, where it is another door than the API's that knows. */
    asker: Principal | null
  }
}

/** Of a path that leads to nothing at all; what one leads to that isn't there has the table's text, whoever asks. */
const noEndpoint = 'No such endpoint: see /docs.'
/** Characters of a path parameter, as it is encoded: the longest is an address. */
const longestParameter = 3 * 254
/** Longer than usual load balancers keep an idle connection, so that they close it first. */
const keepAliveMs = 75_000
/** Milliseconds after which closing ends the requests that are still under way: a slow client must not hold it up. */
const closeMs = 3_000

/** Routes have no schemas: the door checks bodies, and Fastify would ignore one. @throws always */
const refuseSchemas = () => () => {
  throw new Error('routes have no schemas')
}

/** Builds the API over a door, which it shares with whatever else calls endpoints here; the caller listens, and closes it. */
export async function createApi(
  deps: ApiDeps,
  door = new Door(deps),
  docs = createDocs(),
): Promise<FastifyInstance> {
  const { config, log } = deps
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length === 0 ? false : config.TRUST_PROXY,
    bodyLimit: limits.bodyBytes,
    // Without a host, Node answers by itself, with nothing in it.
    http: { requireHostHeader: false, headersTimeout: limits.requestMs },
    // Of the whole request: a large one needs more on a slow line. Bodies are timed by what has come of them.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The door holds bodies against their contracts: what Fastify would do it by is not even loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    routerOptions: { maxParamLength: longestParameter, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendError(error, request, reply, config)
    },
    clientErrorHandler: answerBadHttp,
  })
  watchConnections(app.server)
  endSlowBodies(app.server, answerBadHttp)
  acceptJsonOnly(app)
  app.decorateRequest('asker', null)

  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), closeMs).unref()
  })

  // Named again where it goes on after something that others may have come between.
  const note = ({ method, routeOptions }: FastifyRequest) =>
    noteWork(`${method} ${routeOptions.url ?? 'nowhere'}`)
  const noteBefore = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    note(request)
    done()
  }
  app.addHook('onRequest', noteBefore)
  app.addHook('preValidation', noteBefore)
  app.addHook('preHandler', noteBefore)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (!isHostKnown(request.raw)) throw new ServiceError('bad_request')
    // Before a body is read, whatever it is.
    if (request.is404) throw new ServiceError('not_found', noEndpoint)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, visit, id, ip, asker } = request
    const principal = visit?.principal ?? asker
    const who = principal === null ? {} : { tenant_id: principal.tenantId, key_id: principal.keyId }
    const { statusCode: status, elapsedTime } = reply
    const ms = Math.round(elapsedTime * 10) / 10
    request.log.info(
      { request_id: id, method, route: routeOptions.url ?? null, status, ms, ip, ...who },
      'request',
    )
  })
  app.setErrorHandler(async (error, request, reply) => {
    const { visit } = request
    // A read that failed is counted, too, and refused where it is one too many.
    const ended = await visit?.settle().then(
      () => error,
      (refusal: unknown) => refusal,
    )
    if (visit?.rate != null) rateHeaders(reply, visit.rate)
    return sendError(ended ?? error, request, reply, config)
  })
  app.setNotFoundHandler(async () => {
    throw new ServiceError('not_found', noEndpoint)
  })

  const paths = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? paths.set(url, new Set()).get(url)!
    for (const one of [method].flat()) known.add(one)
  })
  registerEndpoints(app, config, door)
  registerHealth(app, deps)
  registerDocs(app, config, docs)
  refuseOtherMethods(app, new Map(paths))
  return app
}
