/** The thread pool: order, deadlines, deaths, and what becomes of neighbours. */
import { afterEach, describe, expect, it } from 'vitest'
import {
  DeadlineError,
  PoolClosedError,
  ThreadDiedError,
  ThreadStartError,
} from '../../shared/lib/thread-errors.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'

const serve = new URL('../../shared/lib/serve-thread.ts', import.meta.url).href
/** A thread that does what its input says. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { Handover, serveThread } from ${JSON.stringify(serve)}
    serveThread(async ({ say, fail, spin, die, wait, lend, odd, hoard, compute, until }) => {
      if (compute) for (const from = process.threadCpuUsage(); process.threadCpuUsage(from).user < compute * 1_000; );
      if (until) while (Atomics.load(until, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      if (fail) throw new Error(fail)
      if (spin) for (;;) if (spin === 'microtasks') await null
      if (die) process.exit(1)
      if (hoard) for (const kept = []; ; ) kept.push(Array(1e5).fill({}))
      if (wait) await new Promise(() => {})
      if (odd) return () => {}
      if (lend) { const bytes = new Uint8Array(lend); return new Handover(bytes, [bytes.buffer]) }
      return say
    })`)}`,
)
/** The same thread, which does something before it serves. */
const threadAfter = (code: string): URL =>
  new URL(thread.href.replace(',', `,${encodeURIComponent(`${code}\n`)}`))
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

  it('ends a thread that spins in microtasks, where no timer of its own ever comes', async () => {
    open({ size: 1 })
    await expect(pool.run({ spin: 'microtasks' }, 300)).rejects.toThrow(DeadlineError)
    expect(await pool.run({ say: 'still here' }, 10_000)).toBe('still here')
  })

  it('rejects a neighbour whose buffer went down with the thread', async () => {
    open({ size: 1, perThread: 2 })
    const late = pool.run({ spin: true }, 300)
    const bytes = new Uint8Array(8)
    const neighbour = pool.run({ say: bytes }, 10_000, [bytes.buffer])
    await expect(late).rejects.toThrow(DeadlineError)
    await expect(neighbour).rejects.toThrow(ThreadDiedError)
  })

  it('ends a thread on which a task waits for longer than its deadline', async () => {
    open({ size: 1 })
    await expect(pool.run({ wait: true }, 200)).rejects.toThrow(DeadlineError)
    expect(await pool.run({ say: 'next' }, 10_000)).toBe('next')
  })

  it('counts neither the start of a thread against a task, nor what a neighbour computes before it begins', async () => {
    const slow = `for (const from = process.threadCpuUsage(); process.threadCpuUsage(from).user < 600_000; );`
    pool = new ThreadPool(threadAfter(slow), { size: 1, perThread: 2 })
    const first = pool.run({ compute: 600, say: 'first' }, 60_000)
    const second = pool.run({ say: 'second' }, 250)
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })

  it('gives tasks to the threads that are there while others can not start', async () => {
    const once = `import { workerData } from 'node:worker_threads'
      if (Atomics.add(workerData, 0, 1) > 0) throw new Error('only one')`
    const started = new Int32Array(new SharedArrayBuffer(4))
    pool = new ThreadPool(threadAfter(once), { size: 2, perThread: 1, workerData: started })
    const until = new Int32Array(new SharedArrayBuffer(4))
    const running = pool.run({ until, say: 'first' }, 60_000)
    const waiting = pool.run({ say: 'second' }, 60_000)
    await expect.poll(() => Atomics.load(started, 0)).toBe(2)
    expect(pool.depth).toBe(2)
    Atomics.store(until, 0, 1)
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second'])
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

  it('says so too of one that turns out unfit while it has tasks already, and goes on with another', async () => {
    const code = `
      import { workerData } from 'node:worker_threads'
      import { serveThread } from ${JSON.stringify(serve)}
      const first = Atomics.add(workerData, 0, 1) === 0
      const complete = async () => { if (first) throw new Error('broken library') }
      serveThread((say) => first ? new Promise(() => {}) : say, complete)`
    const started = new Int32Array(new SharedArrayBuffer(4))
    const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    pool = new ThreadPool(url, { size: 1, workerData: started })
    const lost = await pool.run('first', 10_000).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(ThreadStartError)
    expect(String(lost)).toContain('thread could not start: Error: broken library')
    expect(await pool.run('next', 10_000)).toBe('next')
    expect(Atomics.load(started, 0)).toBe(2)
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
    expect(await settled).toMatchObject([
      { reason: expect.any(PoolClosedError) },
      { reason: expect.any(PoolClosedError) },
    ])
    await expect(pool.run({ say: 1 }, 10_000)).rejects.toThrow(PoolClosedError)
  })
})
