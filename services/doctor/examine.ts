/** Runs every check of the doctor, all at once, each within a deadline. */
import type { Config } from '../../config/config.ts'
import { limits } from '../../shared/domain/limits.ts'
import { isLocalName } from '../../shared/lib/local-name.ts'
import type { DkimKey } from '../../shared/mail/dkim.ts'
import type { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import type { Resolver } from '../../shared/net/resolver.ts'
import type { SessionTarget } from '../../shared/relay/session.ts'
import { checked, type Finding, skip } from './check.ts'
import {
  checkClamd,
  checkDatabase,
  checkListener,
  checkWayOut,
  checkWebhooks,
  type DatabaseReport,
  type MachineClamd,
} from './connection-checks.ts'
import { checkDisk, type Disk } from './disk-check.ts'
import { checkDkim, checkDmarc, checkMtaSts, checkMx, checkPtr, checkSpfRecord } from './dns-checks.ts'
import { checkModel } from './model-check.ts'
import { checkSettings } from './settings-checks.ts'

export interface ExamineParts {
  config: Config
  /** What the configuration was read from. */
  environment?: Record<string, string | undefined>
  resolver: Resolver
  fetch: GuardedFetch
  dkimKeys: readonly DkimKey[]
  /** Where RELAY_URL leads, if to one host. */
  smartHost: SessionTarget | null
  /** Null where the machine has none. */
  clamd: MachineClamd | null
  /** Null: the embedded database, which does not run. */
  readDatabase: (() => Promise<DatabaseReport>) | null
  /** Of the embedded database; null where there is none, or nothing is known of it. */
  disk: Disk | null
  /** A domain whose hosts surely take mail: whether they can be reached shows whether the port is open. */
  probeDomain: string
  /** Milliseconds that one check may take. */
  deadlineMs: number
}

/** The findings, in the order of the table. */
export async function examine(parts: ExamineParts): Promise<Finding[]> {
  const { config, resolver, fetch, smartHost, clamd, readDatabase, disk, probeDomain, deadlineMs } = parts
  const database = readDatabase === null ? Promise.resolve(null) : readDatabase()
  const seconds = deadlineMs / 2_500
  const check = (name: string, look: () => Promise<Finding | Finding[]>) => checked(name, deadlineMs, look)
  const groups = await Promise.all([
    check('Settings', async () => checkSettings(config, parts.environment)),
    check('Database', async () => checkDatabase(config, await database)),
    check('Disk', async () => checkDisk(disk)),
    check('ClamAV', () => checkClamd(config, clamd, deadlineMs)),
    check('SMTP listener', () => checkListener(config, seconds)),
    examineDomain(parts),
    check('Way out', () => checkWayOut(config, resolver, smartHost, probeDomain, seconds)),
    check('Webhooks', async () => checkWebhooks(await database, fetch, deadlineMs / 2)),
    checked('Language model', 3 * limits.modelMs, () => checkModel(config, limits.modelMs)),
  ])
  return groups.flat()
}

/** What the DNS says of the inbox domain: MX, PTR, SPF, DKIM, DMARC and MTA-STS, each within `deadlineMs`. */
export async function examineDomain({
  config,
  resolver,
  dkimKeys,
  deadlineMs,
}: Pick<ExamineParts, 'config' | 'resolver' | 'dkimKeys' | 'deadlineMs'>): Promise<Finding[]> {
  const check = (name: string, look: () => Promise<Finding | Finding[]>) => checked(name, deadlineMs, look)
  if (isLocalName(config.INBOX_DOMAIN))
    return [
      skip(
        'DNS',
        `not checked: no public DNS has ${config.INBOX_DOMAIN}, a name for local use or for examples`,
      ),
    ]
  const groups = await Promise.all([
    check('MX', () => checkMx(config, resolver)),
    check('PTR', () => checkPtr(config, resolver)),
    check('SPF', () => checkSpfRecord(config, resolver)),
    check('DKIM', () => checkDkim(dkimKeys, resolver)),
    check('DMARC', () => checkDmarc(config, resolver)),
    check('MTA-STS', () => checkMtaSts(config, resolver)),
  ])
  return groups.flat()
}
