/** The other end of ThreadPool: answers tasks inside a worker thread. */
import { parentPort } from 'node:worker_threads'
import type { ThreadReply } from './thread-pool.ts'

/** Answers each task with `handle(input)`; what it throws travels back as the error's message. */
export function serveThread(handle: (input: never) => unknown): void {
  parentPort?.on('message', async ({ id, input }: { id: number; input: never }) => {
    let reply: ThreadReply
    try {
      reply = { id, value: await handle(input) }
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) }
    }
    parentPort?.postMessage(reply)
  })
}
