/** Takes JSON bodies: small ones are read where they are, large ones on a thread. */
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { bodyBounds } from '../../shared/api/json-shape.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { BodyRoom, type BodyShare } from './body-room.ts'
import type { JsonTask } from './json-thread.ts'
import { type ReadJson, readJson } from './read-json.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Room for large bodies. */
    bodyRoom: BodyRoom
  }
  interface FastifyRequest {
    /** What its body holds of the room for large ones; null where it is none. */
    bodyShare: BodyShare | null
  }
}

/**
 * Makes `application/json` the only content type, as it is (RFC 9110 §15.5.16); an empty body is no body, whatever its
 * type says.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const room = new BodyRoom(limits.largeBodiesBytes, limits.largeBodiesBytesPerTenant)
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }) => {
    // Clients name a type for no body at all, too: `curl -d ''`.
    if (headers['content-length'] === '0') delete headers['content-type']
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    const { headers } = request
    const encoding = headers['content-encoding']
    const length = headers['content-length'] ?? '0'
    const hasBody = length !== '0' || headers['transfer-encoding'] !== undefined
    if (!hasBody) return
    if (encoding !== undefined && !/^identity$/i.test(encoding)) {
      reply.header('accept-encoding', 'identity')
      throw new ServiceError(
        'unsupported_media_type',
        'The body must not be compressed or otherwise encoded.',
      )
    }
    const counted = withRoom(room, request, payload)
    // Of a client that hangs up, there is no response.
    const { bodyShare } = request
    if (bodyShare !== null) reply.raw.once('close', () => bodyShare.answered())
    return counted
  })
  app.decorate('bodyRoom', room)
  app.decorateRequest('bodyShare', null)
  app.addHook('onResponse', async ({ bodyShare }) => bodyShare?.answered())
  const threads = new ThreadPool(new URL('./json-thread.ts', import.meta.url), { size: 1, perThread: 1 })
  app.addHook('onClose', () => threads.close())
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.routeOptions.config.rawBody === true) return body
      if (body.length === 0) return undefined
      const read =
        body.length > limits.bodyInlineBytes ? await readOnThread(threads, body) : readJson(body, bodyBounds)
      if ('problem' in read)
        throw new ServiceError('validation_error', undefined, { details: [read.problem] })
      return read.value
    },
  )
}

/**
 * Counts a large body where it is held: all of it before any of it is read, where its length is told, else as it comes.
 * Those without a key are none: what anybody may send is small.
 * @throws ServiceError `unavailable`, where there is no room; so does reading what is answered.
 */
function withRoom(room: BodyRoom, request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const { visit, headers, routeOptions } = request
  const principal = visit?.principal ?? null
  const told = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  const most = told ?? routeOptions.bodyLimit ?? limits.bodyBytes
  // What is larger than the endpoint takes is refused without being read.
  const refused = told !== null && told > (routeOptions.bodyLimit ?? limits.bodyBytes)
  if (principal === null || most <= limits.largeBodyBytes || refused) return payload
  const share = room.open(principal.tenantId)
  request.bodyShare = share
  if (told !== null) {
    if (!share.grow(told)) throw noRoom()
    return payload
  }
  let came = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      came += chunk.length
      if (came <= limits.largeBodyBytes || share.grow(came)) done(null, chunk)
      else done(noRoom())
    },
  })
  // Once it is over the limit nobody reads it any more, but it may come on, or break off: an error that nobody hears of would
  // end the process.
  counted.on('error', () => {})
  // No pipeline: that would close the connection over which the refusal is to be heard.
  payload.once('error', (error) => counted.destroy(error))
  payload.once('close', () => {
    if (!counted.writableEnded) counted.destroy(new ServiceError('bad_request'))
  })
  return payload.pipe(counted)
}

const noRoom = (): ServiceError =>
  new ServiceError('unavailable', 'Too many large requests at once: try again in a moment.', {
    retryAfter: limits.largeBodyRetrySeconds,
  })

/** @throws ServiceError `unavailable` when it takes too long, or the thread dies of it. */
async function readOnThread(threads: ThreadPool, body: Buffer): Promise<ReadJson> {
  // Memory of its own, so that it can be handed over: small buffers share theirs, large ones don't.
  const json = new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  const task: JsonTask = { json, bounds: bodyBounds }
  const transfer = json.byteLength === json.buffer.byteLength ? [body.buffer as ArrayBuffer] : []
  try {
    return await threads.run<ReadJson>(task, limits.bodyParseMs, transfer)
  } catch (error) {
    throw new ServiceError('unavailable', undefined, { cause: error })
  }
}
