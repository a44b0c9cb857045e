/** Evades ports that another program has taken. */
import { createServer } from 'node:net'

/** `port` where it can be bound on `host`, else 0: any free one. */
export function portOrFree(host: string, port: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE' ? 0 : port))
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}
