/** The other end of ThreadPool: answers tasks inside a worker thread. */
import { parentPort, type Transferable } from 'node:worker_threads'
import { threadTime } from './thread-clock.ts'
import type { ThreadOrder, ThreadReply } from './thread-pool.ts'

/** An answer whose buffers `transfer` are handed over without a copy. */
export class Handover {
  readonly value: unknown
  readonly transfer: Transferable[]

  constructor(value: unknown, transfer: Transferable[]) {
    this.value = value
    this.transfer = transfer
  }
}

/**
 * Answers each task with `handle(input)`; what it throws travels back as the error's message.
 * An answer that can't be posted (a function in it, say) is an error of its task too, never of the thread.
 * `complete` does what no start is to wait for, while tasks come already; where it fails, the thread is as one that could
 * not start, and no task is to blame.
 */
export function serveThread(
  handle: (input: never) => unknown,
  complete: () => Promise<void> = async () => {},
): void {
  let beganAt: Float64Array | undefined
  post({ started: true })
  // What is incomplete fails by itself, and not by the task that happens to need what is missing.
  const fit = complete().then(
    () => true,
    (error: unknown) => {
      post({ unfit: String(error) })
      return false
    },
  )
  parentPort?.on('message', async (order: ThreadOrder) => {
    if ('beganAt' in order) {
      beganAt = order.beganAt
      return
    }
    const { id, place, input } = order
    if (!(await fit)) return
    if (beganAt !== undefined) beganAt[place] = threadTime()
    try {
      const answer = await handle(input as never)
      if (answer instanceof Handover) post({ id, value: answer.value }, answer.transfer)
      else post({ id, value: answer })
    } catch (error) {
      post({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
}

function post(reply: ThreadReply, transfer: Transferable[] = []): void {
  parentPort?.postMessage(reply, transfer)
}
