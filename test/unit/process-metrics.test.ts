/** What a process tells of itself: memory, open files and its start. */
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Metrics } from '../../shared/flow/metrics.ts'

const metrics = new Metrics()
const shown = async (name: string) => {
  const text = await metrics.render(null, { p99Ms: 0, maxMs: 0 })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('memory and start are those of this process', async () => {
  const before = process.memoryUsage.rss()
  expect(await shown('process_resident_memory_bytes')).toBeGreaterThan(before / 4)
  const uptime = Date.now() / 1_000 - (await shown('process_start_time_seconds'))
  expect(Math.abs(uptime - process.uptime())).toBeLessThan(60)
})

test.runIf(process.platform === 'linux')('open files are counted as they are now', async () => {
  const before = await shown('process_open_fds')
  const files = Array.from({ length: 50 }, () => openSync('/dev/null', 'r'))
  try {
    expect((await shown('process_open_fds')) - before).toBeGreaterThan(25)
  } finally {
    for (const file of files) closeSync(file)
  }
})
