/** Sends what an endpoint answers: its status, its headers, and its content in the form that HTTP has for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, JsonAnswer } from '../../shared/api/answer.ts'
import { downloadHeaders } from '../../shared/lib/download-headers.ts'
import { isLarge, writtenInPieces } from './large-answer.ts'

export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, answer, replayed }: Answered,
): Promise<FastifyReply> {
  reply.code(status)
  if (replayed) reply.header('idempotency-replayed', 'true')
  switch (answer.kind) {
    case 'none':
      return reply.send()
    case 'json':
      return reply.header('content-type', 'application/json; charset=utf-8').send(await textOf(answer))
    case 'file': {
      const { buffer, byteOffset, byteLength } = answer.content
      return reply.headers(downloadHeaders(answer)).send(Buffer.from(buffer, byteOffset, byteLength))
    }
    case 'stream':
      reply.header('content-type', answer.contentType)
      reply.header('content-disposition', `attachment; filename="${answer.filename}"`)
      return reply.send(request.method === 'HEAD' ? Buffer.alloc(0) : answer.stream)
    case 'events':
      reply.header('content-type', 'text/event-stream; charset=utf-8')
      reply.header('x-accel-buffering', 'no')
      return reply.send(answer.stream)
  }
}

async function textOf({ value, text }: JsonAnswer): Promise<string | Buffer> {
  return text ?? (isLarge(value) ? await writtenInPieces(value as object) : JSON.stringify(value))
}
