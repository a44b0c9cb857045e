/** Serves Prometheus metrics and the health of any role on a port of their own, away from the public API. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds for which a connection without a request is kept, as the API keeps its own. */
const keepAliveMs = 75_000

/**
 * `/metrics`: what `render` answers, in the Prometheus text format; `/livez`; `/readyz`: 200 or 503.
 * @throws when the address is taken.
 */
export async function startMetricsServer(
  host: string,
  port: number,
  render: () => Promise<string>,
  ready: () => Promise<boolean>,
) {
  const answers: Record<string, (response: ServerResponse) => Promise<unknown>> = {
    '/metrics': async (response) => {
      const text = await render()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    },
    '/livez': async (response) => response.writeHead(200).end(),
    '/readyz': async (response) => response.writeHead((await ready()) ? 200 : 503).end(),
  }
  // A connection that is closed as its next request comes fails a scrape: most come a minute apart or less.
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const answer = Object.hasOwn(answers, request.url ?? '') ? answers[request.url ?? ''] : undefined
    if (answer === undefined) response.writeHead(404).end()
    else answer(response).catch(() => response.writeHead(503).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    host: address.address,
    port: address.port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
