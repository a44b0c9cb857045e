/** The HTTP API: everything under /api/v1, health, and the documentation. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { ServiceError } from '../../shared/domain/errors.ts'
import { Admission } from '../../shared/flow/access/admission.ts'
import { answerBadHttp, watchConnections } from './bad-http.ts'
import type { ApiDeps } from './deps.ts'
import { sendError } from './errors.ts'
import { Gate } from './gate.ts'
import { registerHealth } from './health.ts'
import { acceptJsonOnly } from './json-body.ts'
import { apiDocument } from './openapi/document.ts'
import { registerDocs } from './openapi/serve.ts'
import { parseQuery } from './query-string.ts'
import { refuseOtherMethods, registerEndpoints } from './register.ts'
import { newRequestId } from './request-id.ts'
import { endpointDefinitions } from './routes/index.ts'

export type { ApiDeps }

const bodyLimit = 1024 * 1024
/** Of a path that leads to nothing at all; what one leads to that isn't there has the table's text, whoever asks. */
const noEndpoint = 'No such endpoint: see /docs.'
/** Longest time a client may take to send a request. */
const requestMs = 60_000
/** Longer than usual load balancers keep an idle connection, so that they close it first. */
const keepAliveMs = 75_000
/** Milliseconds after which closing ends the requests that are still under way: a slow client must not hold it up. */
const closeMs = 3_000

/** Builds the API; the caller listens, and closes it. */
export async function createApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { config, log, database } = deps
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length === 0 ? false : config.TRUST_PROXY,
    bodyLimit,
    // Without one, Node answers by itself, with nothing in it.
    http: { requireHostHeader: false },
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendError(error, request, reply)
    },
    clientErrorHandler: answerBadHttp,
  })
  watchConnections(app.server)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJsonOnly(app)

  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), closeMs).unref()
  })

  const gate = new Gate(new Admission(database, config.RATE_LIMIT_PER_MINUTE, config.RATE_LIMIT_PER_SECOND))
  app.decorateRequest('access', null)
  app.decorateRequest('rawJson', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ServiceError('bad_request')
    // Before a body is read, whatever it is.
    if (request.is404) throw new ServiceError('not_found', noEndpoint)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, access, id, ip } = request
    const who =
      access === null ? {} : { tenant_id: access.principal.tenantId, key_id: access.principal.keyId }
    const { statusCode: status, elapsedTime } = reply
    const ms = Math.round(elapsedTime * 10) / 10
    request.log.info(
      { request_id: id, method, route: routeOptions.url ?? null, status, ms, ip, ...who },
      'request',
    )
  })
  app.setErrorHandler(async (error, request, reply) => {
    try {
      await gate.settle(request, reply, false)
    } catch (refusal) {
      return sendError(refusal, request, reply)
    }
    return sendError(error, request, reply)
  })
  app.setNotFoundHandler(async () => {
    throw new ServiceError('not_found', noEndpoint)
  })

  const paths = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? paths.set(url, new Set()).get(url)!
    for (const one of [method].flat()) known.add(one)
  })
  registerEndpoints(app, deps, gate, endpointDefinitions)
  registerHealth(app, deps)
  registerDocs(app, config, await apiDocument())
  refuseOtherMethods(app, new Map(paths))
  return app
}
