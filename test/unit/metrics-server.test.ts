/** The server of metrics and health: whoever scrapes it every minute keeps its connection. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMetricsServer } from '../../services/api/metrics-server.ts'

let server: Awaited<ReturnType<typeof startMetricsServer>>
beforeAll(async () => {
  server = await startMetricsServer(
    '127.0.0.1',
    0,
    async () => 'up 1\n',
    async () => false,
  )
})
afterAll(() => server.stop())

test('a connection stays open between two scrapes a minute apart', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(await response.text()).toBe('up 1\n')
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
})

test('it lives while it is not ready', async () => {
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status
  expect(await Promise.all(['/livez', '/readyz', '/nothing'].map(statusOf))).toEqual([200, 503, 404])
})
