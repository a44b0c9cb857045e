/** Answers what is too long for memory: bit by bit, as fast as the client takes it. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A stream of `chunks`, which are asked for one after another as they are sent. An error before the first is an answer
 * like any other; one after it cuts the connection, so that nobody takes a part for the whole. A HEAD request gets the
 * headers, and asks for none.
 */
export async function streamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, filename }: { contentType: string; filename: string },
  chunks: AsyncGenerator<Uint8Array | string>,
): Promise<Readable | Buffer> {
  const first = request.method === 'HEAD' ? undefined : await chunks.next()
  reply.header('content-type', contentType)
  reply.header('content-disposition', `attachment; filename="${filename}"`)
  if (first === undefined) return Buffer.alloc(0)
  const stream = Readable.from(startingWith(first, chunks), { objectMode: false, highWaterMark: 64 * 1024 })
  // Also where it is never sent, since the request was refused after all.
  reply.raw.once('close', () => {
    stream.destroy()
    void chunks.return(undefined)
  })
  return stream
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return
  yield first.value
  yield* rest
}
