/** Hears of new events, of every process. */
import type { Log } from '../lib/log.ts'
import { PostgresListener } from '../lib/postgres-listener.ts'
import { eventChannel } from './event.ts'

/** Who is told. */
export interface EventWatcher {
  /** Something has happened in the inbox; once for all events of a transaction. */
  onEvents(tenantId: string, inboxId: string): void
  /** It listens from now on: anything may have happened before. */
  onListening(): void
}

/** Listens, once it is started, until it is stopped; a connection that is lost is made again. */
export function eventListener(databaseUrl: string, log: Log, watcher: EventWatcher): PostgresListener {
  return new PostgresListener(databaseUrl, eventChannel, log, {
    onListening: () => watcher.onListening(),
    onNotification: (payload) => {
      for (const pair of payload.split(',')) {
        const [tenantId, inboxId] = pair.split(' ')
        if (tenantId !== undefined && inboxId !== undefined) watcher.onEvents(tenantId, inboxId)
      }
    },
  })
}
