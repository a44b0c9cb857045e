/** The Model Context Protocol over HTTP: agents use the service as a set of tools, with the keys and rules of the API. */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerKey } from '../../shared/api/bearer-key.ts'
import type { Caller } from '../../shared/api/caller.ts'
import type { Door } from '../../shared/api/door.ts'
import { publicUrl } from '../../shared/api/public-url.ts'
import { ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { scopes } from '../../shared/domain/scopes.ts'
import type { Client } from './client-call.ts'
import { serverFor } from './server.ts'
import { type Session, Sessions } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks over the Model Context Protocol. */
    mcpClient: Client | null
  }
}

const path = '/mcp'
/** Where clients learn how to be authorized (RFC 9728 §3.1). */
const metadataPath = `/.well-known/oauth-protected-resource${path}`
/** Methods that call an endpoint, whose rate and price count there. */
const counted = new Set(['tools/call', 'resources/read', 'resources/list', 'resources/subscribe'])

interface McpParts {
  door: Door
  config: { PUBLIC_URL?: string | undefined }
}

/**
 * Registers the streamable HTTP transport of the protocol at `/mcp`, with API keys as bearer tokens. A session is only
 * needed for notifications: a request that names one which this process doesn't know is answered like one without.
 */
export function registerMcp(app: FastifyInstance, { door, config }: McpParts): void {
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
    // A page of somebody else in a browser, that has found its way to an address of ours (DNS rebinding).
    if (origin !== undefined && origin !== new URL(address).origin)
      throw new ServiceError('forbidden', 'Requests from pages of other sites are refused.')
    const caller: Caller = {
      credentials: { key: bearerKey(authorization) },
      address: request.ip,
      publicUrl: address,
    }
    try {
      const principal = await door.identify(caller)
      request.mcpClient = { door, caller, principal }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthorized')
        reply.header('www-authenticate', `Bearer resource_metadata="${address}${metadataPath}"`)
      throw error
    }
  }

  app.post(path, { onRequest: admit, bodyLimit: limits.mcpBodyBytes }, async (request, reply) => {
    const client = request.mcpClient!
    const { body } = request
    if (body === null || typeof body !== 'object' || Array.isArray(body))
      throw new ServiceError('validation_error', 'The body must be one message of JSON-RPC 2.0.')
    const { method } = body as { method?: unknown }
    if (typeof method !== 'string' || !counted.has(method))
      await door.count(client.principal, 'mcp', request.id)
    const session =
      method === 'initialize'
        ? sessions.begin(client.principal.keyHash)
        : sessionOf(request, client.principal)
    if (method === 'initialize') reply.header('mcp-session-id', session!.id)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = serverFor(client, session)
    await server.connect(transport)
    reply.raw.once('close', () => void server.close())
    handOver(reply)
    await transport.handleRequest(request.raw, reply.raw, body)
  })

  app.get(path, { onRequest: admit, exposeHeadRoute: false }, async (request, reply) => {
    const client = request.mcpClient!
    await door.count(client.principal, 'mcp', request.id)
    const session = sessionOf(request, client.principal)
    if (session === null) throw new ServiceError('not_found', 'No such session: initialize one first.')
    if (session.notify !== null)
      throw new ServiceError('too_many_streams', 'The session is listened to already.', { retryAfter: 1 })
    const transport = new StreamableHTTPServerTransport({ keepAliveMs: limits.streamHeartbeatMs })
    const server = serverFor(client, session)
    await server.connect(transport)
    const notify = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => {})
    session.notify = notify
    reply.raw.once('close', () => {
      if (session.notify === notify) session.notify = null
      void server.close()
    })
    handOver(reply)
    await transport.handleRequest(request.raw, reply.raw)
  })

  app.delete(path, { onRequest: admit }, async (request, reply) => {
    const { principal } = request.mcpClient!
    await door.count(principal, 'mcp', request.id)
    const session = sessionOf(request, principal)
    if (session === null) throw new ServiceError('not_found', 'No such session.')
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

  function sessionOf({ headers }: FastifyRequest, { keyHash }: Principal): Session | null {
    const id = headers['mcp-session-id']
    return typeof id === 'string' ? sessions.find(id, keyHash) : null
  }
}

/** Leaves the response to the transport, with the header fields that it has already. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
}
