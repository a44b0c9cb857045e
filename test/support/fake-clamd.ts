/** A clamd that misbehaves: real sockets speaking clamd's protocol, up to the point where they don't. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** What the fake does with one connection. */
export type ClamdBehaviour =
  /** Reads the whole stream, then answers so, and closes; null: closes without a word. */
  | { reply: string | null }
  /** Reads, and never answers. */
  | 'silent'
  /** Closes as soon as it is connected to. */
  | 'hangs_up'
  /** Reads some of the stream, then closes. */
  | 'closes_midway'
  /** Reads some of the stream, then resets the connection, as a killed clamd does. */
  | 'dies_midway'
  /** Reads some of the stream, then says so, and reads on to its end. */
  | { early: string }

export interface FakeClamd {
  url: string
  /** Streams read to their end, in order. */
  streams: Buffer[]
  /** The most connections there were at once. */
  peakConnections(): number
  /** Lets streams that wait for it be answered. */
  release(): void
  close(): Promise<void>
}

const midway = 100_000

/** Starts a fake; with `held`, replies wait for `release`. */
export async function startFakeClamd(behaviour: ClamdBehaviour, { held = false } = {}): Promise<FakeClamd> {
  const streams: Buffer[] = []
  const sockets = new Set<Socket>()
  let peak = 0
  let release = () => {}
  const released = held ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    peak = Math.max(peak, sockets.size)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (behaviour === 'hangs_up') socket.end()
    else serve(socket, behaviour).catch(() => socket.destroy())
  })

  async function serve(socket: Socket, behaviour: Exclude<ClamdBehaviour, 'hangs_up'>): Promise<void> {
    const chunks: Buffer[] = []
    let bytes = 0
    let early = typeof behaviour === 'object' && 'early' in behaviour ? behaviour.early : null
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (typeof behaviour === 'string' && behaviour !== 'silent' && bytes > midway) {
        if (behaviour === 'dies_midway') socket.resetAndDestroy()
        else socket.end()
        return
      }
      if (early !== null && bytes > midway) {
        socket.end(early)
        early = null
      }
      if (typeof behaviour === 'string' || 'early' in behaviour) continue
      const stream =
        chunk.length < 4 || chunk.readUInt32BE(chunk.length - 4) !== 0
          ? null
          : streamOf(Buffer.concat(chunks))
      if (stream === null) continue
      streams.push(stream)
      await released
      socket.end(behaviour.reply ?? '')
      return
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams,
    peakConnections: () => peak,
    release: () => release(),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The content of a complete INSTREAM command; null while it is incomplete. */
function streamOf(bytes: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (bytes.length < command.length) return null
  if (bytes.toString('latin1', 0, command.length) !== command) throw new Error('not an INSTREAM command')
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
