/** Registers the defined endpoints on a Fastify instance, each on all of its paths, and 405 on the other methods. */
import type { FastifyInstance, FastifySchema, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { ServiceError } from '../../shared/domain/errors.ts'
import type { ApiDeps } from './deps.ts'
import type { DefinedEndpoint } from './endpoint.ts'
import type { Gate } from './gate.ts'
import { unstorable } from './json-body.ts'

/** Where the API lives. */
export const apiPrefix = '/api/v1'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** `/inboxes/{slug}` as Fastify writes it. */
export const routePath = (path: string): string => `${apiPrefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

export function registerEndpoints(
  app: FastifyInstance,
  deps: ApiDeps,
  gate: Gate,
  defined: DefinedEndpoint[],
): void {
  for (const { definition, endpoint, run } of defined) {
    for (const path of endpoint.paths) {
      app.route({
        method: endpoint.method,
        url: routePath(path),
        schema: validationSchema(definition),
        onRequest: (request, reply) => gate.enter(request, reply, definition.name),
        preValidation: async ({ query, params }) => {
          if (unstorable(params, '') !== null) throw new ServiceError('not_found')
          const path = unstorable(query, 'query')
          if (path !== null)
            throw new ServiceError('validation_error', undefined, {
              details: [{ path, message: 'holds a NUL character' }],
            })
        },
        handler: async (request, reply) => {
          const answer = await run(deps, request, reply)
          await gate.settle(request, reply, true)
          return reply.code(definition.status).send(answer)
        },
      })
    }
  }
}

function validationSchema({ query, body, answer, status }: DefinedEndpoint['definition']): FastifySchema {
  return {
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(answer instanceof z.ZodType ? { response: { [status]: answer } } : {}),
  }
}

/** Answers 405 with `Allow` wherever a path exists, but not with that method. */
export function refuseOtherMethods(app: FastifyInstance, paths: Map<string, Set<string>>): void {
  for (const [url, allowed] of paths) {
    const allow = [...allowed].sort().join(', ')
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      handler: async (_request, reply) => {
        reply.header('allow', allow)
        throw new ServiceError('method_not_allowed')
      },
    })
  }
}
