/** A service that is killed takes its Postgres and its clamd along: they end by themselves, in order. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rememberedHome } from '../../services/local/postgres-home.ts'
import { clusterProcesses, waitForEnd } from '../../services/local/postgres-processes.ts'
import { callApi, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { removeData } from '../support/start-postgres.ts'

const home = mkdtempSync(join(tmpdir(), 'agent-email-children-'))
const dataDir = join(home, 'data')
const fleet = new ServiceFleet({ DATA_DIR: dataDir, CLAMAV_URL: 'managed:' })
afterAll(async () => {
  await fleet.end()
  await waitForEnd(() => clusterProcesses(join(folder(), 'data')), 60_000)
  removeData(dataDir)
  rmSync(home, { recursive: true, force: true })
})

const folder = () => rememberedHome(dataDir) ?? join(dataDir, 'postgres')

/** The process that a line of the service's log tells of. */
function pidOf(service: ServiceProcess, text: string): number {
  const lines = service.log.filter((line) => line.includes(text))
  return (JSON.parse(lines.at(-1)!) as { pid: number }).pid
}

test('after kill -9 Postgres stops cleanly, clamd ends, and the next start works', async () => {
  const first = await fleet.start()
  const key = await signUp(first.apiUrl)
  await callApi(first.apiUrl, 'POST', '/inboxes', key, { slug: 'kept' })
  const clamd = pidOf(first, 'clamd is up')
  await first.kill()

  expect(await waitForEnd(() => clusterProcesses(join(folder(), 'data')), 100_000)).toBe(true)
  expect(await waitForEnd([clamd], 100_000)).toBe(true)
  expect(readFileSync(join(folder(), 'log'), 'utf8')).toContain('database system is shut down')

  const second = await fleet.start()
  expect(readFileSync(join(folder(), 'log'), 'utf8')).not.toContain('was not properly shut down')
  expect(fleet.log.filter((line) => line.includes('that a killed process left'))).toEqual([])
  expect(await callApi(second.apiUrl, 'GET', '/inboxes/kept', key)).toMatchObject({ slug: 'kept' })
  await second.stop()
}, 300_000)
