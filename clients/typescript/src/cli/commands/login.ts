/** `agent-email login`: keeps the address of the service and a key for the commands that follow. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AgentEmail } from '../../client.ts'
import { type Command, hostAndPort, textOf, UsageError } from '../command.ts'
import { keepSettings } from '../settings.ts'

export const login: Command = {
  name: 'login',
  operands: '',
  summary: 'Keep the address of the service and an API key for the commands that follow.',
  options: {
    key: {
      value: 'key',
      help: 'The API key. Without this option you are asked for it, so that no shell keeps it.',
    },
    smtp: {
      value: 'host:port',
      help: "The service's SMTP listener, for simulate and doctor. The default is port 2525 of its host.",
    },
  },
  async run({ options, output, url }) {
    const smtp = textOf(options, 'smtp')
    if (smtp !== undefined) hostAndPort(smtp)
    const key = (textOf(options, 'key') ?? (await askFor('API key: '))).trim()
    if (!/^svc_(?:live|test)_/.test(key))
      throw new UsageError('that is no API key: a key begins with svc_live_ or svc_test_.')
    const client = new AgentEmail({ apiKey: key, baseUrl: url })
    // Any key may ask how many inboxes it sees, or is told that its scopes leave that out: known it is either way.
    await client.inboxes.list({ limit: 1 }).catch((error: unknown) => {
      if ((error as { status?: number }).status !== 403) throw error
    })
    const file = keepSettings(process.env, { url, key, ...(smtp === undefined ? {} : { smtp }) })
    output.result({ url, file }, [`The key is valid at ${url}.`, `Saved in ${file}.`])
  },
}

/** Asks without showing what is typed. */
async function askFor(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal })
  // In raw mode Ctrl-C is a key like others.
  lines.once('SIGINT', () => {
    lines.close()
    process.kill(process.pid, 'SIGINT')
  })
  if (terminal) process.stderr.write(question)
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}
