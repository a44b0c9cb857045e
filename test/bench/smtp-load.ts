/** A load generator for SMTP: one process, raw sockets, pipelined commands, messages made ahead of time. */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** What to send: `connections` at once, `messages` in all, `perConnection` before a connection is closed. */
export interface Load {
  host: string
  port: number
  to: string
  connections: number
  messages: number
  perConnection: number
  bytes: number
  /** Whether the attachment of large messages is a text; else it is bytes that no compression makes smaller. */
  text?: boolean
}

/** What came of it: messages a second, and milliseconds from the end of data to the reply. */
export interface LoadResult {
  perSecond: number
  p50Ms: number
  p95Ms: number
  failed: number
}

let noise = Buffer.alloc(0)

/** The same bytes each time: making them would be the load generator's work for the most part. */
function noiseOf(length: number): Buffer {
  if (noise.length !== length) noise = randomBytes(length)
  return noise
}

/** A plain message of about `bytes` bytes, a large one with an attachment; `serial` makes each one different. */
export function message(bytes: number, to: string, serial: number, text = false): Buffer {
  const head = [
    'From: Load Generator <load@sender.example>',
    `To: ${to}`,
    `Subject: Message ${serial}`,
    `Message-ID: <${serial}.${process.pid}.${Date.now().toString(36)}@sender.example>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
  ]
  const line = 'The quarterly figures are in the usual place; please have a look before Thursday.\r\n'
  if (bytes < 200_000) {
    const body = line.repeat(Math.max(1, Math.ceil((bytes - 300) / line.length)))
    return Buffer.from(`${[...head, 'Content-Type: text/plain; charset=utf-8'].join('\r\n')}\r\n\r\n${body}`)
  }
  const length = Math.floor((bytes * 3) / 4)
  const content = (text ? Buffer.alloc(length, line) : noiseOf(length))
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
  return Buffer.from(
    `${[...head, 'Content-Type: multipart/mixed; boundary="part"'].join('\r\n')}\r\n\r\n--part\r\nContent-Type: text/plain\r\n\r\n${line}\r\n--part\r\nContent-Type: application/octet-stream; name="report.bin"\r\nContent-Disposition: attachment; filename="report.bin"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--part--\r\n`,
  )
}

/** Sends the load and waits for every reply. */
export async function runLoad(load: Load): Promise<LoadResult> {
  let serial = 0
  let failed = 0
  const latencies: number[] = []
  const started = performance.now()
  const lane = async () => {
    while (serial < load.messages) {
      const session = await Session.open(load.host, load.port)
      for (let sent = 0; sent < load.perConnection && serial < load.messages; sent++) {
        const raw = message(load.bytes, load.to, serial++, load.text)
        const latency = await session.send(load.to, raw).catch(() => null)
        if (latency === null) failed++
        else latencies.push(latency)
      }
      await session.quit()
    }
  }
  await Promise.all(Array.from({ length: load.connections }, lane))
  const elapsed = (performance.now() - started) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
  return { perSecond: latencies.length / elapsed, p50Ms: at(0.5), p95Ms: at(0.95), failed }
}

/** One SMTP session, with replies counted as they come. */
class Session {
  readonly #socket: Socket
  #text = ''
  #waiting:
    | { replies: number; resolve: (codes: number[]) => void; reject: (error: Error) => void }
    | undefined
  #codes: number[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#read(chunk))
    const lost = () => this.#waiting?.reject(new Error('connection lost'))
    socket.on('error', lost)
    socket.on('close', lost)
  }

  static async open(host: string, port: number): Promise<Session> {
    const session = new Session(connect(port, host))
    await session.#replies(1)
    await session.#ask('EHLO bench.example\r\n', 1)
    return session
  }

  /** Milliseconds from the end of data to the reply; throws when the message was refused. */
  async send(to: string, raw: Buffer): Promise<number> {
    const codes = await this.#ask(`MAIL FROM:<load@sender.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`, 3)
    if (codes[2] !== 354) throw new Error('refused')
    this.#socket.write(raw)
    const at = performance.now()
    const [code] = await this.#ask('.\r\n', 1)
    if (code !== 250) throw new Error('not accepted')
    return performance.now() - at
  }

  async quit(): Promise<void> {
    await this.#ask('QUIT\r\n', 1).catch(() => {})
    this.#socket.destroy()
  }

  #ask(command: string, replies: number): Promise<number[]> {
    this.#socket.write(command, 'latin1')
    return this.#replies(replies)
  }

  #replies(replies: number): Promise<number[]> {
    return new Promise((resolve, reject) => {
      this.#waiting = { replies, resolve, reject }
      this.#settle()
    })
  }

  #read(chunk: string): void {
    this.#text += chunk
    for (let end = this.#text.indexOf('\r\n'); end >= 0; end = this.#text.indexOf('\r\n')) {
      if (this.#text[3] !== '-') this.#codes.push(Number(this.#text.slice(0, 3)))
      this.#text = this.#text.slice(end + 2)
    }
    this.#settle()
  }

  #settle(): void {
    const waiting = this.#waiting
    if (waiting === undefined || this.#codes.length < waiting.replies) return
    this.#waiting = undefined
    waiting.resolve(this.#codes.splice(0, waiting.replies))
  }
}

if (import.meta.main) {
  const load = JSON.parse(process.argv[2]!) as Load
  process.stdout.write(`${JSON.stringify(await runLoad(load))}\n`)
}
