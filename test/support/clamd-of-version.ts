/** A way to a real clamd that answers VERSION for it: as one does that has loaded databases which a test run hasn't. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { clamdAddress } from '../../shared/antivirus/clamd.ts'

/** `url` as CLAMAV_URL takes it; all but VERSION is answered by the clamd at `clamdUrl`. */
export async function clamdOfVersion(
  clamdUrl: string,
  version: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.once('data', (first: Buffer) => {
      if (first.toString('latin1') === 'zVERSION\0') {
        socket.end(`${version}\0`)
        return
      }
      const clamd = connect(clamdAddress(clamdUrl)).on('error', () => socket.destroy())
      socket.on('close', () => clamd.destroy())
      clamd.write(first)
      socket.pipe(clamd).pipe(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
