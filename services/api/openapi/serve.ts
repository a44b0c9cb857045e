/** Serves the OpenAPI document, and what is made from it: the page for people, and the text for language models. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config/config.ts'
import { publicUrl } from '../../../shared/api/public-url.ts'
import { apiPrefix } from '../../../shared/domain/endpoints.ts'
import { llmsText } from '../docs/llms.ts'
import { escapeHtml } from '../docs/markdown.ts'
import { docsPage, docsPolicy } from '../docs/page.ts'
import { rendered, renderedFor, sendRendered } from '../docs/rendered.ts'
import { expandedDocument, servedDocument } from './served.ts'

export function registerDocs(app: FastifyInstance, config: Config): void {
  // Made when first asked for: most processes start and end without it, and none is to start later for it.
  const document = once(() => expandedDocument(servedDocument()))
  const json = once(() => rendered(JSON.stringify(servedDocument())))
  const page = once(() => renderedFor((address) => docsPage(document(), address), escapeHtml))
  const text = once(() => renderedFor((address) => llmsText(document(), address)))
  app.get(`${apiPrefix}/openapi.json`, async (request, reply) =>
    sendRendered(request, reply.header('content-type', 'application/json; charset=utf-8'), json()),
  )
  for (const path of ['/docs', '/docs/'])
    app.get(path, async (request, reply) =>
      sendRendered(
        request,
        reply
          .header('content-type', 'text/html; charset=utf-8')
          .header('content-security-policy', docsPolicy)
          .header('referrer-policy', 'no-referrer'),
        page()(publicUrl(config, request)),
      ),
    )
  app.get('/llms.txt', async (request, reply) =>
    sendRendered(
      request,
      reply.header('content-type', 'text/markdown; charset=utf-8'),
      text()(publicUrl(config, request)),
    ),
  )
}

/** `make`, made once. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
