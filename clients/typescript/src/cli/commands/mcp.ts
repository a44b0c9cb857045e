/** `agent-email mcp`: the tools of the service for programs that speak the Model Context Protocol over stdio. */
import { createInterface } from 'node:readline'
import { type Command, UsageError } from '../command.ts'
import { McpBridge } from '../mcp-bridge.ts'
import { readSettings } from '../settings.ts'

export const mcp: Command = {
  name: 'mcp',
  operands: '',
  summary: 'Serve the tools to a program that starts it (Model Context Protocol over stdio).',
  options: {},
  help: {},
  async run({ url }) {
    const { key } = readSettings(process.env)
    if (key === undefined)
      throw new UsageError('there is no API key: run `agent-email login`, or set AGENT_EMAIL_KEY')
    const bridge = new McpBridge(new URL('/mcp', url), key, (line) => process.stdout.write(`${line}\n`))
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.trim() !== '') await bridge.take(line)
    await bridge.close()
  },
}
