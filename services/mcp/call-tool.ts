/** Lists the tools that a key may use, and calls one. */
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { inboxKeyRules } from '../../shared/domain/inbox-key.ts'
import type { Principal } from '../../shared/domain/principal.ts'
import { type Client, callEndpoint } from './client-call.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools/index.ts'

/** Whether a key may use a tool at all: where it may not, the tool isn't shown to it. */
function isOpenTo({ endpoint }: Tool, { scopes, inboxId }: Principal): boolean {
  const { scope } = endpoints[endpoint]
  if (scope !== null && !scopes.includes(scope)) return false
  return inboxId === null || inboxKeyRules[endpoint] !== 'refused'
}

const described = new Map<Tool, ListedTool>(
  tools.map((tool) => {
    const { name, title, description, input, effect, repeatable } = tool
    const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
    const annotations = {
      title,
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'destroys',
      idempotentHint: repeatable,
      // Whom mail comes from and goes to is open.
      openWorldHint: true,
    }
    return [tool, { name, title, description, inputSchema: schema as ListedTool['inputSchema'], annotations }]
  }),
)

/** The tools that a key may use, as a client lists them. */
export const toolsOf = (principal: Principal): ListedTool[] =>
  tools.filter((tool) => isOpenTo(tool, principal)).map((tool) => described.get(tool)!)

/** Calls a tool. Whatever goes wrong is told in the result, where a model reads it. */
export async function callTool(
  client: Client,
  name: string,
  given: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined || !isOpenTo(tool, client.principal))
    return failed(
      `not_found: There is no tool ${JSON.stringify(name.slice(0, 100))} for this key: list the tools again.`,
    )
  const parsed = tool.input.safeParse(given ?? {})
  if (!parsed.success)
    return failed(
      [
        'validation_error: The arguments are invalid.',
        ...parsed.error.issues
          .flatMap((issue) =>
            wrongWith(issue).map(([path, what]) => `- ${path.join('.').slice(0, 300)}: ${what}`),
          )
          .slice(0, 20),
        ...known(tool, parsed.error.issues),
        'Correct them and call again.',
      ].join('\n'),
    )
  const args = parsed.data as Record<string, never>
  const { endpoint = tool.endpoint, ...input } = tool.call(args)
  const work = `MCP ${tool.name}`
  const called = await callEndpoint(client, endpoint, { ...input, signal }, work)
  if ('refusal' in called) return failed(called.refusal)
  const { text, structured } = await tool.show(called.value, args, (other, asked) =>
    callEndpoint(client, other, { ...asked, signal }, work),
  )
  return { content: [{ type: 'text', text }], structuredContent: structured }
}

/** What is wrong, where: each argument that nobody knows by its name. */
const wrongWith = (issue: z.core.$ZodIssue): [path: PropertyKey[], what: string][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [[...issue.path, key], 'is no argument of this tool'])
    : [[issue.path, issue.message]]

/** Which arguments there are, where one was guessed. */
const known = ({ input }: Tool, issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)
    ? [`Arguments of this tool: ${Object.keys(input.shape).join(', ')}.`]
    : []

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
