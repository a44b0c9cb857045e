/** Starts the one Postgres of a test run, with a migrated template that each test file's database is cloned from. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { rememberedHome } from '../../services/local/postgres-home.ts'
import { migrateAll } from '../../services/migrate.ts'
import { createLog } from '../../shared/lib/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's Postgres, as superuser. */
    postgresUrl: string
  }
}

const folderPrefix = 'agent-email-test-'
const log = createLog('warn')
/** Lost on a power cut, which ends the tests as well; the service itself runs with all of these on. */
const fasterThanSafe = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // Thousands of connections are made, each of which derives a key from the password.
  scram_iterations: '1',
}

const memory = '/dev/shm'
const roomBytes = 4 * 2 ** 30
/**
 * Where the files of a run's server are: in memory where there is room, since each test file makes and drops a database of
 * a thousand files, which takes a disk ten times as long.
 */
function parentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** The database that {@link createDatabase} clones. */
export const templateName = 'template_migrated'

/** Vitest's global setup. @returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}

/** A Postgres in a temporary folder, with the template; `stop` removes it. */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  await removeLeftOver()
  const dataDir = mkdtempSync(join(parentFolder(), folderPrefix))
  // As root the server is another user, who has to get in.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: fasterThanSafe })
  const stop = async () => {
    await postgres.stop()
    removeData(dataDir)
  }
  try {
    await makeTemplate(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...postgres, stop }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  // Made with the server, before there were settings.
  await admin.query(`alter role current_user password ${pg.escapeLiteral(new URL(url).password)}`)
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const template = databaseUrl(url, templateName)
  await migrateAll(template, log, asService(template))
}

/** `url` as the user that the service connects as, who owns nothing. */
export function asService(url: string): string {
  const other = new URL(url)
  other.username = 'agent_email'
  return other.href
}

/** `url` with another database's name. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

/** Runs that were killed leave a server behind. */
async function removeLeftOver(): Promise<void> {
  const parent = parentFolder()
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(folderPrefix))) {
    const dataDir = join(parent, name)
    const ageMs = Date.now() - (statSync(dataDir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (ageMs < 60 * 60_000) continue
    // Refused where the run still lives.
    const left = await startEmbeddedPostgres({ dataDir, log, settings: fasterThanSafe }).catch(
      () => undefined,
    )
    if (left === undefined) continue
    await left.stop()
    removeData(dataDir)
  }
}

/** Removes what an embedded Postgres that has been stopped kept, wherever it kept it. */
export function removeData(dataDir: string): void {
  const outside = rememberedHome(dataDir)
  if (outside !== undefined) rmSync(outside, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
