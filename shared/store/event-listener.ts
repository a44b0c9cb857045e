/** Hears of new events, of every process. */
import type { PostgresListener } from '../lib/postgres-listener.ts'
import { eventChannel } from './event.ts'

/** Who is told. */
export interface EventWatcher {
  /** Something has happened in the inbox; once for all events of a transaction. */
  onEvents(tenantId: string, inboxId: string): void
  /** It listens from now on: anything may have happened before. */
  onListening(): void
}

/** Tells `watcher` of new events. Resolves when it listens, or has failed to for the first time. @returns what ends it. */
export function watchEvents(listener: PostgresListener, watcher: EventWatcher): Promise<() => Promise<void>> {
  return listener.watch(eventChannel, {
    onListening: () => watcher.onListening(),
    onNotification: (payload) => {
      for (const pair of payload.split(',')) {
        const [tenantId, inboxId] = pair.split(' ')
        if (tenantId !== undefined && inboxId !== undefined) watcher.onEvents(tenantId, inboxId)
      }
    },
  })
}
