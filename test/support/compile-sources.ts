/** Has Node compile the service's sources, and those of its threads, into the folder of NODE_COMPILE_CACHE. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import '../../services/main.ts'
import '../../services/api-role.ts'
import '../../services/relay/relay.ts'
import '../../services/smtp-role.ts'
import '../../services/worker-role.ts'

const threads = {
  'shared/mail/parser-thread.ts': null,
  'shared/judge/assess-thread.ts': { dnsServers: [], llm: null, scorers: [] },
}

for (const [path, workerData] of Object.entries(threads)) {
  const thread = new Worker(new URL(`../../${path}`, import.meta.url), { workerData })
  await once(thread, 'message')
  // What it has compiled is written when it ends.
  await thread.terminate()
}
