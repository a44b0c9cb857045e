/** `agent-email mcp`: the tools of the service for programs that speak the Model Context Protocol over stdio. */
import { serviceAt } from '../../service-address.ts'
import { type Command, UsageError } from '../command.ts'
import { linesOf } from '../lines.ts'
import { McpBridge } from '../mcp-bridge.ts'
import { noKey, settingsOf } from '../settings.ts'

export const mcp: Command = {
  name: 'mcp',
  operands: '',
  summary: 'Serve the tools to an MCP client that starts this command (over stdio).',
  options: {},
  async run({ url }) {
    const { key } = settingsOf(process.env, url)
    if (key === undefined) throw new UsageError(noKey(process.env, url))
    const bridge = new McpBridge(new URL(`${serviceAt(url)}/mcp`), key, (line) =>
      process.stdout.write(`${line}\n`),
    )
    for await (const line of linesOf(process.stdin)) if (line.trim() !== '') await bridge.take(line)
    await bridge.close()
  },
}
