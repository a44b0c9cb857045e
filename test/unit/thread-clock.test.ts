/** The clock of a thread: it counts what the thread was given, and not what the machine did meanwhile. */
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { threadTime, timeOf, watchThread } from '../../shared/lib/thread-clock.ts'

/** A worker whose clock is set by hand, and which counts how often it was asked. */
function slowWorker() {
  const clock = { ms: 0, asked: 0 }
  const worker = {
    cpuUsage: async () => {
      clock.asked++
      return { user: clock.ms * 1_000, system: 0 }
    },
    performance: { eventLoopUtilization: () => ({ idle: 0 }) },
  } as unknown as Worker
  return { clock, worker }
}

/** Has the test move the time of this process. */
const byHand = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
afterEach(() => void vi.useRealTimers())

test('a thread that is not let run is waited for, and ended once it has had its time', async () => {
  byHand()
  const { clock, worker } = slowWorker()
  let late = false
  const stop = watchThread(
    worker,
    () => 5,
    50,
    () => {
      late = true
    },
  )
  clock.ms = 30
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.asked).toBeGreaterThan(10)
  expect(late).toBe(false)
  clock.ms = 56
  await vi.advanceTimersByTimeAsync(1_000)
  expect(late).toBe(true)
  stop()
})

test('the time before a task was begun does not count, however long it is', async () => {
  byHand()
  const { clock, worker } = slowWorker()
  clock.ms = 1_000_000
  let began = Number.NaN
  let late = false
  const stop = watchThread(
    worker,
    () => began,
    20,
    () => {
      late = true
    },
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect([clock.asked, late]).toEqual([0, false])
  began = clock.ms
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.asked).toBeGreaterThan(3)
  expect(late).toBe(false)
  stop()
})

test('a thread that computes without end tells its time, which is the one that it sees itself', async () => {
  const shared = new Float64Array(new SharedArrayBuffer(8))
  const module = new URL('../../shared/lib/thread-clock.ts', import.meta.url).href
  const code = `import { workerData } from 'node:worker_threads'; import { threadTime } from '${module}'
    for (;;) workerData[0] = threadTime()`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    workerData: shared,
  })
  try {
    await expect.poll(() => shared[0]).toBeGreaterThan(0)
    const before = shared[0]!
    const asked = await timeOf(worker)
    expect(asked).toBeGreaterThanOrEqual(before)
    await expect.poll(() => shared[0]).toBeGreaterThan(asked)
  } finally {
    await worker.terminate()
  }
  expect(threadTime()).toBeGreaterThan(0)
})

describe('a thread whose clock stands still', () => {
  beforeEach(() => byHand())
  /** Watches a worker that is allowed 5 s, and of which `move` sets the clock each second. */
  async function watched(seconds: number, move: (second: number, clock: { ms: number }) => void) {
    const { clock, worker } = slowWorker()
    let late = -1
    let second = 0
    const stop = watchThread(
      worker,
      () => 0,
      5_000,
      () => {
        late = second
      },
    )
    for (; second < seconds && late < 0; second++) {
      move(second, clock)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    stop()
    return late
  }

  test.each<[string, number, (second: number, clock: { ms: number }) => void]>([
    ['at once', 100, () => undefined],
    [
      'but for what looking at it takes',
      100,
      (second, clock) => {
        clock.ms = second * 0.1
      },
    ],
    [
      'after a start',
      200,
      (second, clock) => {
        clock.ms = Math.min(second * 10, 1_000)
      },
    ],
  ])('is ended after a while: it waits in a call that does not return; %s', async (_, seconds, move) => {
    const late = await watched(300, move)
    expect(late).toBeGreaterThanOrEqual(seconds - 1)
    expect(late).toBeLessThan(seconds + 10)
  })

  test('is let be while it gets a hundredth of the time', async () => {
    expect(
      await watched(450, (second, clock) => {
        clock.ms = second * 10
      }),
    ).toBe(-1)
  })
})
