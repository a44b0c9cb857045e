/** Housekeeping that is done again and again. */
import { expect, test, vi } from 'vitest'
import type { Log } from '../../shared/lib/log.ts'
import { repeat } from '../../shared/lib/repeat.ts'

const quiet = () => ({ warn: vi.fn() }) as unknown as Log & { warn: ReturnType<typeof vi.fn> }

test('a chore is done at once and again, one time after the other, also after one that failed', async () => {
  const log = quiet()
  let running = 0
  let most = 0
  let times = 0
  const enough = Promise.withResolvers<void>()
  const stop = repeat(
    {
      name: 'chore',
      everyMs: 0,
      async work() {
        running++
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        times++
        if (times === 5) enough.resolve()
        if (times === 2) throw new Error('the second time')
      },
    },
    log,
  )
  await enough.promise
  await stop()
  expect(most).toBe(1)
  expect(log.warn).toHaveBeenCalledTimes(1)
  const done = times
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(times).toBe(done)
})

test('stopping tells the chore, waits for it, and says nothing of what it throws then', async () => {
  const log = quiet()
  const begun = Promise.withResolvers<void>()
  let ended = false
  const stop = repeat(
    {
      name: 'chore',
      everyMs: 1_000_000,
      async work(signal) {
        begun.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ended = true
        throw new Error('interrupted')
      },
    },
    log,
  )
  await begun.promise
  await stop()
  expect(ended).toBe(true)
  expect(log.warn).not.toHaveBeenCalled()
})

test('stopping between two times is at once', async () => {
  const done = Promise.withResolvers<void>()
  const stop = repeat({ name: 'chore', everyMs: 1_000_000, work: async () => done.resolve() }, quiet())
  await done.promise
  await expect(stop()).resolves.toBeUndefined()
})
