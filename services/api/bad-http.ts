/** Answers what isn't HTTP in the envelope of errors, before there is a request that could be answered. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { envelopeOf } from '../../shared/domain/error-envelope.ts'
import { type ErrorCode, errorTable, ServiceError } from '../../shared/domain/errors.ts'
import { newRequestId } from './request-id.ts'

/** What a connection is about: the last request of it. */
const exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()

/** Makes `server` remember what {@link answerBadHttp} has to know. */
export function watchConnections(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    exchanges.set(request.socket, { request, response })
  })
  // Expectations that nobody knows are ignored (RFC 9110 §10.1.1): Node's own 417 has no envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** A host, and its port (RFC 9112 §3.2.1). */
const hostShape = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Whether a request says once, and in a form that can be one, which host it is for; those of HTTP/1.0 need not (RFC 9112 §3.2). */
export function isHostKnown({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0'
  const times = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return times === 1 && hostShape.test(host)
}

/** What Node says of requests that are HTTP, but too slow or too long; all else is none. */
const refusals: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Ends a connection on which something came that is no HTTP, or can't be read to its end, unless the request it is of has its answer. */
export function answerBadHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  const { request, response } = exchanges.get(socket) ?? {}
  if (!socket.writable || (request?.complete === false && response?.headersSent === true)) {
    socket.destroy()
    return
  }
  const id = newRequestId()
  const refusal = new ServiceError(refusals[error.code ?? ''] ?? 'bad_request')
  const { http } = errorTable[refusal.code]
  const body = JSON.stringify(envelopeOf(refusal, id, ''))
  socket.end(
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
