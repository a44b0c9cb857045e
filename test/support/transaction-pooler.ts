/** A pooler in transaction mode, as PgBouncer is one: clients share sessions, and get another one for each transaction. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Session {
  socket: Socket
  /** Who gets what it says. */
  client: Client | undefined
}

interface Client {
  socket: Socket
  session: Session | undefined
  /** What it has sent while no session was free. */
  waiting: Buffer[]
}

/** Messages of the protocol's usual form: a type, a length that counts itself, a body. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)

  /** Those that are whole by now. */
  read(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const whole: Buffer[] = []
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readUInt32BE(1)
      if (this.#rest.length < length) break
      whole.push(this.#rest.subarray(0, length))
      this.#rest = this.#rest.subarray(length)
    }
    return whole
  }
}

const type = (message: Buffer) => String.fromCharCode(message[0]!)

/**
 * Stands before the Postgres of `databaseUrl`, which listens on a Unix socket. Each client's own login makes one session
 * more for all. @returns the database as it is reached through it, and how to end it.
 */
export async function startTransactionPooler(
  databaseUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const behind = new URL(databaseUrl)
  const path = `${behind.searchParams.get('host')}/.s.PGSQL.5432`
  const free: Session[] = []
  const queue: Client[] = []
  const sockets = new Set<Socket>()

  const serve = (client: Client) => {
    const session = client.session ?? free.pop()
    if (session === undefined) {
      if (!queue.includes(client)) queue.push(client)
      return
    }
    client.session = session
    session.client = client
    for (const bytes of client.waiting.splice(0)) session.socket.write(bytes)
  }
  const release = (session: Session) => {
    if (session.client !== undefined) session.client.session = undefined
    session.client = undefined
    free.push(session)
    const next = queue.shift()
    if (next !== undefined) serve(next)
  }

  const server = createServer((near) => {
    const session: Session = { socket: connect(path), client: undefined }
    const client: Client = { socket: near, session, waiting: [] }
    session.client = client
    for (const socket of [near, session.socket]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    let startup: Buffer | undefined
    const asked = new Messages()
    near.on('data', (chunk: Buffer) => {
      // The first message has no type.
      if (startup === undefined) {
        startup = chunk
        session.socket.write(chunk)
        return
      }
      for (const message of asked.read(chunk)) {
        if (type(message) === 'X') return
        client.waiting.push(message)
        serve(client)
      }
    })
    const said = new Messages()
    session.socket.on('data', (chunk: Buffer) => {
      for (const message of said.read(chunk)) {
        session.client?.socket.write(message)
        if (type(message) === 'Z' && message[5] === 'I'.charCodeAt(0)) release(session)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  behind.search = ''
  behind.hostname = '127.0.0.1'
  behind.port = String((server.address() as AddressInfo).port)
  return {
    url: behind.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
