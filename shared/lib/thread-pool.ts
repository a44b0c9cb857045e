/** A pool of worker threads for heavy work, so that neither SMTP nor the API stalls behind it. */
import { availableParallelism } from 'node:os'
import { type Transferable, Worker } from 'node:worker_threads'

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
  /** Whether its module has loaded. */
  started: boolean
  running: Map<number, { task: Task; timer: NodeJS.Timeout }>
}

/** The task outlived its deadline: its thread was ended, whatever it was doing. */
export class DeadlineError extends Error {}
/** The thread died under the task (out of memory, say). */
export class ThreadDiedError extends Error {}

/** The thread never came up, for a reason in its module or its settings: that tells nothing of the task. */
export class ThreadStartError extends ThreadDiedError {}

/** What a thread posts back: once when it has started, then for each task. */
export type ThreadReply = { started: true } | { id: number; value: unknown } | { id: number; error: string }

/** Megabytes of heap that a thread may fill before it dies: hostile mail must not take the process's memory. */
const heapMb = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 512 }

/**
 * Runs tasks on threads of the module `url`, which answers each `{id, input}` with a {@link ThreadReply}
 * (see {@link serveThread}). Each thread takes up to `perThread` tasks at once, oldest task first.
 */
export class ThreadPool {
  readonly #url: URL
  readonly #options: { size: number; perThread: number; workerData: unknown }
  readonly #threads: Thread[] = []
  readonly #queue: Task[] = []
  #nextId = 1
  #closed = false

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
   * @throws DeadlineError after `deadlineMs` from the time a thread took the task;
   *   ThreadStartError; ThreadDiedError; or an Error with the thread's own message.
   */
  run<Output>(input: unknown, deadlineMs: number, transfer: Transferable[] = []): Promise<Output> {
    if (this.#closed) return Promise.reject(new ThreadDiedError('the pool is closed'))
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ id: this.#nextId++, input, transfer, deadlineMs, resolve, reject })
      this.#dispatch()
    }) as Promise<Output>
  }

  /** Ends all threads; tasks still there are rejected. */
  async close(): Promise<void> {
    this.#closed = true
    for (const task of this.#queue.splice(0)) task.reject(new ThreadDiedError('the pool is closed'))
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = this.#freeThread()
      if (thread === undefined) return
      const task = this.#queue.shift()!
      const timer = setTimeout(() => this.#expire(thread, task), task.deadlineMs)
      thread.running.set(task.id, { task, timer })
      try {
        thread.worker.postMessage({ id: task.id, input: task.input }, task.transfer)
      } catch (error) {
        this.#settle(thread, task.id)?.reject(error as Error)
      }
    }
  }

  #freeThread(): Thread | undefined {
    const least = this.#threads.toSorted((a, b) => a.running.size - b.running.size)[0]
    if (least !== undefined && least.running.size === 0) return least
    if (this.#threads.length < this.#options.size) return this.#spawn()
    return least !== undefined && least.running.size < this.#options.perThread ? least : undefined
  }

  #spawn(): Thread {
    const worker = new Worker(this.#url, {
      workerData: this.#options.workerData,
      resourceLimits: heapMb,
    })
    const thread: Thread = { worker, started: false, running: new Map() }
    worker.unref()
    worker.on('message', (reply: ThreadReply) => {
      if ('started' in reply) {
        thread.started = true
        return
      }
      const task = this.#settle(thread, reply.id)
      if ('error' in reply) task?.reject(new Error(reply.error))
      else task?.resolve(reply.value)
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
    clearTimeout(entry.timer)
    thread.running.delete(id)
    return entry.task
  }

  #expire(thread: Thread, late: Task): void {
    this.#settle(thread, late.id)?.reject(new DeadlineError(`no answer within ${late.deadlineMs} ms`))
    const neighbours = [...thread.running.keys()].map((id) => this.#settle(thread, id)!)
    this.#lose(thread, new ThreadDiedError('the thread was ended'))
    void thread.worker.terminate()
    this.#queue.unshift(...neighbours.filter((task) => task.transfer.length === 0))
    for (const task of neighbours)
      if (task.transfer.length > 0) task.reject(new ThreadDiedError('the thread was ended under a neighbour'))
    this.#dispatch()
  }

  #lose(thread: Thread, error: ThreadDiedError): void {
    const index = this.#threads.indexOf(thread)
    if (index >= 0) this.#threads.splice(index, 1)
    for (const id of [...thread.running.keys()]) this.#settle(thread, id)?.reject(error)
    if (index >= 0 && !this.#closed) this.#dispatch()
  }
}
