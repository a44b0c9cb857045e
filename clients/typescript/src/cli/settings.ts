/** Where the service is, and the key: from the environment, or as `login` has kept them. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isHttpUrl, serviceAt } from '../service-address.ts'

/** What is kept. */
export interface Settings {
  url: string
  key: string
  /** Where the SMTP listener is, `host:port`, where somebody has said so. */
  smtp?: string
}

const defaultUrl = 'http://127.0.0.1:8080'

/** The file that `login` writes: only its owner may read it. */
export const settingsFile = (environment: NodeJS.ProcessEnv): string =>
  join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'agent-email', 'settings.json')

/** Where the service is: `AGENT_EMAIL_URL`, unless empty, or as it was kept. */
export const urlFrom = (environment: NodeJS.ProcessEnv): string =>
  environment.AGENT_EMAIL_URL || (keptSettings(environment).url ?? defaultUrl)

/**
 * The key and the listener of the service at `url`: `AGENT_EMAIL_KEY` and `AGENT_EMAIL_SMTP`, unless empty, or as they were
 * kept. Those are of the service that was kept: no other is shown its key. Whoever names a service by a variable names its
 * listener, too.
 */
export function settingsOf(
  environment: NodeJS.ProcessEnv,
  url: string,
): { key: string | undefined; smtp: string | undefined } {
  const kept = keptSettings(environment)
  const own = isAt(kept, url) ? kept : {}
  return {
    key: environment.AGENT_EMAIL_KEY || own.key,
    smtp: environment.AGENT_EMAIL_SMTP || (environment.AGENT_EMAIL_URL ? undefined : own.smtp),
  }
}

/** What is said where there is no key for the service at `url`. */
export function noKey(environment: NodeJS.ProcessEnv, url: string): string {
  const kept = keptSettings(environment)
  if (kept.key === undefined || isAt(kept, url))
    return 'there is no API key. Run `agent-email login`, or set AGENT_EMAIL_KEY.'
  return `there is no API key for ${serviceAt(url)}: the one that is kept is for ${kept.url}. Run \`agent-email login --url ${serviceAt(url)}\`, or set AGENT_EMAIL_KEY.`
}

const isAt = ({ url: kept }: Partial<Settings>, url: string): boolean =>
  kept !== undefined && isHttpUrl(kept) && serviceAt(kept) === serviceAt(url)

/** Keeps them for the next command. @returns where. */
export function keepSettings(environment: NodeJS.ProcessEnv, settings: Settings): string {
  const file = settingsFile(environment)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  // The mode counts for a new file only.
  chmodSync(file, 0o600)
  return file
}

function keptSettings(environment: NodeJS.ProcessEnv): Partial<Settings> {
  try {
    return JSON.parse(readFileSync(settingsFile(environment), 'utf8')) as Partial<Settings>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
