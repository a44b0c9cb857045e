/** Turns the environment into one frozen Config, reporting every problem at once. */
import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { z } from 'zod'
import { secretSettings, settings } from './settings.ts'

type Settings = typeof settings
type Value<K extends keyof Settings> = z.output<Settings[K]['kind']>
type Optional = {
  [K in keyof Settings]: Settings[K]['fallback'] extends undefined ? K : never
}[keyof Settings]

/** The settings, parsed: one property per environment variable; `DATA_DIR` is absolute, and `SIGNUP` always there. */
export type Config = Readonly<
  { [K in Exclude<keyof Settings, Optional>]: Value<K> } & { [K in Optional]?: Value<K> } & {
    SIGNUP: Value<'SIGNUP'>
  }
>

/** Thrown for a bad configuration; `problems` has one line per setting that is wrong. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`configuration: ${problems.join('; ')}`)
    this.problems = problems
  }
}

/**
 * Parses an environment into a Config.
 * Values of secrets never appear in a problem's text.
 * @throws ConfigError with all problems at once.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const parsed: Record<string, unknown> = {}
  for (const [name, { kind, fallback }] of Object.entries(settings)) {
    const given = givenValue(name, environment, problems) ?? fallback
    if (given === undefined) continue
    const result = (kind as z.ZodType).safeParse(given)
    if (result.success) parsed[name] = result.data
    else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join(', ')}`)
  }
  problems.push(...conflicts(parsed, problems))
  if (problems.length > 0) throw new ConfigError(problems)
  parsed.SIGNUP ??= 'open'
  const dataDir = parsed.DATA_DIR as string
  parsed.DATA_DIR = isAbsolute(dataDir) ? dataDir : resolve(dataDir)
  return Object.freeze(parsed) as Config
}

function givenValue(name: string, environment: Record<string, string | undefined>, problems: string[]) {
  const given = environment[name]
  if (given !== undefined && given !== '') return given
  if (!(secretSettings as readonly string[]).includes(name)) return undefined
  const file = environment[`${name}_FILE`]
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push(`${name}_FILE: ${(error as NodeJS.ErrnoException).code ?? 'unreadable'}`)
    return undefined
  }
}

function conflicts(parsed: Record<string, unknown>, known: readonly string[]): string[] {
  const problems: string[] = []
  const together = (names: string[]) => {
    const set = names.filter((name) => parsed[name] !== undefined)
    if (set.length > 0 && set.length < names.length) problems.push(`${names.join(', ')}: set all or none`)
  }
  together(['SMTP_TLS_CERT_FILE', 'SMTP_TLS_KEY_FILE'])
  together(['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY_FILE'])
  together(['LLM_URL', 'LLM_MODEL'])
  if (parsed.NODE_ENV === 'production' && parsed.SECRET_KEY === undefined)
    problems.push('SECRET_KEY: required when NODE_ENV is production')
  if (parsed.NODE_ENV === 'production' && (parsed.ROLES as string[] | undefined)?.includes('api') === true) {
    if (parsed.SIGNUP === undefined && !known.some((problem) => problem.startsWith('SIGNUP:')))
      problems.push(
        'SIGNUP: required when NODE_ENV is production: open, confirm, invite or closed, who may make an account',
      )
    if (parsed.SIGNUP === 'open' && parsed.BILLING_GATEWAY === 'manual')
      problems.push(
        'SIGNUP: open to anybody, with BILLING_GATEWAY=manual, which grants credits unpaid: not in production',
      )
  }
  problems.push(...samePorts(parsed))
  if (Number(parsed.RISK_FLAG_ABOVE) > Number(parsed.RISK_WITHHOLD_ABOVE))
    problems.push('RISK_FLAG_ABOVE: must not be above RISK_WITHHOLD_ABOVE')
  if (Number(parsed.LLM_SCAN_MIN) > Number(parsed.LLM_SCAN_MAX))
    problems.push('LLM_SCAN_MIN: must not be above LLM_SCAN_MAX')
  return problems
}

const everyAddress = ['0.0.0.0', '::']

/** Ways in of this process that would be at one port of one address: the second could not be opened, whichever that is. */
function samePorts(parsed: Record<string, unknown>): string[] {
  const roles = (parsed.ROLES ?? []) as string[]
  const waysIn = [
    ...(roles.includes('smtp') ? ['SMTP'] : []),
    ...(roles.includes('api') ? ['HTTP'] : []),
    'METRICS',
  ].flatMap((name) => {
    const port = parsed[`${name}_PORT`]
    const host = String(parsed[`${name}_HOST`]).replace(/^localhost$/, '127.0.0.1')
    return port === undefined || port === 0 ? [] : [{ setting: `${name}_PORT`, port, host }]
  })
  return waysIn.flatMap((one, n) =>
    waysIn
      .slice(n + 1)
      .filter(
        ({ port, host }) =>
          port === one.port &&
          (host === one.host || everyAddress.includes(host) || everyAddress.includes(one.host)),
      )
      .map(
        ({ setting }) =>
          `${one.setting}, ${setting}: both are port ${String(one.port)}: set another one for one of them (0: any free one)`,
      ),
  )
}
