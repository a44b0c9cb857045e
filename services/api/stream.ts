/** Answers what is too long for memory: bit by bit, as fast as the client takes it. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A stream of `chunks`, which are asked for one after another as they are sent. Should one fail, the connection is cut,
 * so that nobody takes a part for the whole. A HEAD request gets the headers, and asks for none.
 */
export function streamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, filename }: { contentType: string; filename: string },
  chunks: AsyncIterable<Uint8Array | string>,
): Readable | Buffer {
  reply.header('content-type', contentType)
  reply.header('content-disposition', `attachment; filename="${filename}"`)
  if (request.method === 'HEAD') return Buffer.alloc(0)
  return Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 })
}
