/** What holds the event loop is told, with its name; what only waits is not. */
import { afterEach, expect, test } from 'vitest'
import { Metrics } from '../../shared/flow/metrics.ts'
import { noteWork, type Stall, watchEventLoop } from '../../shared/lib/stall-watch.ts'

const heldMs = 150
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** The stalls that are told, and the next of one's work. */
function watched() {
  const stalls: Stall[] = []
  let tell = () => {}
  const watch = watchEventLoop(heldMs, (stall) => {
    stalls.push(stall)
    tell()
  })
  stops.push(watch.stop)
  const stallOf = async (work: string): Promise<Stall> => {
    for (;;) {
      const found = stalls.find((stall) => stall.work === work)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        tell = resolve
      })
    }
  }
  return { stallOf, delays: watch.delays }
}

/** Computes until the thread has had so many milliseconds of a processor, and as many have gone by. */
function compute(ms: number): void {
  const until = performance.now() + ms
  const cpu = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(cpu)
    if ((user + system) / 1_000 >= ms && performance.now() >= until) return
  }
}

test('who holds the loop is named, with how long it did and what it computed', async () => {
  const { stallOf, delays } = watched()
  noteWork('something quick')
  noteWork('the culprit')
  compute(heldMs + 50)
  noteWork('something quick after it')
  const { heldMs: held, cpuMs } = await stallOf('the culprit')
  expect(held).toBeGreaterThanOrEqual(heldMs)
  expect(cpuMs).toBeGreaterThanOrEqual(heldMs)
  expect(delays().maxMs).toBeGreaterThanOrEqual(heldMs)
  expect(delays().maxMs, 'from then on').toBeLessThan(held)
})

test('of what came one after another in one turn, the longest is named', async () => {
  const { stallOf } = watched()
  noteWork('the shorter one')
  compute(20)
  noteWork('the longer one')
  compute(2_000)
  noteWork('another short one')
  expect((await stallOf('the longer one')).heldMs).toBeGreaterThanOrEqual(2_000)
})

test('what waits without computing is no work of the thread', async () => {
  const { stallOf } = watched()
  noteWork('a sleeper')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
  const { heldMs: held, cpuMs } = await stallOf('a sleeper')
  expect(held).toBeGreaterThanOrEqual(heldMs)
  expect(cpuMs).toBeLessThan(held)
})

test('stalls are counted by work, and delays are shown, in the metrics', async () => {
  const metrics = new Metrics()
  metrics.stalls.inc({ work: 'POST /api/v1/signup' })
  const text = await metrics.render([], { p99Ms: 12, maxMs: 340 })
  expect(text).toContain('event_loop_stalls_total{work="POST /api/v1/signup"} 1')
  expect(text).toContain('event_loop_delay_seconds{quantile="0.99"} 0.012')
  expect(text).toContain('event_loop_delay_seconds{quantile="1"} 0.34')
})
