/** Serves the OpenAPI document, and what is made from it: the page for people, and the text for language models. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config/config.ts'
import { llmsText } from '../docs/llms.ts'
import { docsPage, docsPolicy } from '../docs/page.ts'
import { publicUrl } from '../public-url.ts'
import { apiPrefix } from '../register.ts'
import type { OpenApiDocument } from './types.ts'

export function registerDocs(app: FastifyInstance, config: Config, document: OpenApiDocument): void {
  const json = JSON.stringify(document)
  app.get(`${apiPrefix}/openapi.json`, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(json),
  )
  for (const path of ['/docs', '/docs/'])
    app.get(path, async (request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', docsPolicy)
        .header('referrer-policy', 'no-referrer')
        .send(docsPage(document, publicUrl(config, request))),
    )
  app.get('/llms.txt', async (request, reply) =>
    reply
      .header('content-type', 'text/markdown; charset=utf-8')
      .send(llmsText(document, publicUrl(config, request))),
  )
}
