/** Stands between the service and Postgres, and can fall silent: bytes are taken, and go nowhere. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy over TCP to a Postgres; what is silenced stays open and says nothing. */
export class SilentProxy {
  /** The database, reached through it. */
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  readonly #quiet: { sockets: Set<Socket>; newcomers: boolean }

  private constructor(
    url: string,
    server: Server,
    sockets: Set<Socket>,
    quiet: { sockets: Set<Socket>; newcomers: boolean },
  ) {
    this.url = url
    this.#server = server
    this.#sockets = sockets
    this.#quiet = quiet
  }

  /** In front of the Postgres of `databaseUrl`, which listens on a Unix socket. */
  static async start(databaseUrl: string): Promise<SilentProxy> {
    const sockets = new Set<Socket>()
    const quiet = { sockets: new Set<Socket>(), newcomers: false }
    const behind = new URL(databaseUrl)
    const path = `${behind.searchParams.get('host')}/.s.PGSQL.5432`
    const server = createServer((near) => {
      const far = connect(path)
      const ends = [near, far]
      if (quiet.newcomers) quiet.sockets.add(near)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.setNoDelay(true)
        from.on('data', (chunk) => {
          if (!quiet.sockets.has(near)) to.write(chunk)
        })
        from.on('error', () => {})
        from.on('close', () => {
          sockets.delete(from)
          if (!quiet.sockets.has(near)) for (const end of ends) end.destroy()
        })
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = new URL(databaseUrl)
    url.search = ''
    url.port = String((server.address() as AddressInfo).port)
    url.hostname = '127.0.0.1'
    return new SilentProxy(url.href, server, sockets, quiet)
  }

  /** Falls silent for the connections that there are and, unless told otherwise, for new ones. */
  silence({ newcomers = true } = {}): void {
    for (const socket of this.#sockets) this.#quiet.sockets.add(socket)
    this.#quiet.newcomers = newcomers
  }

  /** New connections pass again; those that were silenced stay as they are. */
  speak(): void {
    this.#quiet.newcomers = false
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
