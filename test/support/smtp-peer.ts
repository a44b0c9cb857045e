/** The SMTP server of somebody else: takes mail over real sockets, and misbehaves at any step as it is told. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Steps of a session; `CONNECT` is answered by the greeting, `END` is the final dot. */
export type Step =
  | 'CONNECT'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'END'
  | 'RSET'
  | 'QUIT'

/**
 * A reply (`550 5.1.1 No such user`, lines separated by a line feed), or: `hang` says nothing, `disconnect` ends the
 * connection, `cut` says half a reply and ends it, `drip` says one that never ends a byte at a time, `garble` says what
 * is no SMTP.
 */
export type Behaviour = string

/** A message that the peer has taken over. */
export interface PeerMail {
  helo: string
  /** What stood between the angle brackets of MAIL. */
  mailFrom: string
  /** What stood behind them. */
  mailParameters: string
  recipients: string[]
  /** Without dot-stuffing. */
  data: Buffer
  tls: boolean
  user: string | null
}

export interface PeerOptions {
  /** Speaks LMTP: LHLO, and after the final dot a reply for each recipient (RFC 2033). */
  lmtp?: boolean
  /** Offered in reply to EHLO; ordinary ones unless given. */
  extensions?: string[]
  /** Offers STARTTLS with this certificate. */
  tls?: PeerCertificate
  /** TLS from the first byte. */
  secure?: boolean
  /** Offers AUTH PLAIN and takes this password of anyone. */
  password?: string
  host?: string
  /** The port of another peer, at another address; else any free one. */
  port?: number
}

export interface PeerCertificate {
  key: string
  cert: string
}

/** A self-signed certificate for host names. */
export async function makeCertificate(...names: string[]): Promise<PeerCertificate> {
  // Most peers have none, and it is slow to load.
  const { generate } = await import('selfsigned')
  const altNames = names.map((value) => ({ type: 2 as const, value }))
  const made = await generate([{ name: 'commonName', value: names[0]! }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  return { key: made.private, cert: made.cert }
}

interface Rule {
  behaviour: Behaviour
  times: number
  when: (line: string) => boolean
}

const usual: Record<Step, string> = {
  CONNECT: '220 peer.example ESMTP',
  EHLO: '250 peer.example',
  HELO: '250 peer.example',
  STARTTLS: '220 2.0.0 Go ahead',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Sender OK',
  RCPT: '250 2.1.5 Recipient OK',
  DATA: '354 Go on',
  END: '250 2.0.0 Taken',
  RSET: '250 2.0.0 Reset',
  QUIT: '221 2.0.0 Bye',
}

export class SmtpPeer {
  readonly port: number
  readonly host: string
  /** Messages that were answered with a 2xx, in order. */
  readonly mails: PeerMail[] = []
  /** Messages that came whole, whatever they were answered. */
  readonly received: PeerMail[] = []
  /** Every line that is no data, in order. */
  readonly commands: string[] = []
  connections = 0
  /** Most connections there were at once. */
  most = 0
  /** Called with each whole message before it is answered, and after the reply was written: for tests that kill. */
  beforeReply: (mail: PeerMail) => Promise<void> | void = () => {}
  afterReply: (mail: PeerMail) => void = () => {}
  readonly #server: Server
  readonly #options: PeerOptions
  readonly #sockets = new Set<Socket>()
  readonly #rules = new Map<Step, Rule[]>()
  readonly #hanging = new Set<PeerSession>()
  readonly #waiting: { count: number; resolve: () => void }[] = []

  private constructor(server: Server, options: PeerOptions) {
    this.#server = server
    this.#options = options
    const { port, address } = server.address() as AddressInfo
    this.port = port
    this.host = address
    server.on('connection', (socket) => this.#serve(socket))
  }

  /** Listens on a free port. */
  static async start(options: PeerOptions = {}): Promise<SmtpPeer> {
    const server = createServer()
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
    await once(server, 'listening')
    return new SmtpPeer(server, options)
  }

  /** Behaves so at a step from now on, `times` times, for lines that `when` holds for; later rules go first. */
  answer(
    step: Step,
    behaviour: Behaviour,
    { times = Number.POSITIVE_INFINITY, when = () => true }: Partial<Omit<Rule, 'behaviour'>> = {},
  ): void {
    this.#rules.set(step, [{ behaviour, times, when }, ...(this.#rules.get(step) ?? [])])
  }

  /** Behaves as it should again. */
  behave(): void {
    this.#rules.clear()
  }

  /** Forgets what it has seen. */
  forget(): void {
    this.mails.length = 0
    this.received.length = 0
    this.commands.length = 0
  }

  /** Has every session that hangs say this, and go on. */
  goOn(reply: string): void {
    for (const session of this.#hanging) session.goOn(reply)
    this.#hanging.clear()
  }

  /** Resolves when so many messages have been taken, in all. */
  async has(count: number): Promise<void> {
    if (this.mails.length >= count) return
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
  }

  /** Ends every connection, at once. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cutAll()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #behaviourAt(step: Step, line: string): Behaviour | undefined {
    const rule = this.#rules.get(step)?.find(({ times, when }) => times > 0 && when(line))
    if (rule === undefined) return undefined
    rule.times--
    return rule.behaviour
  }

  #serve(plain: Socket): void {
    this.connections++
    this.#sockets.add(plain)
    this.most = Math.max(this.most, this.#sockets.size)
    plain.setNoDelay(true)
    plain.on('error', () => {})
    plain.on('close', () => this.#sockets.delete(plain))
    const session = new PeerSession(plain, this.#options, (step, line) => this.#behaviourAt(step, line), {
      line: (line) => this.commands.push(line),
      mail: async (mail, reply) => {
        this.received.push(mail)
        await this.beforeReply(mail)
        if (reply.startsWith('2')) this.mails.push(mail)
      },
      hangs: (session) => this.#hanging.add(session),
      replied: (mail) => {
        this.afterReply(mail)
        for (const { count, resolve } of this.#waiting) if (this.mails.length >= count) resolve()
      },
    })
    session.begin()
  }
}

interface Witness {
  line(line: string): void
  mail(mail: PeerMail, reply: string): Promise<void>
  replied(mail: PeerMail): void
  hangs(session: PeerSession): void
}

/** One session of the peer. */
class PeerSession {
  #socket: Socket
  readonly #options: PeerOptions
  readonly #behaviourAt: (step: Step, line: string) => Behaviour | undefined
  readonly #witness: Witness
  #text = ''
  #inData = false
  #secure = false
  #silent = false
  #working = false
  #helo = ''
  #user: string | null = null
  #mailFrom = ''
  #mailParameters = ''
  #recipients: string[] = []

  constructor(
    socket: Socket,
    options: PeerOptions,
    behaviourAt: (step: Step, line: string) => Behaviour | undefined,
    witness: Witness,
  ) {
    this.#socket = socket
    this.#options = options
    this.#behaviourAt = behaviourAt
    this.#witness = witness
  }

  begin(): void {
    if (this.#options.secure) this.#encrypt()
    else this.#listen(this.#socket)
    this.#say('CONNECT', '')
  }

  /** Ends a silence. */
  goOn(reply: string): void {
    this.#silent = false
    if (reply.startsWith('354')) {
      this.#inData = true
      this.#text = `\r\n${this.#text}`
    }
    this.#write(reply)
    void this.#work()
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString('latin1')
      void this.#work()
    })
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
  }

  /** Takes what has come line by line, one after the other. */
  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    while (!this.#silent) {
      const end = this.#text.indexOf(this.#inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) break
      const whole = this.#text.slice(0, end)
      this.#text = this.#text.slice(end + (this.#inData ? 5 : 2))
      if (this.#inData) await this.#takeData(whole)
      else this.#takeLine(whole)
    }
    this.#working = false
  }

  #takeLine(line: string): void {
    this.#witness.line(line)
    const verb = line.split(' ', 1)[0]!.toUpperCase()
    const step = (this.#options.lmtp && verb === 'LHLO' ? 'EHLO' : verb) as Step
    if (!(step in usual)) {
      this.#write('500 5.5.1 What?')
      return
    }
    const refused = this.#say(step, line)
    if (refused) return
    if (step === 'EHLO' || step === 'HELO') this.#helo = line.slice(5)
    if (step === 'STARTTLS') this.#encrypt()
    if (step === 'AUTH')
      this.#user = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')[1]!
    if (step === 'MAIL') {
      const [, address = '', parameters = ''] = /^MAIL FROM:<(.*?)>(.*)$/is.exec(line) ?? []
      this.#mailFrom = Buffer.from(address, 'latin1').toString()
      this.#mailParameters = parameters.trim()
      this.#recipients = []
    }
    if (step === 'RCPT') {
      const [, address = ''] = /^RCPT TO:<(.*)>/is.exec(line) ?? []
      this.#recipients.push(Buffer.from(address, 'latin1').toString())
    }
    if (step === 'RSET') this.#recipients = []
    if (step === 'DATA') {
      this.#inData = true
      this.#text = `\r\n${this.#text}`
    }
    if (step === 'QUIT') this.#socket.end()
  }

  async #takeData(text: string): Promise<void> {
    this.#inData = false
    const data = Buffer.from(`${text.slice(2)}\r\n`.replaceAll(/(^|\r\n)\.\./g, '$1.'), 'latin1')
    const mail: PeerMail = {
      helo: this.#helo,
      mailFrom: this.#mailFrom,
      mailParameters: this.#mailParameters,
      recipients: this.#recipients,
      data,
      tls: this.#secure,
      user: this.#user,
    }
    // Over LMTP, a rule's `when` is asked with each recipient in turn.
    const asked = this.#options.lmtp ? this.#recipients : ['.']
    const behaviours = asked.map((line) => this.#behaviourAt('END', line) ?? usual.END)
    await this.#witness.mail(mail, behaviours[0]!)
    for (const behaviour of behaviours) this.#behave(behaviour)
    this.#witness.replied(mail)
    this.#recipients = []
  }

  /** Answers a step. @returns whether the step goes no further. */
  #say(step: Step, line: string): boolean {
    const given = this.#behaviourAt(step, line)
    if (given === undefined && step === 'DATA' && this.#recipients.length === 0) {
      this.#write('503 5.5.1 No recipients')
      return true
    }
    if (given === undefined && step === 'AUTH') {
      const [, , password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      if (password !== this.#options.password) {
        this.#write('535 5.7.8 Wrong password')
        return true
      }
    }
    if (step === 'STARTTLS' && (this.#options.tls === undefined || this.#secure)) {
      this.#write('502 5.5.1 No TLS here')
      return true
    }
    if (given === undefined && step === 'EHLO') {
      this.#write(this.#greeting())
      return false
    }
    const behaviour = given ?? usual[step]
    this.#behave(behaviour)
    return !/^[23]\d\d/.test(behaviour)
  }

  #greeting(): string {
    const {
      extensions = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'SIZE 30000000'],
      tls,
      password,
    } = this.#options
    const offered = [
      ...extensions,
      ...(tls !== undefined && !this.#secure ? ['STARTTLS'] : []),
      ...(password === undefined ? [] : ['AUTH PLAIN']),
    ]
    return ['peer.example', ...offered].map((text) => `250 ${text}`).join('\n')
  }

  #behave(behaviour: Behaviour): void {
    if (behaviour === 'hang') {
      this.#silent = true
      this.#witness.hangs(this)
    } else if (behaviour === 'disconnect') this.#socket.destroySoon()
    else if (behaviour === 'cut') {
      this.#silent = true
      this.#socket.end('25')
    } else if (behaviour === 'garble') this.#socket.write('HTTP/1.1 400 Bad Request\r\n')
    else if (behaviour === 'drip') this.#drip()
    else this.#write(behaviour)
  }

  /** A reply of many lines that never ends. */
  #drip(): void {
    this.#silent = true
    let at = 0
    const text = '250-and so on\r\n'
    const timer = setInterval(() => this.#socket.write(text[at++ % text.length]!), 20)
    this.#socket.once('close', () => clearInterval(timer))
  }

  #write(reply: string): void {
    const lines = reply.split('\n')
    const code = lines[0]!.slice(0, 3)
    const text = lines.map((line, i) => {
      const words = line.startsWith(code) ? line.slice(4) : line
      return `${code}${i < lines.length - 1 ? '-' : ' '}${words}\r\n`
    })
    this.#socket.write(text.join(''), 'latin1')
  }

  #encrypt(): void {
    const plain = this.#socket
    plain.removeAllListeners('data')
    const { key, cert } = this.#options.tls!
    const secure = new TLSSocket(plain, { isServer: true, key, cert })
    this.#text = ''
    this.#secure = true
    this.#socket = secure
    this.#listen(secure)
  }
}
