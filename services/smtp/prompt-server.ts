/** smtp-server without its waits: greets at once, sends without delay, answers with our reply codes and whoever has ended its own side, reads data byte for byte. */

import type { Socket } from 'node:net'
import type { PassThrough } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { type ErrorCode, ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { MessageData } from './message-data.ts'
import { smtpReply } from './smtp-reply.ts'

/** The parts of smtp-server's parser that are steered here. */
interface Parser {
  on(event: 'finish', listener: () => void): void
  _dataStream: PassThrough
  _countDataBytes(count: number): void
  _endDataMode(content: Buffer, rest: Buffer, done: () => void): void
  _feedDataStream(piece: Buffer, done: () => void): void
}

/** Answers a command; `done` has the next one read. */
type Handler = (command: Buffer, done: () => void) => void

/** What smtp-server has read of MAIL or RCPT; `args` are its parameters by name, false where it has none. */
interface AddressCommand {
  address: string
  args: Record<string, unknown> | false
}

/** The parts of smtp-server's connection that are steered here. */
interface Connection {
  _parser: Parser
  _createParser(): Parser
  _closing: boolean
  _closed: boolean
  _dataStream: unknown
  _socket: Socket | undefined
  session: { id: string }
  connectionReady(): void
  upgrade(...given: unknown[]): void
  _parseAddressCommand(name: string, command: Buffer | string): AddressCommand | false
  _rejectInvalidParams(parsed: AddressCommand, valued: readonly string[], done: () => void): boolean
  handler_VRFY: Handler
  handler_EXPN: Handler
  send(code: number, data: string | string[], context?: unknown): void
  close(): void
}

function sendError(to: Pick<Connection, 'send'>, code: ErrorCode): void {
  const { responseCode, message } = smtpReply(new ServiceError(code))
  to.send(responseCode, message, false)
}

/** Parameters of what EHLO offers; whoever took another would promise what it asks for (RFC 5321 §4.1.1.11). */
const parametersOf: Record<string, readonly string[]> = { 'mail from': ['SIZE', 'BODY', 'SMTPUTF8'] }

const enhancedCode = /^[245]\.\d{1,3}\.\d{1,3} /

/**
 * smtp-server waits 100 ms before its greeting to catch early talkers, which alone caps a peer that sends
 * one message a connection at ten a second. A peer that talks early is answered in order, so the wait buys nothing.
 */
export class PromptServer extends SMTPServer {
  /** Told of what is refused here, without a handler of the listener being asked. */
  onRefused: (code: ErrorCode) => void = () => {}

  override onSecure(...[socket, , done]: Parameters<SMTPServer['onSecure']>): void {
    socket.allowHalfOpen = true
    done()
  }

  /** Ends every session that is not in the middle of a message, and each other one after its reply. */
  drain(): void {
    for (const connection of this.#connections())
      if (!connection._dataStream) sendError(connection, 'shutting_down')
  }

  /** Ends a session with the reply of an error, now. */
  end(sessionId: string, code: ErrorCode): void {
    for (const connection of this.#connections())
      if (connection.session.id === sessionId) {
        sendError(connection, code)
        connection.close()
      }
  }

  #connections(): Connection[] {
    return [...(this.connections as unknown as Set<Connection>)]
  }

  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    socket.setNoDelay(true)
    super.connect(socket, options)
    const connection = this.#connections().at(-1)
    if (connection === undefined || connection._closing || connection._closed) return
    this.#steer(connection)
    const steered = (parser: Parser): Parser => {
      // All that the peer sent before it ended its side has been answered by then.
      parser.on('finish', () => connection.close())
      return readByteForByte(parser)
    }
    steered(connection._parser)
    // STARTTLS has a parser of its own made.
    const createParser = connection._createParser.bind(connection)
    connection._createParser = () => steered(createParser())
    const upgrade = connection.upgrade.bind(connection)
    connection.upgrade = (...given) => {
      // Nobody waits for the other half of a handshake.
      connection._socket!.allowHalfOpen = false
      upgrade(...given)
    }
    connection.connectionReady()
    // The timer that was to greet fires later: the greeting has been said.
    connection.connectionReady = () => {}
  }

  #steer(connection: Connection): void {
    const parse = connection._parseAddressCommand.bind(connection)
    let allowed: readonly string[] = []
    connection._parseAddressCommand = (name, command) => {
      allowed = parametersOf[name] ?? []
      return withQuotedLocalPart(parse, name, String(command))
    }
    const rejectInvalid = connection._rejectInvalidParams.bind(connection)
    connection._rejectInvalidParams = (parsed, valued, done) => {
      const unknown = Object.keys(parsed.args || {}).some((name) => !allowed.includes(name))
      if (!unknown) return rejectInvalid(parsed, valued, done)
      connection.send(555, '5.5.4 A parameter is not one that EHLO offers', false)
      done()
      return true
    }
    // RFC 5321 §3.5.3: who has an inbox is told by RCPT alone; nobody is to take a "no" from here for one.
    connection.handler_VRFY = (command, done) => {
      const named = /^\S+\s+\S/.test(String(command))
      if (named) connection.send(252, '2.5.0 Not verified here: RCPT tells', false)
      else connection.send(501, '5.5.4 Syntax: VRFY address', false)
      done()
    }
    connection.handler_EXPN = (_command, done) => {
      connection.send(502, '5.5.1 There are no lists here', false)
      done()
    }
    const send = connection.send.bind(connection)
    const refuse = (code: ErrorCode) => {
      this.onRefused(code)
      sendError({ send }, code)
    }
    let errors = 0
    let gathering = false
    connection.send = (code, data, context) => {
      const socket = connection._socket
      if (socket?.readyState === 'writeOnly') keepOpen(socket)
      // The replies to pipelined commands leave together; the one before a TLS handshake leaves at once.
      if (!gathering && code !== 220 && socket) {
        gathering = true
        socket.cork()
        setImmediate(() => {
          gathering = false
          socket.uncork()
        })
      }
      if (context === 'TOO_MANY_RECIPIENTS') return refuse('too_many_recipients')
      const text = Array.isArray(data) ? data[0] : data
      send(code, data, enhancedCode.test(text ?? '') ? false : context)
      // A temporary refusal is no error of the peer's: of 200 recipients, 100 are put off.
      if (code >= 500 && ++errors >= limits.smtpErrors) refuse('too_many_errors')
    }
  }
}

/** smtp-server answers sockets that are `open` both ways alone: a peer that has ended its side still reads. */
function keepOpen(socket: Socket): void {
  Object.defineProperty(socket, 'readyState', { get: () => (socket.writable ? 'open' : 'closed') })
}

/** The path of MAIL or RCPT up to a local part that is a quoted string, and that (RFC 5321 §4.1.2). */
const quotedLocalPart =
  /^([^:]{1,20}:\s{0,9}<(?:@[^<>"]{1,500}:)?)("(?:[^"\\\p{Cc}\p{Cf}]|\\[\x20-\x7e])*")(?=@[^<>@\s]+>)/u
const standIn = 'quoted'

/** smtp-server ends an address at the first space, and knows one `@`: what is quoted may have both, and brackets. */
function withQuotedLocalPart(
  parse: Connection['_parseAddressCommand'],
  name: string,
  command: string,
): ReturnType<Connection['_parseAddressCommand']> {
  const [before, start = '', localPart = ''] = quotedLocalPart.exec(command) ?? []
  if (before === undefined) return parse(name, command)
  const parsed = parse(name, `${start}${standIn}${command.slice(before.length)}`)
  return parsed && { ...parsed, address: `${localPart}${parsed.address.slice(standIn.length)}` }
}

/** smtp-server takes a dot behind a bare LF for a stuffed one, and drops it: a byte of the message. */
function readByteForByte(parser: Parser): Parser {
  const messages = new WeakMap<PassThrough, MessageData>()
  parser._feedDataStream = (piece, done) => {
    const stream = parser._dataStream
    const message = messages.get(stream) ?? new MessageData()
    messages.set(stream, message)
    const { content, rest } = message.take(piece)
    parser._countDataBytes(content.length)
    if (rest !== null) {
      parser._endDataMode(content, rest, done)
      return
    }
    if (content.length === 0 || !stream.writable || stream.write(content)) return done()
    // A stream that is destroyed never drains.
    const go = () => {
      stream.off('drain', go)
      stream.off('close', go)
      done()
    }
    stream.on('drain', go)
    stream.on('close', go)
  }
  return parser
}
