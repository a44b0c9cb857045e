/** Answers what isn't HTTP in the envelope of errors, before there is a request that could be answered. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { envelopeOf } from '../../shared/domain/error-envelope.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
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

/** Ends a connection on which something came that is no HTTP: 400, unless the request it is of has its answer. */
export function answerBadHttp(_error: Error, socket: Socket): void {
  const { request, response } = exchanges.get(socket) ?? {}
  if (!socket.writable || (request?.complete === false && response?.headersSent === true)) {
    socket.destroy()
    return
  }
  const id = newRequestId()
  const body = JSON.stringify(envelopeOf(new ServiceError('bad_request'), id, ''))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
