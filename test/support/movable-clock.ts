/** A clock for a process of the service that a test moves: what `Date.now()` answers there. */
import { expect } from 'vitest'
import type { ServiceProcess } from './service-process.ts'

const moved = 'the clock of this process has been moved'

const program = `
  const now = Date.now
  let by = 0
  Date.now = () => now() + by
  process.on('SIGUSR2', () => {
    by += 1_100
    process.stderr.write('${moved} by ' + by + ' ms\\n')
  })`

/** Settings of a process whose clock is to be moved. */
export const movableClock = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }

/** Moves the clocks of processes, which were given the same log, by a second and a bit. */
export async function moveClocks(services: readonly ServiceProcess[]): Promise<void> {
  const { log } = services[0]!
  const said = () => log.filter((line) => line.startsWith(moved)).length
  const all = said() + services.length
  for (const service of services) service.signal('SIGUSR2')
  await expect.poll(said, { interval: 10 }).toBe(all)
}
