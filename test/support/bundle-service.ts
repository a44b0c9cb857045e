/** Bundles the service for a run of all tests, and starts it once, so that Node keeps what it compiles of it. */
import type { TestProject } from 'vitest/node'
import { parseConfig } from '../../config/config.ts'
import { tlsCertificate } from '../../services/smtp/tls-certificate.ts'
import { bundleService } from './bundle.ts'
import { cloneTemplate } from './clone-database.ts'
import { ServiceFleet } from './service-process.ts'
import { bundleFolder } from './service-program.ts'

/** Vitest's global setup, behind that of Postgres. The folder is removed by who named it. */
export default async function setup(project: TestProject): Promise<void> {
  if (bundleFolder === undefined) return
  await bundleService(bundleFolder)
  // That of the run, see certificate.ts.
  await tlsCertificate(parseConfig({ DATA_DIR: bundleFolder }))
  const database = await cloneTemplate(project.getProvidedContext().postgresUrl)
  const fleet = new ServiceFleet({ DATABASE_URL: database.url, ROLES: 'api,smtp,worker,relay' })
  try {
    // What is compiled is written at the end: those that are killed keep nothing of it.
    await (await fleet.start()).stop()
  } finally {
    await fleet.end()
    await database.drop()
  }
}
