/** Reads JSON bodies, and refuses text that can't be stored: invalid UTF-8, NUL, lone surrogates. */
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../shared/domain/errors.ts'

/**
 * Makes `application/json` the only content type, as it is (RFC 9110 §15.5.16); an empty body is no body, whatever its
 * type says.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }) => {
    // Clients name a type for no body at all, too: `curl -d ''`.
    if (headers['content-length'] === '0') delete headers['content-type']
  })
  app.addHook('preParsing', async ({ headers }, reply) => {
    const encoding = headers['content-encoding']
    const length = headers['content-length'] ?? '0'
    const hasBody = length !== '0' || headers['transfer-encoding'] !== undefined
    if (!hasBody || encoding === undefined || /^identity$/i.test(encoding)) return
    reply.header('accept-encoding', 'identity')
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed or otherwise encoded.')
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody === true) return done(null, body)
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = decoder.decode(body as Buffer)
    } catch {
      return done(invalid('body', 'is not valid UTF-8'))
    }
    parse(request, text, (error, value) => {
      if (error) return done(invalid('body', 'is not valid JSON'))
      const problem = unstorable(value, 'body')
      if (problem !== null) return done(invalid(problem, 'holds a NUL character or half a surrogate pair'))
      done(null, value)
    })
  })
}

const invalid = (path: string, message: string) =>
  new ServiceError('validation_error', undefined, { details: [{ path, message }] })

/** Path of the first string (key or value) that Postgres would refuse; null where there is none. */
export function unstorable(value: unknown, root: string): string | null {
  // A stack of our own: nesting is as deep as the sender likes.
  const waiting: { value: unknown; path: string }[] = [{ value, path: root }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: current, path } = next
    if (typeof current === 'string' && !isStorable(current)) return path
    if (current === null || typeof current !== 'object') continue
    for (const [key, child] of Object.entries(current)) {
      if (!isStorable(key)) return path
      // Deeper than any field of ours: the path isn't spelled out any further.
      waiting.push({ value: child, path: path.length > 200 ? path : `${path}.${key.slice(0, 100)}` })
    }
  }
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
