/** `agent-email login`: keeps the address of the service and a key for the commands that follow. */
import { createInterface } from 'node:readline/promises'
import { AgentEmail } from '../../client.ts'
import { type Command, textOf, UsageError } from '../command.ts'
import { keepSettings } from '../settings.ts'

export const login: Command = {
  name: 'login',
  operands: '',
  summary: 'Keep the address of the service and an API key for the commands that follow.',
  options: { key: { type: 'string' } },
  help: { key: 'The API key; read from standard input unless given, so that no shell keeps it.' },
  async run({ options, output, url }) {
    const key = (textOf(options, 'key') ?? (await askFor('API key: '))).trim()
    if (!/^svc_(?:live|test)_/.test(key))
      throw new UsageError('an API key begins with svc_live_ or svc_test_')
    const client = new AgentEmail({ apiKey: key, baseUrl: url })
    // Any key may ask how many inboxes it sees, or is told that its scopes leave that out: known it is either way.
    await client.inboxes.list({ limit: 1 }).catch((error: unknown) => {
      if ((error as { status?: number }).status !== 403) throw error
    })
    const file = keepSettings(process.env, { url, key })
    output.result({ url, file }, [`The key is good at ${url}.`, `Kept in ${file}.`])
  },
}

async function askFor(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(process.stdin.isTTY ? question : '')
  } finally {
    lines.close()
  }
}
