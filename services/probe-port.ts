/** Looks whether a port can be listened on, before anything is started for it. */
import { createServer } from 'node:net'

/** Listens for a moment; port 0 needs no look. @throws what the system says (`EADDRINUSE`, `EACCES` …). */
export function probePort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
