/** What the process itself uses, by the names that Prometheus's clients give it. */
import { readdirSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'

const startedAt = Date.now() / 1_000 - process.uptime()

/** Shows memory, open files and sockets, and the start of this process, each time they are asked for. */
export function watchProcess(registry: Registry): void {
  const shown = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  shown('process_start_time_seconds', 'When the process started, in seconds since 1970.', () => startedAt)
  shown('process_resident_memory_bytes', 'Memory of the process, in bytes.', () => process.memoryUsage.rss())
  // Only Linux tells them there.
  if (process.platform === 'linux')
    shown('process_open_fds', 'Files and sockets that the process has open.', openFiles)
}

/** With none left, it can't open the list either: the other metrics are told all the same. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return Number.NaN
  }
}
