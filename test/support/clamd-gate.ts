/** A gate in front of a real clamd: lets scans through, or fails them in the ways a network and a daemon can. */
import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import { clamdAddress } from '../../shared/antivirus/clamd.ts'

/** What becomes of connections made from now on. */
export type GateMode =
  | 'open'
  /** Nothing listens. */
  | 'refused'
  /** Takes the stream, and never answers. */
  | 'silent'
  /** Closes once connected to. */
  | 'closing'
  /** Resets the connection in the middle of the stream. */
  | 'dying'
  /** Answers, each byte late. */
  | 'slow'

export class ClamdGate {
  readonly #behind: NetConnectOpts
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #waiting: (() => void)[] = []
  #mode: GateMode = 'open'
  #port = 0
  /** Connections so far, those refused by the kernel excepted. */
  connections = 0

  private constructor(clamdUrl: string) {
    this.#behind = clamdAddress(clamdUrl)
    this.#server = createServer((socket) => this.#serve(socket))
  }

  /** Listens on a free port before the clamd at `clamdUrl`. */
  static async start(clamdUrl: string): Promise<ClamdGate> {
    const gate = new ClamdGate(clamdUrl)
    await gate.#listen()
    gate.#port = (gate.#server.address() as AddressInfo).port
    return gate
  }

  /** As CLAMAV_URL takes it. */
  get url(): string {
    return `tcp://127.0.0.1:${this.#port}`
  }

  /** Changes what happens to new connections; those there are go on as they began. */
  async set(mode: GateMode): Promise<void> {
    if (mode === 'refused' && this.#mode !== 'refused') await this.#unlisten()
    if (mode !== 'refused' && this.#mode === 'refused') await this.#listen()
    this.#mode = mode
  }

  /** Ends all connections, as a clamd that is restarted does. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** The next connection, whatever becomes of it. */
  nextConnection(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async close(): Promise<void> {
    this.cut()
    if (this.#server.listening) await this.#unlisten()
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async #unlisten(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.cut()
    await closed
  }

  #serve(socket: Socket): void {
    this.connections++
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    if (this.#mode === 'closing') socket.end()
    else if (this.#mode === 'silent') socket.resume()
    else if (this.#mode === 'dying') socket.once('data', () => socket.resetAndDestroy())
    else this.#pass(socket, this.#mode === 'slow' ? 100 : 0)
    for (const told of this.#waiting.splice(0)) told()
  }

  #pass(socket: Socket, delayMs: number): void {
    const clamd = connect(this.#behind)
    clamd.on('error', () => socket.destroy())
    socket.on('close', () => clamd.destroy())
    socket.pipe(clamd)
    if (delayMs === 0) {
      clamd.pipe(socket)
      return
    }
    clamd.on('data', (answer: Buffer) => {
      const bytes = [...answer]
      const timer = setInterval(() => {
        const byte = bytes.shift()
        if (byte === undefined) {
          clearInterval(timer)
          socket.end()
        } else socket.write(Buffer.of(byte))
      }, delayMs)
      socket.on('close', () => clearInterval(timer))
    })
  }
}
