/** One SMTP session with a peer: Nodemailer's connection, with a deadline for each step and a result for each recipient. */
import { isAscii as isAsciiBytes } from 'node:buffer'
import { connect, isIP, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import SMTPConnection, { type SMTPConnectionResponseCallback } from 'nodemailer/lib/smtp-connection'
import { truncate } from '../lib/clean-text.ts'
import { asData } from './data.ts'
import type { Deadlines } from './deadlines.ts'
import { MailSource, NotOursError } from './mail-source.ts'
import { asksForEncryption, failure, isTooMany, readReply, refusal } from './reply.ts'
import { allOf, longestText, mayBegin, type OutgoingMail, type RecipientResult } from './transport.ts'

/**
 * `off`: never. `opportunistic`: when offered, with any certificate, and without where that fails (RFC 7435).
 * `verified`: always, with a certificate that is valid for the host's name.
 */
export type TlsMode = 'off' | 'opportunistic' | 'verified'

/** Where a session goes. */
export interface SessionTarget {
  /** Name of the host: for TLS, and in words. */
  host: string
  /** Where to connect: an IP address, or a name that the system looks up. */
  address: string
  port: number
  /** TLS from the first byte (port 465). */
  secure: boolean
  tls: TlsMode
  /** PEM certificates that are trusted beside the system's. */
  ca?: string
  auth?: { user: string; pass: string }
  lmtp?: boolean
}

export interface SessionOptions {
  /** Our name in EHLO. */
  name: string
  deadlines: Deadlines
}

/** A session could not be had. */
export class SessionError extends Error {
  /** What it means for a recipient, the address left out. */
  readonly result: Omit<RecipientResult, 'address'>
  /** `starttls`: encryption failed where it was tried, and might not be needed. */
  readonly step: 'connect' | 'setup' | 'starttls'

  constructor(step: SessionError['step'], result: Omit<RecipientResult, 'address'>, cause?: unknown) {
    super(result.text, { cause })
    this.step = step
    this.result = result
  }
}

interface NodemailerFailure extends Error {
  code?: string
  originalCode?: string
  response?: string
  responseCode?: number
  recipient?: string
  command?: string
}

/** What Nodemailer keeps of the envelope it sends, also where the sending fails. */
interface KeptEnvelope {
  mailError?: NodemailerFailure
  rejectedErrors?: NodemailerFailure[]
}

/** The connection, with the parts of Nodemailer's that its types leave out. */
class Connection extends SMTPConnection {
  declare _envelope: KeptEnvelope | false
  declare _supportedExtensions: readonly string[]
  /** The reply to EHLO, from STARTTLS until the handshake begins. */
  declare _plaintextEhlo: string | false

  declare _responseActions: ((reply: string) => void)[]
  declare _actionSMTPStream: (reply: string, callback: SMTPConnectionResponseCallback) => void
  /** What was replied to each recipient of the message, behind its data: LMTP only. */
  readonly lmtpReplies = new Map<string, string>()

  /** Nodemailer keeps the refusals, and of all that were taken no reply but the last one, which may be a refusal. */
  _actionLMTPStream(
    recipient: string,
    final: boolean,
    reply: string,
    callback: SMTPConnectionResponseCallback,
  ): void {
    this.lmtpReplies.set(recipient, reply)
    const { prototype } = SMTPConnection as unknown as { prototype: Pick<Connection, '_actionLMTPStream'> }
    prototype._actionLMTPStream.call(this, recipient, final, reply, callback)
  }

  /**
   * Where the message is written to. Nodemailer's own stream looks at each byte of a message for dots, in JavaScript,
   * and writes the final one by itself; the messages we give it have that done. LMTP has a reply a recipient: as it was.
   */
  _createSendStream(callback: SMTPConnectionResponseCallback): Writable {
    const { prototype } = SMTPConnection as unknown as { prototype: Pick<Connection, '_createSendStream'> }
    if (this.options.lmtp === true) return prototype._createSendStream.call(this, callback)
    this._responseActions.push((reply) => this._actionSMTPStream(reply, callback))
    const socket = this._socket as Socket
    const stream = new Writable({ write: (piece: Buffer, _encoding, done) => void socket.write(piece, done) })
    // The socket tells of it as well, and there it is heard; here it would end the process.
    stream.on('error', () => {})
    return stream
  }

  /** Whether STARTTLS has been said, and the session is not encrypted yet. */
  get encrypting(): boolean {
    return this._plaintextEhlo !== false || this.upgrading === true
  }
}

/** Nothing was tried: whoever has the message knows why it can't be read now. */
const unread = {
  outcome: 'waiting',
  code: null,
  enhancedCode: null,
  text: 'the message could not be read',
} as const

/** Nothing was tried, either: whoever has the message finds out why. */
const notOurs = { ...unread, text: 'the message is not to be sent now' } as const

/** A session that is ready for MAIL. */
export class Session {
  readonly #connection: Connection
  readonly #target: SessionTarget
  readonly #deadlines: Deadlines
  /** Messages sent over it. */
  sent = 0
  /** When it was last used, in milliseconds of the monotonic clock. */
  idleSince = performance.now()
  /** Whether it goes without encryption since that has failed just now. */
  #tlsFailed = false
  #usable = true
  #onEnd: () => void = () => {}

  private constructor(connection: Connection, target: SessionTarget, deadlines: Deadlines) {
    this.#connection = connection
    this.#target = target
    this.#deadlines = deadlines
    connection.on('error', () => this.#ended())
    connection.on('end', () => this.#ended())
  }

  /**
   * Connects, greets, encrypts and authenticates. Where encryption is opportunistic and its handshake fails, it
   * connects once more without.
   * @throws SessionError
   */
  static async open(target: SessionTarget, options: SessionOptions): Promise<Session> {
    try {
      return await openOnce(target, options)
    } catch (error) {
      const plain = error instanceof SessionError && error.step === 'starttls'
      if (!plain || target.tls !== 'opportunistic' || target.secure) throw error
      const session = await openOnce({ ...target, tls: 'off' }, options)
      session.#tlsFailed = true
      return session
    }
  }

  /** Used by {@link open}. */
  static of(connection: Connection, target: SessionTarget, deadlines: Deadlines): Session {
    return new Session(connection, target, deadlines)
  }

  /** Whether another message can be sent over it. */
  get usable(): boolean {
    return this.#usable
  }

  /** Whether it was to be encrypted where the peer can, and is not. */
  get #missesTls(): boolean {
    return !this.encrypted && (this.#target.tls !== 'off' || this.#tlsFailed)
  }

  /** Whether the session is encrypted. */
  get encrypted(): boolean {
    return this.#connection.secure
  }

  /** Has `done` called when the peer, or we, end the session. */
  onEnd(done: () => void): void {
    this.#onEnd = done
  }

  /**
   * Sends one message; one result a recipient, in order. `untouched`: the session ended before the peer answered
   * anything, as those do that a peer has closed for being idle, and the message can go over another.
   */
  async send(mail: OutgoingMail): Promise<{ results: RecipientResult[]; untouched: boolean }> {
    const [may, content] = await Promise.all([
      mayBegin(mail) && mail.mayGo(mail.recipients),
      mail.content().catch(() => null),
    ])
    if (!may) return { results: allOf(mail, notOurs), untouched: false }
    if (content === null) return { results: allOf(mail, unread), untouched: false }
    if (!this.#usable) return { results: [], untouched: true }
    const eightBits = !isAsciiBytes(content)
    const unsendable = this.#unsendable(mail, eightBits)
    const recipients = mail.recipients.filter((address) => !unsendable.has(address))
    let untouched = false
    const sent = new Map<string, Omit<RecipientResult, 'address'>>()
    if (recipients.length > 0) {
      const outcome = await this.#transact({ ...mail, recipients }, content, eightBits)
      untouched = outcome.untouched
      for (const { address, ...result } of outcome.results)
        sent.set(address, this.#missesTls ? putOffForTls(result) : result)
    }
    const results = mail.recipients.map((address) => ({
      address,
      ...(unsendable.get(address) ?? sent.get(address)!),
    }))
    return { results, untouched }
  }

  /** Says QUIT, and ends whether the peer answers or not. */
  async quit(): Promise<void> {
    if (!this.#usable) return
    this.#usable = false
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#deadlines.quitMs)
      this.#connection.once('end', () => {
        clearTimeout(timer)
        resolve()
      })
      this.#connection.quit()
    })
    this.#connection.close()
  }

  /** Recipients that this peer can't be given, before anything is said (RFC 6531 §3.5, RFC 6152 §3). */
  #unsendable(mail: OutgoingMail, eightBits: boolean): Map<string, Omit<RecipientResult, 'address'>> {
    const offered = (extension: string) => this.#connection._supportedExtensions.includes(extension)
    const found = new Map<string, Omit<RecipientResult, 'address'>>()
    const utf8 = offered('SMTPUTF8')
    const eightBitOk = !eightBits || offered('8BITMIME')
    for (const address of mail.recipients) {
      if (!isMailbox(address)) found.set(address, failure('5.1.3', 'the address is not valid'))
      else if (!utf8 && !(isAscii(address) && isAscii(mail.mailFrom)))
        found.set(address, failure('5.6.7', `${this.#target.host} takes no internationalized addresses`))
      else if (!eightBitOk)
        found.set(address, failure('5.6.3', `${this.#target.host} takes no 8-bit messages`))
    }
    return found
  }

  #transact(
    mail: OutgoingMail,
    content: Buffer,
    eightBits: boolean,
  ): Promise<{ results: RecipientResult[]; untouched: boolean }> {
    const connection = this.#connection
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout
      const settle = (results: RecipientResult[], untouched = false) => {
        clearTimeout(timer)
        this.idleSince = performance.now()
        resolve({ results, untouched })
      }
      const within = (ms: number, late: string) => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          this.#usable = false
          const results = resultsWhere(connection, mail, failure('4.4.2', late))
          connection.close()
          settle(results)
        }, ms)
      }
      const data = this.#target.lmtp === true ? content : asData(content)
      const source = new MailSource(
        data,
        () => mail.mayGo(mail.recipients),
        () => within(this.#deadlines.dataMs(content.length), 'no answer to the message in time'),
      )
      within(this.#deadlines.envelopeMs(mail.recipients.length), 'no answer to MAIL, RCPT or DATA in time')
      const envelope = {
        from: mail.mailFrom,
        to: [...mail.recipients],
        size: content.length,
        use8BitMime: eightBits,
      }
      connection.lmtpReplies.clear()
      // A message that is too large never gets an envelope: what is kept would be that of the one before.
      connection._envelope = false
      connection.send(envelope, source, (error, info) => {
        // What is said next would go into the message, which still flows.
        const early = source.begun && !source.whole
        if (early) {
          this.#usable = false
          // Nor has anybody the message, whatever was said of them.
          connection.lmtpReplies.clear()
        }
        if (error === null || error === undefined) {
          this.sent++
          if (early) {
            connection.close()
            const untaken = failure('4.5.0', 'the peer replied before the message had ended')
            settle(resultsWhere(connection, mail, untaken))
            return
          }
          settle(resultsWhere(connection, mail, sentBy(info!.response)))
          return
        }
        const results = resultsWhere(connection, mail, refusalOf(error as NodemailerFailure))
        const reply = (error as NodemailerFailure).response
        const untouched = reply === undefined && !source.begun && !this.#usable
        this.#afterFailure(error as NodemailerFailure, () => settle(results, untouched))
      })
    })
  }

  /** After a refusal the session is reset for the next message; after anything else it is given up. */
  #afterFailure(error: NodemailerFailure, done: () => void): void {
    const refused = error.responseCode !== undefined && error.responseCode !== 421 && this.#usable
    if (!refused) {
      this.#usable = false
      this.#connection.close()
      done()
      return
    }
    const timer = setTimeout(() => {
      this.#usable = false
      this.#connection.close()
      done()
    }, this.#deadlines.quitMs)
    this.#connection.reset((failed) => {
      clearTimeout(timer)
      if (failed) {
        this.#usable = false
        this.#connection.close()
      }
      done()
    })
  }

  #ended(): void {
    this.#usable = false
    this.#onEnd()
  }
}

/** Connects to a target and says what comes before MAIL, once. @throws SessionError */
async function openOnce(target: SessionTarget, { name, deadlines }: SessionOptions): Promise<Session> {
  const socket = await connectTo(target, deadlines.connectMs)
  const verify = target.tls === 'verified'
  const connection = new Connection({
    connection: socket,
    host: target.host,
    port: target.port,
    secure: target.secure,
    name,
    lmtp: target.lmtp ?? false,
    ignoreTLS: target.tls === 'off',
    requireTLS: verify,
    opportunisticTLS: target.tls === 'opportunistic',
    greetingTimeout: deadlines.greetingMs,
    connectionTimeout: deadlines.setupMs,
    // Steps have deadlines of their own: this one is for a session that nothing is asked of.
    socketTimeout: 2 * deadlines.setupMs,
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1_024,
    logger: false,
    tls: {
      rejectUnauthorized: verify,
      ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
      ...(target.ca === undefined ? {} : { ca: target.ca }),
      minVersion: verify ? 'TLSv1.2' : 'TLSv1',
    },
  })
  const session = Session.of(connection, target, deadlines)
  try {
    await setUp(connection, target, deadlines.setupMs)
    return session
  } catch (error) {
    const failed = asSessionError(error as NodemailerFailure, target, connection.encrypting)
    connection.close()
    throw failed
  }
}

function connectTo({ address, port, host }: SessionTarget, ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const fail = (code: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new SessionError('connect', failure('4.4.1', `no connection to ${host} (${code})`)))
    }
    const timer = setTimeout(() => fail('timeout'), ms)
    const onError = (error: NodeJS.ErrnoException) => fail(error.code ?? 'error')
    socket.on('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

function setUp(connection: Connection, { auth }: SessionTarget, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => {
      clearTimeout(timer)
      connection.off('error', done)
      connection.off('end', onEnd)
      if (error) reject(error)
      else resolve()
    }
    const onEnd = () => done(new Error('the peer ended the session'))
    const timer = setTimeout(
      () => done(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
      ms,
    )
    connection.on('error', done)
    connection.on('end', onEnd)
    connection.connect((error) => {
      if (error || auth === undefined) return done(error)
      connection.login(auth, (failed) => done(failed))
    })
  })
}

function asSessionError(
  error: NodemailerFailure,
  { host }: SessionTarget,
  encrypting: boolean,
): SessionError {
  if (encrypting || error.code === 'ETLS')
    return new SessionError('starttls', failure('4.7.5', `TLS with ${host} failed`), error)
  if (error.response !== undefined) return new SessionError('setup', greeted(error), error)
  const what = error.code === 'ETIMEDOUT' ? 'did not answer in time' : 'ended the session'
  return new SessionError('setup', failure('4.4.2', `${host} ${what}`), error)
}

/**
 * A host that refuses in its greeting refuses us, and may take others or us later: as Postfix does, it is tried again,
 * unless it says that it takes no mail at all (RFC 7504).
 */
function greeted(error: NodemailerFailure): Omit<RecipientResult, 'address'> {
  const result = refusalOf(error)
  return error.command === 'CONN' && result.code !== 521 ? { ...result, outcome: 'deferred' } : result
}

const keptOf = ({ _envelope }: Connection): KeptEnvelope => (_envelope === false ? {} : _envelope)

/** Refusals by recipient; where one was given twice, by the first. */
function rejectedOf({ rejectedErrors = [] }: KeptEnvelope): Map<string, NodemailerFailure> {
  return new Map(rejectedErrors.map((error) => [error.recipient ?? '', error]).toReversed() as never)
}

/** What each was told by now, over LMTP those before a connection was lost; `other` of whoever was told nothing. */
function resultsWhere(
  connection: Connection,
  mail: OutgoingMail,
  other: Omit<RecipientResult, 'address'>,
): RecipientResult[] {
  const kept = keptOf(connection)
  // What was pipelined behind a sender that was refused is answered by 503, which says nothing of a recipient.
  if (kept.mailError !== undefined) return allOf(mail, refusalOf(kept.mailError))
  const rejected = rejectedOf(kept)
  return mail.recipients.map((address) => {
    const error = rejected.get(address)
    if (error !== undefined) return { address, ...refusalOf(error) }
    const reply = connection.lmtpReplies.get(address)
    return { address, ...(reply === undefined ? other : sentBy(reply)) }
  })
}

const sentBy = (reply: string) => ({ outcome: 'sent' as const, ...readReply(reply) })

function refusalOf(error: NodemailerFailure): Omit<RecipientResult, 'address'> {
  if (error.response !== undefined) {
    const reply = readReply(error.response)
    if (reply.code === null) return failure('4.5.0', `no SMTP reply: ${reply.text}`)
    return { ...refusal(reply), text: withCommand(reply.text, error) }
  }
  if (error instanceof NotOursError || error.cause instanceof NotOursError) return notOurs
  if (error.code === 'EMESSAGE') return failure('5.3.4', 'the message is larger than the peer takes')
  if (error.code === 'EENVELOPE') return failure('5.1.3', 'the address is not valid')
  return failure('4.4.2', `the connection failed (${error.originalCode ?? error.code ?? 'error'})`)
}

/** It is encrypted next time, perhaps: a handshake fails now and then, or somebody has hidden that the peer offers one. */
const putOffForTls = (result: Omit<RecipientResult, 'address'>): Omit<RecipientResult, 'address'> =>
  result.outcome === 'failed' && asksForEncryption(result) ? { ...result, outcome: 'deferred' } : result

/** The peer's words, and what they reply to where that isn't RCPT: there they are about the sender, or the message. */
function withCommand(text: string, error: NodemailerFailure): string {
  const said = repliesTo(error)
  if (said === undefined) return text
  return `${truncate(text, longestText - said.length - 3)} (${said})`.trimStart()
}

/** In the words of Postfix, by which reports are read too. */
function repliesTo({ command, code }: NodemailerFailure): string | undefined {
  if (command === 'CONN') return code === 'EPROTOCOL' ? 'after initial connection' : undefined
  if (command === 'DATA') return code === 'EMESSAGE' ? 'in reply to end of DATA' : 'in reply to DATA'
  return ['EHLO', 'HELO', 'MAIL FROM'].includes(command ?? '') ? `in reply to ${command}` : undefined
}

/** Whether the recipients that are left are to be sent at once, in another envelope. */
export const asksForFewer = (result: RecipientResult): boolean =>
  result.outcome === 'deferred' && isTooMany(result)

/** Whether an address can be written between angle brackets: none of what would end them, or the line. */
function isMailbox(address: string): boolean {
  const at = address.lastIndexOf('@')
  if (at < 1 || at === address.length - 1 || /[\p{Cc}\p{Zl}\p{Zp}<>]/u.test(address)) return false
  const quoted = at > 2 && address.startsWith('"') && address[at - 1] === '"'
  return !/\s/.test(quoted ? address.slice(at) : address)
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length
