/** Serves the OpenAPI document, and what is made from it: the page for people, and the text for language models. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config/config.ts'
import { publicUrl } from '../../../shared/api/public-url.ts'
import { apiPrefix } from '../../../shared/domain/endpoints.ts'
import { llmsText } from '../docs/llms.ts'
import { escapeHtml } from '../docs/markdown.ts'
import { docsPage, docsPolicy } from '../docs/page.ts'
import { type Rendered, rendered, renderedFor, sendRendered } from '../docs/rendered.ts'
import { expandedDocument, requireDocument, servedDocument } from './served.ts'

/** What is served, each made once: by `prepare`, or by the first request where that comes before. */
export interface Docs {
  json: () => Rendered
  page: () => (address: string) => Rendered
  text: () => (address: string) => Rendered
  /** Makes all of it, a part at a time, so that others get their turn between. @throws where the document is broken. */
  prepare: () => Promise<void>
}

/**
 * One for all services of a process: it depends on nothing but the document.
 * @throws where that can't be read; nothing is made yet, so that no process starts later for it.
 */
export function createDocs(): Docs {
  requireDocument()
  return docs()
}

const docs = once((): Docs => {
  const published = once(servedDocument)
  const document = once(() => expandedDocument(published()))
  const json = once(() => rendered(JSON.stringify(published())))
  const page = once(() => renderedFor((address) => docsPage(document(), address), escapeHtml))
  const text = once(() => renderedFor((address) => llmsText(document(), address)))
  const prepare = async () => {
    for (const make of [published, document, json, page, text]) {
      make()
      await setImmediate()
    }
  }
  return { json, page, text, prepare }
})

export function registerDocs(app: FastifyInstance, config: Config, { json, page, text }: Docs): void {
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
