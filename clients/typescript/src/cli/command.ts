/** The contract of a command: what it is called with, and what it does. */
import type { AgentEmail } from '../client.ts'
import type { Output } from './output.ts'

/** The values of options, by their names. */
export type Options = Record<string, string | boolean | string[] | undefined>

/** One option of a command: `--name <value>`. */
export interface Option {
  /** What its value is, as it is shown: `address`. */
  value: string
  /** One sentence. */
  help: string
  /** Whether it may be given several times. */
  multiple?: boolean
  /** Whether there is no doing without it. */
  required?: boolean
  /** The values that shells complete; the service may know more. */
  choices?: readonly string[]
  /** Whether its value is the name of a file. */
  file?: boolean
}

/** What a command is given. */
export interface Call {
  /** What stands behind the command's name, as many as it asks for. */
  operands: string[]
  options: Options
  output: Output
  /** The client; made when it is asked for, so that commands which need no key need none. */
  client: () => AgentEmail
  /** Where the service is. */
  url: string
  /** Where its SMTP listener is, `host:port`. */
  smtp: string
}

/** One command. Adding one is a file in `commands/` and a line in `commands/index.ts`. */
export interface Command {
  /** `inbox create`. */
  name: string
  /** Operands as they are shown: `<slug>`, `[<inbox>]`. */
  operands: string
  /** One line. */
  summary: string
  options: Record<string, Option>
  /** The words that fill fields of requests, by the names of these, which refusals tell: `{ q: '--search' }`. */
  fields?: Readonly<Record<string, string>>
  run(call: Call): Promise<void>
}

/** Wrong words on the command line: said in one line, with exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** How a command is called: its name, operands and the options that it needs. */
export const usageOf = ({ name, operands, options }: Command): string =>
  [
    `agent-email ${name}`,
    operands,
    ...Object.entries(options)
      .filter(([, { required }]) => required === true)
      .map(([option, { value }]) => `--${option} <${value}>`),
  ]
    .filter((part) => part !== '')
    .join(' ')

/** The value of an option that is text. */
export const textOf = (options: Options, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The value of an option that a command asked for as required. */
export const needed = (options: Options, name: string): string => textOf(options, name) ?? ''

/** Host and port of `host:port`, as they were written for `--smtp`. @throws UsageError. */
export function hostAndPort(at: string): { host: string; port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(at) ?? []
  if (host === undefined) throw new UsageError(`--smtp is host:port, such as 127.0.0.1:2525, not ${at}`)
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}
