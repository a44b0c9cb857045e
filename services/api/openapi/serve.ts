/** Serves the OpenAPI document. */
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from '../register.ts'
import type { OpenApiDocument } from './document.ts'

export function registerDocs(app: FastifyInstance, document: OpenApiDocument): void {
  const json = JSON.stringify(document)
  app.get(`${apiPrefix}/openapi.json`, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(json),
  )
}
