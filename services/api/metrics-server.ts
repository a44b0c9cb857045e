/** Serves the Prometheus metrics on a port of their own, away from the public API. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `render` answers the Prometheus text format. @throws when the address is taken. */
export async function startMetricsServer(host: string, port: number, render: () => Promise<string>) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    render().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end(),
    )
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
