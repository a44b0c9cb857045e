/** The certificate of the services of a run of all tests: made once, for making one takes as long as much of a start. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFolder } from './service-program.ts'

/** Where a service keeps its own, below its DATA_DIR. */
const folder = 'secrets'
const name = 'smtp-tls.pem'

/** Puts that of the run where a service with this DATA_DIR finds it; in no such run, the service makes its own. */
export function placeCertificate(dataDir: string): void {
  if (bundleFolder === undefined) return
  mkdirSync(join(dataDir, folder), { mode: 0o700 })
  copyFileSync(join(bundleFolder, folder, name), join(dataDir, folder, name))
}
