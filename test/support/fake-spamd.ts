/** A spamd of SpamAssassin on a real socket, which answers each request as the test says (SPAMC/1.5). */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface FakeSpamd {
  /** As SPAMD_URL has it. */
  address: string
  /** What it was sent, byte for byte in latin1. */
  requests: string[]
  server: Server
}

/** Listens on a free port of the loopback address, or on `path`; a null reply breaks each connection off. */
export async function startFakeSpamd(reply: string | null, path?: string): Promise<FakeSpamd> {
  const requests: string[] = []
  const server = createServer({ allowHalfOpen: true }, (socket: Socket) => {
    const chunks: Buffer[] = []
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => {
      requests.push(Buffer.concat(chunks).toString('latin1'))
      if (reply === null) socket.destroy()
      else socket.end(reply)
    })
  })
  if (path === undefined) server.listen(0, '127.0.0.1')
  else server.listen(path)
  await once(server, 'listening')
  const address =
    path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${path}`
  return { address, requests, server }
}

/** An answer to SYMBOLS: `True ; 10.0 / 5.0`, and the names of the rules that matched. */
export const spamdReply = (spam: string, rules: string): string =>
  `SPAMD/1.1 0 EX_OK\r\nContent-length: ${rules.length}\r\nSpam: ${spam}\r\n\r\n${rules}`
