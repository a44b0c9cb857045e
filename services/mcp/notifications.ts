/** Tells a client which resources have changed: each once at a time, and no faster than it reads. */
import type { ServerResponse } from 'node:http'
import { limits } from '../../shared/domain/limits.ts'
import type { Listener } from './sessions.ts'

/**
 * A listener that says by `send` what has changed, over `response`. What changes again before it was told is told once; a
 * client that doesn't read is told what it has missed when it does.
 */
export function listenerOf(
  response: Pick<ServerResponse, 'writableNeedDrain' | 'once' | 'destroy'>,
  send: (uri: string) => void,
): Listener {
  const changed = new Set<string>()
  let waits = false
  const tell = () => {
    waits = false
    if (response.writableNeedDrain) {
      waits = true
      response.once('drain', tell)
      return
    }
    for (const uri of changed) send(uri)
    changed.clear()
  }
  return {
    notify: (uri) => {
      changed.add(uri)
      if (waits) return
      waits = true
      setTimeout(tell, limits.mcpNotifyMs).unref()
    },
    untold: () => changed,
    close: () => void response.destroy(),
  }
}
