#!/usr/bin/env node
/** The command line of the Agent Email Service, on the client. */
import { parseArgs } from 'node:util'
import { AgentEmail } from '../client.ts'
import { AgentEmailError, ApiError } from '../errors.ts'
import { type Command, type Options, UsageError } from './command.ts'
import { commands } from './commands/index.ts'
import { Output } from './output.ts'
import { readSettings } from './settings.ts'

const shared = {
  json: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The command that the words begin with, the longest name first, and the words behind it. */
function commandOf(words: readonly string[]): { command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command !== undefined) return { command, rest: words.slice(length) }
  }
  return null
}

function overview(): string {
  const width = Math.max(...commands.map(({ name, operands }) => `${name} ${operands}`.length))
  return [
    'Usage: agent-email <command> [options]',
    '',
    ...commands.map(({ name, operands, summary }) => `  ${`${name} ${operands}`.padEnd(width)}  ${summary}`),
    '',
    'Options of all commands: --json (machine-readable), --url (the service’s address), --help.',
    'Settings: AGENT_EMAIL_URL and AGENT_EMAIL_KEY, or what `agent-email login` has kept.',
  ].join('\n')
}

function helpOf({ name, operands, summary, help }: Command): string {
  const options = Object.entries(help).map(([option, words]) => `  --${option.padEnd(10)} ${words}`)
  return [`Usage: agent-email ${name} ${operands}`.trimEnd(), '', summary, '', ...options]
    .join('\n')
    .trimEnd()
}

/** How many operands there may be: `[…]` may be left out. */
function checkOperands({ name, operands }: Command, given: readonly string[]): void {
  const asked = operands === '' ? [] : operands.split(' ')
  const least = asked.filter((one) => !one.startsWith('[')).length
  if (given.length < least)
    throw new UsageError(`${asked[given.length]} is missing: agent-email ${name} ${operands}`)
  if (given.length > asked.length) throw new UsageError(`${given[asked.length]} is one word too many`)
}

/** Runs what the words say. @returns the exit status: 1 where it failed, 2 where the words are wrong. */
async function main(words: readonly string[]): Promise<number> {
  const found = commandOf(words)
  if (found === null) {
    const asked = words.length === 0 || words.includes('--help') || words.includes('-h')
    ;(asked ? process.stdout : process.stderr).write(`${overview()}\n`)
    return asked ? 0 : 2
  }
  const { command, rest } = found
  try {
    const { values, positionals } = parse(command, rest)
    if (values.help === true) {
      process.stdout.write(`${helpOf(command)}\n`)
      return 0
    }
    checkOperands(command, positionals)
    const settings = readSettings(process.env)
    const url = typeof values.url === 'string' ? values.url : settings.url
    if (!URL.canParse(url)) throw new UsageError(`${url} is not a URL`)
    await command.run({
      operands: positionals,
      options: values,
      output: new Output(values.json === true, process.stdout, process.stderr),
      url,
      client: () => {
        if (settings.key === undefined)
          throw new UsageError('there is no API key: run `agent-email login`, or set AGENT_EMAIL_KEY')
        return new AgentEmail({ apiKey: settings.key, baseUrl: url })
      },
    })
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    process.stderr.write(`agent-email: ${wordsOf(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function parse(command: Command, args: string[]): { values: Options; positionals: string[] } {
  try {
    const options = { ...command.options, ...shared }
    return parseArgs({ args, options, allowPositionals: true }) as { values: Options; positionals: string[] }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError)
    return [error.message, error.fix, error.requestId === null ? null : `(${error.code}, ${error.requestId})`]
      .filter((part) => part !== null)
      .join(' ')
  if (error instanceof AgentEmailError || error instanceof UsageError) return error.message
  return error instanceof Error ? error.message : String(error)
}

process.exitCode = await main(process.argv.slice(2))
