/** The thread pool: order, deadlines, deaths, and what becomes of neighbours. */
import { afterEach, describe, expect, it } from 'vitest'
import { DeadlineError, ThreadDiedError, ThreadPool, ThreadStartError } from '../../shared/lib/thread-pool.ts'

const serve = new URL('../../shared/lib/serve-thread.ts', import.meta.url).href
/** A thread that does what its input says. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { Handover, serveThread } from ${JSON.stringify(serve)}
    serveThread(async ({ say, fail, spin, die, wait, lend, odd, hoard }) => {
      if (fail) throw new Error(fail)
      if (spin) for (;;) {}
      if (die) process.exit(1)
      if (hoard) for (const kept = []; ; ) kept.push(Array(1e5).fill({}))
      if (wait) await new Promise(() => {})
      if (odd) return () => {}
      if (lend) { const bytes = new Uint8Array(lend); return new Handover(bytes, [bytes.buffer]) }
      return say
    })`)}`,
)
let pool: ThreadPool
const open = (options: { size?: number; perThread?: number }): ThreadPool => {
  pool = new ThreadPool(thread, options)
  return pool
}
afterEach(() => pool.close())

describe('a pool of threads', () => {
  it('answers every task, many at once', async () => {
    open({ size: 2 })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => pool.run({ say: i }, 10_000)))
    expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(pool.depth).toBe(0)
  })

  it('hands on the message of an error, and one of an answer that cannot be posted', async () => {
    open({ size: 1 })
    await expect(pool.run({ fail: 'no luck' }, 10_000)).rejects.toThrow('no luck')
    await expect(pool.run({ odd: true }, 10_000)).rejects.toThrow('could not be cloned')
    expect(await pool.run({ say: 'on' }, 10_000)).toBe('on')
  })

  it('hands over buffers both ways', async () => {
    open({ size: 1 })
    const bytes = new Uint8Array(8)
    expect(await pool.run({ say: bytes }, 10_000, [bytes.buffer])).toEqual(new Uint8Array(8))
    expect(bytes.length).toBe(0)
    expect(await pool.run({ lend: 3 }, 10_000)).toEqual(new Uint8Array(3))
  })

  it('ends a thread that spins, and runs its neighbours again elsewhere', async () => {
    open({ size: 1, perThread: 2 })
    const late = pool.run({ spin: true }, 300)
    const neighbour = pool.run({ say: 'still here' }, 10_000)
    await expect(late).rejects.toThrow(DeadlineError)
    expect(await neighbour).toBe('still here')
  })

  it('rejects a neighbour whose buffer went down with the thread', async () => {
    open({ size: 1, perThread: 2 })
    const late = pool.run({ spin: true }, 300)
    const bytes = new Uint8Array(8)
    const neighbour = pool.run({ say: bytes }, 10_000, [bytes.buffer])
    await expect(late).rejects.toThrow(DeadlineError)
    await expect(neighbour).rejects.toThrow(ThreadDiedError)
  })

  it('rejects the tasks of a thread that dies, and goes on with another', async () => {
    open({ size: 1 })
    await expect(pool.run({ die: true }, 10_000)).rejects.toThrow(ThreadDiedError)
    expect(await pool.run({ say: 'next' }, 10_000)).toBe('next')
  })

  it('says of a thread that could not start that it is to blame, and of one that dies later that it died', async () => {
    pool = new ThreadPool(new URL('data:text/javascript,throw new Error("no module")'), { size: 1 })
    await expect(pool.run({}, 10_000)).rejects.toThrow(ThreadStartError)
    await expect(pool.run({}, 10_000)).rejects.toThrow('thread could not start: Error: no module')
    await pool.close()
    open({ size: 1 })
    await expect(pool.run({ die: true }, 10_000)).rejects.not.toThrow(ThreadStartError)
  })

  it('ends a thread that fills its memory, and goes on with another', async () => {
    open({ size: 1 })
    await expect(pool.run({ hoard: true }, 20_000)).rejects.toThrow(/ERR_WORKER_OUT_OF_MEMORY|memory limit/)
    expect(await pool.run({ say: 'next' }, 10_000)).toBe('next')
  })

  it('rejects what is left when it is closed', async () => {
    open({ size: 1, perThread: 1 })
    const running = pool.run({ wait: true }, 10_000)
    const waiting = pool.run({ say: 1 }, 10_000)
    const settled = Promise.allSettled([running, waiting])
    await pool.close()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(pool.run({ say: 1 }, 10_000)).rejects.toThrow(ThreadDiedError)
  })
})
