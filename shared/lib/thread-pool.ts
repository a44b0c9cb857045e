/** A pool of worker threads for heavy work, so that neither SMTP nor the API stalls behind it. */
import { availableParallelism } from 'node:os'
import { type Transferable, Worker } from 'node:worker_threads'
import { watchThread } from './thread-clock.ts'
import {
  DeadlineError,
  NoThreadError,
  PoolClosedError,
  ThreadDiedError,
  ThreadStartError,
} from './thread-errors.ts'

interface Task {
  id: number
  input: unknown
  transfer: Transferable[]
  deadlineMs: number
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}
interface Thread {
  worker: Worker
  /** Whether its module has loaded: it is given no task before. */
  started: boolean
  running: Map<number, Running>
  /** By place, when the thread began the task there, on its own clock; NaN until it has. */
  beganAt: Float64Array
  /** Ends the watch over its start. */
  unwatch: () => void
}
interface Running {
  task: Task
  place: number
  unwatch: () => void
}

/** What a thread is posted: once where it notes when it began a task, then each task, with its place there. */
export type ThreadOrder = { beganAt: Float64Array } | { id: number; place: number; input: unknown }
/** What a thread posts back: once when it has started, then for each task; and why it is fit for none, if it is. */
export type ThreadReply =
  | { started: true }
  | { unfit: string }
  | { id: number; value: unknown }
  | { id: number; error: string }

/** Megabytes of heap that a thread may fill before it dies: hostile mail must not take the process's memory. */
const heapMb = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 512 }
/** Milliseconds of its own time that a thread may take to start; beyond, something in its module waits for ever. */
const startMs = 60_000
/** Milliseconds for which no thread is started after one that could not start, while there are others. */
const restMs = 1_000

/**
 * Runs tasks on threads of the module `url`, which answers each `{id, input}` with a {@link ThreadReply}
 * (see {@link serveThread}). Each thread takes up to `perThread` tasks at once, oldest task first. Deadlines are in time
 * that a thread has had (see {@link threadTime}): on a machine that is busy with something else, work takes longer, and
 * nothing is ended for it.
 */
export class ThreadPool {
  readonly #url: URL
  readonly #options: { size: number; perThread: number; workerData: unknown }
  readonly #threads: Thread[] = []
  readonly #queue: Task[] = []
  #nextId = 1
  #closed = false
  #resting = false

  constructor(url: URL, options: { size?: number; perThread?: number; workerData?: unknown } = {}) {
    this.#url = url
    this.#options = {
      size: Math.max(1, availableParallelism() - 1),
      perThread: 8,
      workerData: undefined,
      ...options,
    }
  }

  /** Starts all threads ahead of their first task: loading their modules takes longer than most tasks. */
  start(): void {
    while (this.#threads.length < this.#options.size) this.#spawn()
  }

  /** Tasks waiting or running. */
  get depth(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.running.size, this.#queue.length)
  }

  /**
   * Runs one task; `transfer` hands buffers over without a copy.
   * @throws DeadlineError after `deadlineMs` of the thread's own time from when it began the task;
   *   PoolClosedError; ThreadStartError; ThreadDiedError; or an Error with the thread's own message.
   */
  run<Output>(input: unknown, deadlineMs: number, transfer: Transferable[] = []): Promise<Output> {
    if (this.#closed) return Promise.reject(new PoolClosedError())
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ id: this.#nextId++, input, transfer, deadlineMs, resolve, reject })
      this.#dispatch()
    }) as Promise<Output>
  }

  /** Ends all threads; tasks still there are rejected. */
  async close(): Promise<void> {
    this.#closed = true
    this.#rejectQueue(new PoolClosedError())
    const threads = [...this.#threads]
    for (const thread of threads) this.#lose(thread, new PoolClosedError())
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #rejectQueue(error: Error): void {
    for (const task of this.#queue.splice(0)) task.reject(error)
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = this.#freeThread()
      if (thread === undefined) return
      const task = this.#queue.shift()!
      this.#give(thread, task)
    }
  }

  #give(thread: Thread, task: Task): void {
    const taken = new Set([...thread.running.values()].map((one) => one.place))
    const place = thread.beganAt.findIndex((_, index) => !taken.has(index))
    thread.beganAt[place] = Number.NaN
    const unwatch = watchThread(
      thread.worker,
      () => thread.beganAt[place]!,
      task.deadlineMs,
      () => this.#expire(thread, task),
    )
    thread.running.set(task.id, { task, place, unwatch })
    try {
      thread.worker.postMessage(
        { id: task.id, place, input: task.input } satisfies ThreadOrder,
        task.transfer,
      )
    } catch (error) {
      this.#settle(thread, task.id)?.reject(error as Error)
    }
  }

  /** A thread with room for a task. Where all that are up have one already, another is started. */
  #freeThread(): Thread | undefined {
    const up = this.#threads.filter(({ started }) => started)
    const least = up.toSorted((a, b) => a.running.size - b.running.size)[0]
    if (least !== undefined && least.running.size === 0) return least
    const starting = this.#threads.length - up.length
    if (this.#threads.length < this.#options.size && starting < this.#queue.length && !this.#resting)
      this.#spawn()
    return least !== undefined && least.running.size < this.#options.perThread ? least : undefined
  }

  #spawn(): Thread {
    const worker = new Worker(this.#url, {
      workerData: this.#options.workerData,
      resourceLimits: heapMb,
    })
    const places = this.#options.perThread * Float64Array.BYTES_PER_ELEMENT
    const beganAt = new Float64Array(new SharedArrayBuffer(places))
    const unwatch = watchThread(
      worker,
      () => 0,
      startMs,
      () => {
        this.#lose(thread, new ThreadStartError('thread could not start: it took too long'))
        void worker.terminate()
      },
    )
    const thread: Thread = { worker, started: false, running: new Map(), beganAt, unwatch }
    worker.unref()
    worker.postMessage({ beganAt } satisfies ThreadOrder)
    worker.on('message', (reply: ThreadReply) => {
      if ('started' in reply) {
        thread.started = true
        thread.unwatch()
      } else if ('unfit' in reply) {
        this.#lose(thread, new ThreadStartError(`thread could not start: ${reply.unfit}`))
        void worker.terminate()
      } else {
        const task = this.#settle(thread, reply.id)
        if ('error' in reply) task?.reject(new Error(reply.error))
        else task?.resolve(reply.value)
      }
      this.#dispatch()
    })
    const died = (why: string) =>
      thread.started ? new ThreadDiedError(why) : new ThreadStartError(`thread could not start: ${why}`)
    worker.on('error', (error) => this.#lose(thread, died(String(error))))
    worker.on('exit', () => this.#lose(thread, died('it ended')))
    this.#threads.push(thread)
    return thread
  }

  #settle(thread: Thread, id: number): Task | undefined {
    const entry = thread.running.get(id)
    if (entry === undefined) return undefined
    entry.unwatch()
    thread.running.delete(id)
    return entry.task
  }

  #expire(thread: Thread, late: Task): void {
    this.#settle(thread, late.id)?.reject(new DeadlineError(`no answer within ${late.deadlineMs} ms`))
    const neighbours = [...thread.running.keys()].map((id) => this.#settle(thread, id)!)
    this.#queue.unshift(...neighbours.filter((task) => task.transfer.length === 0))
    for (const task of neighbours)
      if (task.transfer.length > 0) task.reject(new ThreadDiedError('the thread was ended under a neighbour'))
    this.#lose(thread, new ThreadDiedError('the thread was ended'))
    void thread.worker.terminate()
  }

  /** Goes on without `thread`; where none is left that could come up, its error is that of all who wait for one. */
  #lose(thread: Thread, error: ThreadDiedError): void {
    const index = this.#threads.indexOf(thread)
    if (index < 0) return
    this.#threads.splice(index, 1)
    thread.unwatch()
    for (const id of [...thread.running.keys()]) this.#settle(thread, id)?.reject(error)
    if (this.#closed) return
    if (error instanceof NoThreadError) {
      if (this.#threads.length === 0) this.#rejectQueue(error)
      else this.#rest()
    }
    this.#dispatch()
  }

  #rest(): void {
    this.#resting = true
    setTimeout(() => {
      this.#resting = false
      if (!this.#closed) this.#dispatch()
    }, restMs).unref()
  }
}
