/** The Model Context Protocol over HTTP: agents use the service as a set of tools, with the keys and rules of the API. */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ErrorCode, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerKey } from '../../shared/api/bearer-key.ts'
import type { Caller } from '../../shared/api/caller.ts'
import type { Door } from '../../shared/api/door.ts'
import { publicUrl } from '../../shared/api/public-url.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import type { EventFeed } from '../../shared/flow/events/feed.ts'
import type { Client } from './client-call.ts'
import { listenerOf } from './notifications.ts'
import { isOwnPage } from './origin.ts'
import { serverFor } from './server.ts'
import { type Session, Sessions } from './sessions.ts'
import { asMeant, wrongParams } from './wrong-params.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks over the Model Context Protocol. */
    mcpClient: Client | null
  }
}

const path = '/mcp'
/** Where clients learn how to be authorized (RFC 9728 §3.1). */
const metadataPath = `/.well-known/oauth-protected-resource${path}`
/** Methods that call an endpoint, whose rate and price count there; what of them calls none is counted at the end. */
const countedThere = new Set(['tools/call', 'resources/read', 'resources/list', 'resources/subscribe'])

interface McpParts {
  door: Door
  /** Tells when a key has been revoked, or has expired. */
  keys: Pick<EventFeed, 'watchKey'>
  config: { PUBLIC_URL?: string | undefined }
}

/**
 * Registers the streamable HTTP transport of the protocol at `/mcp`, with API keys as bearer tokens. A session is only
 * needed for notifications and to cancel calls: a request that names one of another process is answered like one without,
 * and one that has ended here is 404, so that the client begins another.
 */
export function registerMcp(app: FastifyInstance, { door, keys, config }: McpParts): void {
  const sessions = new Sessions()
  app.addHook('onClose', async () => sessions.close())
  app.decorateRequest('mcpClient', null)

  for (const url of [metadataPath, '/.well-known/oauth-protected-resource'])
    app.get(url, async (request) => {
      const address = publicUrl(config, request)
      return {
        resource: `${address}${path}`,
        resource_name: 'Agent Email Service',
        resource_documentation: `${address}/docs`,
        bearer_methods_supported: ['header'],
        scopes_supported: scopes,
      }
    })

  /** Before a body is read: who asks, and from where. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const address = publicUrl(config, request)
    const { origin, authorization } = request.headers
    if (origin !== undefined && !isOwnPage(origin, address, config.PUBLIC_URL))
      throw new ServiceError('forbidden', 'Requests from pages of other sites are refused.')
    const caller: Caller = {
      credentials: { key: bearerKey(authorization) },
      address: request.ip,
      publicUrl: address,
    }
    try {
      const principal = await door.identify(caller)
      request.mcpClient = { door, caller, principal, counted: false }
      request.asker = principal
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthorized')
        reply.header('www-authenticate', `Bearer resource_metadata="${address}${metadataPath}"`)
      throw error
    }
  }

  const count = async (client: Client, { id }: FastifyRequest): Promise<void> => {
    client.counted = true
    client.principal = await door.count(client.principal, 'mcp', id)
  }

  /** What was refused before it called anything is a request, too: whoever sends many is refused at the door. */
  const countRest = async (request: FastifyRequest): Promise<void> => {
    const client = request.mcpClient
    if (client !== null && !client.counted) await count(client, request).catch(() => {})
  }

  const hooks = { onRequest: admit, onResponse: countRest }

  app.post(path, { ...hooks, bodyLimit: limits.mcpBodyBytes }, async (request, reply) => {
    const client = request.mcpClient!
    const { body: given } = request
    if (given === null || typeof given !== 'object' || Array.isArray(given))
      throw new ServiceError('validation_error', 'The body must be one message of JSON-RPC 2.0.')
    mustAccept(request, ['application/json', 'text/event-stream'])
    const body = asMeant(given)
    const { jsonrpc, method, id } = body as { jsonrpc?: unknown; method?: unknown; id?: unknown }
    if (typeof method !== 'string' || !countedThere.has(method)) await count(client, request)
    if (reply.raw.destroyed) return leaveAlone(reply)
    const wrong = jsonrpc === '2.0' && isRequestId(id) ? wrongParams(body) : null
    if (wrong !== null)
      return reply.send({ jsonrpc, id, error: { code: ErrorCode.InvalidParams, message: wrong } })
    const session = method === 'initialize' ? null : knownSession(request, client.principal)
    if (method === 'notifications/cancelled') cancel(session, body)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    if (method === 'initialize') beginWhenAnswered(transport, reply, client.principal)
    const cancelled = new AbortController()
    const server = serverFor(client, session, cancelled.signal)
    await server.connect(transport)
    reply.raw.once('close', () => {
      if (isRequestId(id) && session?.running.get(id) === cancelled) session.running.delete(id)
      void server.close()
    })
    if (isRequestId(id)) session?.running.set(id, cancelled)
    handOver(reply)
    await transport.handleRequest(request.raw, reply.raw, body)
  })

  app.get(path, { ...hooks, exposeHeadRoute: false }, async (request, reply) => {
    const client = request.mcpClient!
    await count(client, request)
    if (request.headers['mcp-session-id'] === undefined) {
      reply.header('allow', 'DELETE, POST')
      throw new ServiceError('session_required')
    }
    mustAccept(request, ['text/event-stream'])
    const session = sessionOf(request, client.principal)
    if (session === null) throw new ServiceError('not_found', noSession)
    // Of a client that has gone meanwhile, nothing would tell any more.
    if (reply.raw.destroyed) return leaveAlone(reply)
    const transport = new StreamableHTTPServerTransport({ keepAliveMs: limits.streamHeartbeatMs })
    const server = serverFor(client, session)
    const listener = listenerOf(reply.raw, (uri) => void server.sendResourceUpdated({ uri }).catch(() => {}))
    // What the transport refuses takes no place.
    if (canListen(request) && !sessions.listen(session, listener))
      throw new ServiceError('not_found', noSession)
    // Nobody can use it any more.
    const unwatch = keys.watchKey(client.principal, () => sessions.end(session))
    reply.raw.once('close', () => {
      unwatch()
      sessions.leave(session, listener)
      void server.close()
    })
    await server.connect(transport)
    handOver(reply)
    await transport.handleRequest(request.raw, reply.raw)
  })

  app.delete(path, hooks, async (request, reply) => {
    const client = request.mcpClient!
    await count(client, request)
    const session = sessionOf(request, client.principal)
    if (session === null) throw new ServiceError('not_found', noSession)
    sessions.end(session)
    return reply.code(204).send()
  })

  app.route({
    method: ['PUT', 'PATCH', 'OPTIONS', 'HEAD'],
    url: path,
    onRequest: async (_request, reply) => {
      reply.header('allow', 'DELETE, GET, POST')
      throw new ServiceError('method_not_allowed')
    },
    handler: async () => undefined,
  })

  /** A client that is refused, or has gone, would leave a session behind that takes the place of another. */
  function beginWhenAnswered(
    transport: StreamableHTTPServerTransport,
    { raw }: FastifyReply,
    principal: Principal,
  ): void {
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => {
      if ('result' in message && !raw.destroyed && !raw.headersSent) {
        const session = sessions.begin(principal)
        if (session !== null) raw.setHeader('mcp-session-id', session.id)
      }
      return send(message, options)
    }
  }

  function sessionOf({ headers }: FastifyRequest, { keyHash }: Principal): Session | null {
    const id = headers['mcp-session-id']
    return typeof id === 'string' ? sessions.find(id, keyHash) : null
  }

  /** Null also for a session of another process, which is not known here. @throws ServiceError `not_found` for one that has ended. */
  function knownSession(request: FastifyRequest, principal: Principal): Session | null {
    const session = sessionOf(request, principal)
    const id = request.headers['mcp-session-id']
    if (session === null && typeof id === 'string' && sessions.gave(id))
      throw new ServiceError('not_found', noSession)
    return session
  }
}

const noSession = 'No such session: initialize one first.'

/** Whether the transport will answer with a stream: it refuses who takes none, and versions that it does not know. */
function canListen({ headers: { accept = '', 'mcp-protocol-version': version } }: FastifyRequest): boolean {
  const known = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))
  return known && accept.includes('text/event-stream')
}

/** What the transport would refuse in words of its own (Streamable HTTP). @throws ServiceError `not_acceptable`. */
function mustAccept({ headers: { accept = '' } }: FastifyRequest, types: readonly string[]): void {
  if (types.every((type) => accept.includes(type))) return
  throw new ServiceError('not_acceptable', `The header Accept must name ${types.join(' and ')}.`)
}

const isRequestId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number'

/** Ends the call of the session that a client has lost interest in. */
function cancel(session: Session | null, body: object): void {
  const { params } = body as { params?: { requestId?: unknown } | null }
  const id = params?.requestId
  if (isRequestId(id)) session?.running.get(id)?.abort()
}

/** Answers nothing: the client has gone. */
function leaveAlone(reply: FastifyReply): void {
  reply.hijack()
}

/** Leaves the response to the transport, with the header fields that it has already. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
}
