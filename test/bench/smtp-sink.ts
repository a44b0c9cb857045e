/** An SMTP server that takes and forgets every message as fast as it can, and tells on request how many, and when. */
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** When each message was taken, in milliseconds; `DELETE` forgets them. */
let times: number[] = []

const server = createServer((socket: Socket) => {
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('220 sink.example ESMTP\r\n')
  let text = ''
  let inData = false
  socket.on('data', (chunk: string) => {
    text += chunk
    let replies = ''
    for (;;) {
      const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) break
      if (inData) {
        text = text.slice(end + 5)
        inData = false
        times.push(performance.now())
        replies += '250 2.0.0 Taken\r\n'
        continue
      }
      const verb = text.slice(0, 4).toUpperCase()
      text = text.slice(end + 2)
      if (verb === 'EHLO') replies += '250-sink.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE\r\n'
      else if (verb === 'DATA') {
        replies += '354 Go on\r\n'
        inData = true
      } else replies += verb === 'QUIT' ? '221 2.0.0 Bye\r\n' : '250 2.1.0 OK\r\n'
    }
    if (replies !== '') socket.write(replies)
  })
})

const control = createHttpServer((request, response) => {
  if (request.method === 'DELETE') times = []
  response.end(JSON.stringify(times))
})

server.listen(0, '127.0.0.1', () =>
  control.listen(0, '127.0.0.1', () => {
    const port = (at: { address(): AddressInfo | string | null }) => (at.address() as AddressInfo).port
    process.stdout.write(`${JSON.stringify({ smtp: port(server), control: port(control) })}\n`)
  }),
)
