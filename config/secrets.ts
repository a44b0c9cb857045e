/** Secrets the service makes for itself when it is given none: files of mode 0600 under DATA_DIR. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { keepFirst } from './keep-first.ts'

/** As many characters as SECRET_KEY must have. */
const leastCharacters = 32

/**
 * Reads the secret `name` from `dataDir`, making 32 random bytes (base64url) on first use.
 * Two processes starting at once agree: the whole file appears at once, and the first one stays.
 * @throws ConfigError for a file that holds no whole secret: what it signs, anybody could.
 */
export function generatedSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) chmodSync(file, 0o600)
  else keepFirst(file, randomBytes(32).toString('base64url'))
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= leastCharacters) return secret
  throw new ConfigError([
    `DATA_DIR: ${file} holds no whole secret: put it back from a backup, or delete it if nothing was made with it yet`,
  ])
}
