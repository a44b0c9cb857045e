#!/usr/bin/env node
/** The command line of the Agent Email Service, on the client. */
import { readFileSync } from 'node:fs'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { AgentEmail } from '../client.ts'
import { AgentEmailError, ApiError, ConnectionError } from '../errors.ts'
import { addressProblem, isHttpUrl } from '../service-address.ts'
import { type Command, type Options, UsageError, usageOf } from './command.ts'
import { commands } from './commands/index.ts'
import { nearest } from './nearest.ts'
import { Output } from './output.ts'
import { refusalOf } from './refusal.ts'
import { noKey, settingsOf, urlFrom } from './settings.ts'
import { unreachedWords } from './unreached.ts'

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
    'Every command takes --json (print JSON), --url (the address of the service) and --help (show its options).',
    'Instead of `agent-email login`, you can set AGENT_EMAIL_URL, AGENT_EMAIL_KEY and AGENT_EMAIL_SMTP.',
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(([option, { value, help }]) => [
    `--${option} <${value}>`,
    help,
  ])
  const width = Math.max(0, ...options.map(([option]) => option!.length))
  return [
    `Usage: ${usageOf(command)}${options.length > 0 ? ' [options]' : ''}`,
    '',
    command.summary,
    '',
    ...options.map(([option, help]) => `  ${option!.padEnd(width)}  ${help}`),
  ]
    .join('\n')
    .trimEnd()
}

/** Why the words begin with no command: what they may have meant. */
function unknownCommand([first, second]: readonly string[]): string {
  if (first!.startsWith('-'))
    return `${first} stands before the command: options go behind it, as in \`agent-email list <inbox> ${first}\`.`
  const seconds = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (seconds.length === 0) {
    const meant = nearest(
      first!,
      commands.map(({ name }) => name),
    )
    const perhaps = meant === undefined ? '' : `Did you mean \`agent-email ${meant}\`? `
    return `${first} is not a command. ${perhaps}\`agent-email --help\` lists them all.`
  }
  const said = second === undefined || second.startsWith('-') ? '' : `${first} ${second} is not a command. `
  return `${said}Use ${seconds.map((name) => `\`agent-email ${name}\``).join(' or ')}.`
}

/** How many operands there may be: `[…]` may be left out; and that no option is missing. */
function checkCall(command: Command, operands: readonly string[], options: Options): void {
  const asked = command.operands === '' ? [] : command.operands.split(' ')
  const least = asked.filter((one) => !one.startsWith('[')).length
  const missing = [
    ...asked.slice(0, least).filter((_, at) => (operands[at] ?? '') === ''),
    ...Object.entries(command.options)
      .filter(([name, { required }]) => required === true && options[name] === undefined)
      .map(([name]) => `--${name}`),
  ]
  if (missing.length > 0)
    throw new UsageError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing. Usage: ${usageOf(command)}`,
    )
  if (operands.length > asked.length)
    throw new UsageError(`${operands[asked.length]} is one word too many. Usage: ${usageOf(command)}`)
}

/** Runs what the words say. @returns the exit status: 1 where it failed, 2 where the words are wrong. */
async function main(words: readonly string[]): Promise<number> {
  const [first, ...others] = words
  if (first === 'help' && others.length > 0) return main([...others, '--help'])
  if (words.length === 0 || first === 'help' || first === '--help' || first === '-h')
    return say(process.stdout, overview(), 0)
  if (first === '--version') return say(process.stdout, version(), 0)
  const found = commandOf(words)
  if (found === null) return say(process.stderr, `agent-email: ${unknownCommand(words)}`, 2)
  const { command, rest } = found
  let operands: readonly string[] = []
  let options: Options = {}
  let url = ''
  try {
    const { values, positionals } = parse(command, rest)
    operands = positionals
    options = values
    if (values.help === true) return say(process.stdout, helpOf(command), 0)
    checkCall(command, positionals, values)
    url = (typeof values.url === 'string' ? values.url : urlFrom(process.env)).trim()
    if (!isHttpUrl(url)) throw new UsageError(`${url} is not a URL that begins with http:// or https://.`)
    const problem = addressProblem(url)
    if (problem !== undefined) throw new UsageError(`the address of the service ${problem}.`)
    const settings = settingsOf(process.env, url)
    const smtp = typeof values.smtp === 'string' ? values.smtp : settings.smtp
    await command.run({
      operands: positionals,
      options: values,
      output: new Output(values.json === true, process.stdout, process.stderr),
      url,
      smtp: smtp ?? `${new URL(url).hostname}:2525`,
      client: () => {
        if (settings.key === undefined) throw new UsageError(noKey(process.env, url))
        return new AgentEmail({ apiKey: settings.key, baseUrl: url })
      },
    })
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    return say(
      process.stderr,
      `agent-email: ${wordsOf(error, { command, operands, options, environment: process.env }, url)}`,
      error instanceof UsageError ? 2 : 1,
    )
  }
}

function say(to: NodeJS.WritableStream, text: string, status: number): number {
  to.write(`${text}\n`)
  return status
}

/** Of the package, which lies at the same distance from its sources and from what is made of them. */
const version = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version

function parse(command: Command, args: string[]): { values: Options; positionals: string[] } {
  const own = Object.entries(command.options).map(([name, { multiple = false }]) => [
    name,
    { type: 'string', multiple },
  ])
  const options = { ...(Object.fromEntries(own) as ParseArgsOptionsConfig), ...shared }
  try {
    return parseArgs({ args, options, allowPositionals: true }) as { values: Options; positionals: string[] }
  } catch (error) {
    throw new UsageError(wrongOption(error as NodeJS.ErrnoException, command, Object.keys(options)))
  }
}

/** What is wrong with the options, which Node's parser tells in words for programmers. */
function wrongOption({ code, message }: NodeJS.ErrnoException, command: Command, known: string[]): string {
  const [, option] = /'(--?[^\s',]+)/.exec(message) ?? []
  const shown = `\`agent-email help ${command.name}\` shows what it takes.`
  if (option === undefined) return message
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = nearest(
      option,
      known.map((name) => `--${name}`),
    )
    return `${option} is no option of agent-email ${command.name}. ${meant === undefined ? '' : `Did you mean ${meant}? `}${shown}`
  }
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  return /does not take/.test(message)
    ? `${option} takes no value. ${shown}`
    : `${option} needs a value, written as ${option}=<value> where it begins with a dash. ${shown}`
}

function wordsOf(error: unknown, called: Parameters<typeof refusalOf>[1], url: string): string {
  if (error instanceof ApiError) return refusalOf(error, called)
  if (error instanceof ConnectionError) return unreachedWords(error, url)
  if (error instanceof AgentEmailError || error instanceof UsageError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path !== undefined) return `there is no file ${path}.`
  return error instanceof Error ? error.message : String(error)
}

// Whoever reads what is said has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})
process.exitCode = await main(process.argv.slice(2))
