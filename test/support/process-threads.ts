/** Threads that the files of a test process share: starting them takes longer than what most files have them do. */
import type { Threads } from '../../services/context.ts'
import { ThreadPool } from '../../shared/lib/thread-pool.ts'
import { ParserPool } from '../../shared/mail/parser-pool.ts'
import { startDnsServer } from './dns-server.ts'

const nobody = await startDnsServer()

/** Where they look names up: there is none, and none may come, since threads remember the answers. */
export const nameServer: string = nobody.address

/** As those of a service with no scorers of others. They end with the process. */
export const processThreads: Threads = {
  parser: new ParserPool({ size: 1 }),
  assessors: new ThreadPool(new URL('../../shared/judge/assess-thread.ts', import.meta.url), {
    size: 1,
    perThread: 2,
    workerData: { dnsServers: [nameServer], llm: null, scorers: [] },
  }),
}
