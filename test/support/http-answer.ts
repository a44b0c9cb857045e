/** A real HTTP server that stands in for an endpoint of the operator: answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface HttpAnswer {
  url: string
  received: Received[]
  close(): Promise<void>
}

/** Listens on a free port of the loopback address; `answer` ends the response, or leaves it hanging. */
export async function httpAnswer(
  answer: (response: ServerResponse, request: Received) => void,
): Promise<HttpAnswer> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const got: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    received.push(got)
    answer(response, got)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
