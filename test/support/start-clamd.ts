/** Starts the one clamd of a test run, with the project's own signatures only: they load at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startManagedClamd } from '../../services/local/managed-clamd.ts'
import { createLog } from '../../shared/lib/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's clamd, as CLAMAV_URL takes it; null where the machine has none. */
    clamdUrl: string | null
  }
}

/** Vitest's global setup. @returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-email-clamd-'))
  const clamd = await startManagedClamd({
    dataDir,
    log: createLog('error'),
    machineDatabases: join(dataDir, 'no-databases'),
  })
  project.provide('clamdUrl', clamd?.url ?? null)
  return async () => {
    await clamd?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
