/** Looks at the parameters of a request before it is worked on: those that are wrong have a code of their own (JSON-RPC 2.0 §5.1). */
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

const schemas = new Map(
  [
    InitializeRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
    SubscribeRequestSchema,
    UnsubscribeRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema]),
)

/** What is wrong with the parameters of a request, each with its place; null where nothing is, or nobody knows its method. */
export function wrongParams(request: { method?: unknown }): string | null {
  const result = schemas.get(String(request.method))?.safeParse(request)
  if (result === undefined || result.success) return null
  const problems = result.error.issues
    .slice(0, 20)
    .map(({ path, message }) => `${path.join('.').slice(0, 300)} ${message}`)
  return `Invalid params: ${problems.join('; ')}`
}

/** The version whose servers must take batches of messages, which this one refuses, and the one before it: whoever knows the one knows the other. */
const withBatches = '2025-03-26'
const beforeBatches = '2024-11-05'

/**
 * A request as it is meant: some clients write null where they give no arguments; whoever asks for a task, which this server
 * does not offer, is answered as if they had not; and who asks for the version with batches is offered the one before it,
 * not the newest, which ends clients that are older.
 */
export function asMeant(request: object): object {
  const { method, params } = request as { method?: unknown; params?: unknown }
  if (typeof params !== 'object' || params === null) return request
  if (method === 'initialize') {
    const { protocolVersion: asked } = params as { protocolVersion?: unknown }
    return asked === withBatches
      ? { ...request, params: { ...params, protocolVersion: beforeBatches } }
      : request
  }
  if (method !== 'tools/call') return request
  const { task: _, ...meant } = params as { task?: unknown; arguments?: unknown }
  if (meant.arguments === null) delete meant.arguments
  return { ...request, params: meant }
}
