/** Hands one message to an SMTP server (RFC 5321), for trying things: no TLS, no authentication. */
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

const replyMs = 60_000

/** Sends `message` as it is, and answers what the server said of it. @throws where the server refuses it. */
export async function handOver(
  server: { host: string; port: number },
  envelope: { from: string; to: string },
  message: Uint8Array,
): Promise<string> {
  const socket = connect(server)
  socket.setTimeout(replyMs, () => socket.destroy(new Error('the SMTP server says nothing')))
  try {
    const replies = repliesOf(socket)
    const say = async (line: string, expected: number) => {
      if (line !== '') socket.write(`${line}\r\n`)
      const { value: reply, done } = await replies.next()
      if (done === true) throw new Error('the SMTP server hung up')
      if (!reply.startsWith(String(expected))) throw new Error(`the SMTP server answered: ${reply}`)
      return reply
    }
    await say('', 220)
    await say('EHLO agent-email.invalid', 250)
    await say(`MAIL FROM:<${envelope.from}>`, 250)
    await say(`RCPT TO:<${envelope.to}>`, 250)
    await say('DATA', 354)
    socket.write(asData(message))
    const reply = await say('', 250)
    socket.end('QUIT\r\n')
    return reply
  } catch (error) {
    throw connectionProblem(error as Error, server)
  } finally {
    socket.destroy()
  }
}

/** An error of the socket in words that say what to do; any other as it is. */
export function connectionProblem(error: Error, { host, port }: { host: string; port: number }): Error {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== 'connect' && syscall !== 'getaddrinfo') return error
  return new Error(
    `no SMTP server answers at ${host}:${port} (${code}). If the listener is elsewhere, say where with --smtp host:port.`,
    { cause: error },
  )
}

/** The last line of each reply. */
async function* repliesOf(socket: Socket): AsyncGenerator<string, void, undefined> {
  for await (const line of createInterface({ input: socket })) if (!/^\d{3}-/.test(line)) yield line
}

/** Lines end in CRLF, those that begin with a dot get another one, and a dot ends it (§4.5.2). */
function asData(message: Uint8Array): Buffer {
  const text = Buffer.from(message)
    .toString('latin1')
    .replace(/\r\n|\r|\n/g, '\r\n')
    .replace(/^\./gm, '..')
  return Buffer.from(`${text}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1')
}
