/** The resources of a client: its inboxes, the text of a message, an attachment. */
import {
  ErrorCode,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js'
import { callTool } from './call-tool.ts'
import { type Client, callEndpoint, type Refused } from './client-call.ts'
import { ProtocolError, resourceNotFound } from './protocol-error.ts'

const scheme = 'agent-email://'

/** The templates by which resources are named. */
export const templates: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      uriTemplate: `${scheme}inboxes/{slug}`,
      name: 'inbox',
      title: 'The newest messages of an inbox',
      description: 'Subscribe to it to be told of new mail.',
      mimeType: 'text/plain',
    },
    {
      uriTemplate: `${scheme}messages/{message_id}`,
      name: 'message',
      title: 'A message',
      mimeType: 'text/plain',
    },
    {
      uriTemplate: `${scheme}attachments/{attachment_id}`,
      name: 'attachment',
      title: 'An attachment',
      mimeType: 'text/plain',
    },
  ],
}

/** What each kind of resource is read with. */
const readers = {
  inboxes: (id: string) => ['list_messages', { slug: id, status: 'readable' }],
  messages: (id: string) => ['get_message', { message_id: id }],
  attachments: (id: string) => ['get_attachment', { attachment_id: id }],
} as const satisfies Record<string, (id: string) => readonly [string, Record<string, string>]>

/** The kind and the identifier that a resource's address names; null where it is no address of ours. */
export function parseResource(uri: string): { kind: keyof typeof readers; id: string } | null {
  const [, kind, id] = /^agent-email:\/\/(inboxes|messages|attachments)\/([\w.+-]{1,64})$/.exec(uri) ?? []
  return kind === undefined || id === undefined ? null : { kind: kind as keyof typeof readers, id }
}

/** The address of an inbox as a resource. */
export const inboxUri = (slug: string): string => `${scheme}inboxes/${slug}`

/** The inboxes of the client, a page at a time. @throws ProtocolError. */
export async function listResources(
  client: Client,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const query = cursor === undefined ? {} : { cursor }
  const called = await callEndpoint(client, 'list_inboxes', { query }, 'MCP resources/list')
  if ('refusal' in called) throw refusedAs(called)
  const { inboxes, next_cursor } = called.value as {
    inboxes: { slug: string; address: string }[]
    next_cursor: string | null
  }
  return {
    resources: inboxes.map(({ slug, address }) => ({
      uri: inboxUri(slug),
      name: slug,
      title: `Mail to ${address}`,
      mimeType: 'text/plain',
    })),
    ...(next_cursor === null ? {} : { nextCursor: next_cursor }),
  }
}

/** The text of a resource: what the tool for it answers. @throws ProtocolError. */
export async function readResource(
  client: Client,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const parsed = parseResource(uri)
  if (parsed === null) throw noResource(uri)
  const [tool, args] = readers[parsed.kind](parsed.id)
  const { content, isError } = await callTool(client, tool, args, signal)
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  // What is refused for another reason is there, and may be read later.
  const code = text.startsWith('not_found: ') ? resourceNotFound : ErrorCode.InvalidRequest
  if (isError === true) throw new ProtocolError(code, text)
  return { contents: [{ uri, mimeType: 'text/plain', text }] }
}

/** The error of the protocol for what an endpoint refused. */
export function refusedAs({ code, refusal }: Refused): ProtocolError {
  if (code === 'not_found') return new ProtocolError(resourceNotFound, refusal)
  return new ProtocolError(
    code === 'validation_error' ? ErrorCode.InvalidParams : ErrorCode.InvalidRequest,
    refusal,
  )
}

/** The error of an address that names no resource. */
export const noResource = (uri: string): ProtocolError =>
  new ProtocolError(resourceNotFound, `There is no resource ${JSON.stringify(uri.slice(0, 100))}.`)
