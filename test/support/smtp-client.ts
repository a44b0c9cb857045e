/** A raw SMTP client for tests: sends what it is told, well-formed or not, and reads replies one by one. */
import { connect, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'

/** One reply of the server; `lines` without code and CRLF. */
export interface Reply {
  code: number
  lines: string[]
}

/** The server refused a command of {@link sendMail}. */
export class SmtpRefusal extends Error {
  readonly command: string
  readonly reply: Reply
  constructor(command: string, reply: Reply) {
    super(`${command}: ${reply.code} ${reply.lines.join(' ')}`)
    this.command = command
    this.reply = reply
  }
}

export class SmtpClient {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>
  #socket: Socket | TLSSocket
  #text = ''
  #ended = false
  #markClosed: () => void = () => {}
  readonly #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve
    })
    this.#listen(socket)
  }

  /** Connects; the greeting is the first {@link reply}. */
  static connect(port: number, host = '127.0.0.1'): Promise<SmtpClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host)
      socket.setNoDelay(true)
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new SmtpClient(socket))
      })
    })
  }

  /** The next reply. @throws when the connection ends before one. */
  reply(): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#answer()
    })
  }

  /** Sends one line, CRLF added. */
  send(line: string): void {
    this.sendBytes(`${line}\r\n`)
  }

  /** Sends bytes as they are. */
  sendBytes(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Sends one line and reads its reply. */
  command(line: string): Promise<Reply> {
    this.send(line)
    return this.reply()
  }

  /** Sends all lines in one write (RFC 2920) and reads a reply to each. */
  pipeline(lines: string[]): Promise<Reply[]> {
    this.sendBytes(lines.map((line) => `${line}\r\n`).join(''))
    return Promise.all(lines.map(() => this.reply()))
  }

  /** STARTTLS with any certificate; the session starts anew with EHLO. @returns the reply to STARTTLS. */
  async startTls(): Promise<Reply> {
    const reply = await this.command('STARTTLS')
    if (reply.code !== 220) return reply
    const plain = this.#socket
    plain.removeAllListeners()
    const secure = connectTls({ socket: plain, rejectUnauthorized: false })
    await new Promise<void>((resolve, reject) => {
      secure.once('secureConnect', resolve)
      secure.once('error', reject)
    })
    secure.removeAllListeners('error')
    this.#socket = secure
    this.#listen(secure)
    return reply
  }

  /** The common name on the server's certificate; undefined without TLS. */
  get certificateName(): string | undefined {
    const name = this.#socket instanceof TLSSocket ? this.#socket.getPeerCertificate().subject.CN : undefined
    return Array.isArray(name) ? name.join() : name
  }

  /** Closes our side after what was sent. */
  end(): void {
    this.#socket.end()
  }

  /** Cuts the connection, as a peer that crashed does. */
  destroy(): void {
    this.#socket.destroy()
  }

  #listen(socket: Socket): void {
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#text += text
      this.#answer()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#ended = true
      this.#answer()
      this.#markClosed()
    })
  }

  #answer(): void {
    while (this.#waiting.length > 0) {
      const reply = this.#takeReply()
      if (reply === undefined) break
      this.#waiting.shift()?.resolve(reply)
    }
    if (!this.#ended) return
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the SMTP connection has ended'))
  }

  #takeReply(): Reply | undefined {
    const match = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r\n/.exec(this.#text)
    if (match === null) return undefined
    this.#text = this.#text.slice(match[0].length)
    const lines = match[0].trimEnd().split('\r\n')
    return { code: Number(lines[0]?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) }
  }
}

/**
 * Sends one message over a connection of its own. Line ends of `raw` become CRLF, dots are stuffed.
 * @returns the reply to the message.
 * @throws SmtpRefusal for the first command that is refused, a single recipient's included.
 */
export async function sendMail(mail: {
  port: number
  from: string
  to: string[]
  raw: string | Uint8Array
}): Promise<Reply> {
  const client = await SmtpClient.connect(mail.port)
  const expect = async (command: string, reply: Promise<Reply>) => {
    const got = await reply
    if (got.code >= 400) throw new SmtpRefusal(command, got)
    return got
  }
  try {
    await expect('greeting', client.reply())
    const envelope = [`MAIL FROM:<${mail.from}>`, ...mail.to.map((address) => `RCPT TO:<${address}>`), 'DATA']
    for (const line of ['EHLO client.example', ...envelope]) await expect(line, client.command(line))
    client.sendBytes(dataBytes(mail.raw))
    const reply = await expect('message', client.reply())
    client.send('QUIT')
    return reply
  } finally {
    client.end()
  }
}

/** RFC 5321 §4.5.2, with the end of data. */
function dataBytes(raw: string | Uint8Array): Buffer {
  const text = (typeof raw === 'string' ? Buffer.from(raw) : Buffer.from(raw)).toString('latin1')
  const lines = text.replaceAll(/\r?\n/g, '\r\n').replaceAll(/(^|\n)\./g, '$1..')
  return Buffer.from(`${lines}${lines.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1')
}
