/** The contract of a command: what it is called with, and what it does. */
import type { ParseArgsOptionsConfig } from 'node:util'
import type { AgentEmail } from '../client.ts'
import type { Output } from './output.ts'

/** The values of options, by their names. */
export type Options = Record<string, string | boolean | string[] | undefined>

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
}

/** One command. Adding one is a file in `commands/` and a line in `commands/index.ts`. */
export interface Command {
  /** `inbox create`. */
  name: string
  /** Operands as they are shown: `<slug>`, `[<inbox>]`. */
  operands: string
  /** One line. */
  summary: string
  options: ParseArgsOptionsConfig
  /** What each option is, by its name. */
  help: Record<string, string>
  run(call: Call): Promise<void>
}

/** Wrong words on the command line: said in one line, with exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The value of an option that is text. */
export const textOf = (options: Options, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The same, of one that must be there. @throws UsageError. */
export function needed(options: Options, name: string): string {
  const value = textOf(options, name)
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}
