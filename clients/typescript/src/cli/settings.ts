/** Where the service is, and the key: from the environment, or as `login` has kept them. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** What is kept. */
export interface Settings {
  url: string
  key: string
  /** Where the SMTP listener is, `host:port`, where somebody has said so. */
  smtp?: string
}

const defaultUrl = 'http://127.0.0.1:8080'

/** What is said where nobody has given a key. */
export const noKey = 'there is no API key. Run `agent-email login`, or set AGENT_EMAIL_KEY.'

/** The file that `login` writes: only its owner may read it. */
export const settingsFile = (environment: NodeJS.ProcessEnv): string =>
  join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'agent-email', 'settings.json')

/** `AGENT_EMAIL_URL`, `AGENT_EMAIL_KEY` and `AGENT_EMAIL_SMTP` come first, unless empty; what nobody has given is missing. */
export function readSettings(environment: NodeJS.ProcessEnv): {
  url: string
  key: string | undefined
  smtp: string | undefined
} {
  const kept = keptSettings(environment)
  const given = (name: string) => environment[name] || undefined
  const url = given('AGENT_EMAIL_URL')
  return {
    url: url ?? kept.url ?? defaultUrl,
    key: given('AGENT_EMAIL_KEY') ?? kept.key,
    // The listener that was kept is that of the service that was kept.
    smtp: given('AGENT_EMAIL_SMTP') ?? (url === undefined ? kept.smtp : undefined),
  }
}

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
