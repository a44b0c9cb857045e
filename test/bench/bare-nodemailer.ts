/** What the relay is measured against: Nodemailer's own pool, which sends messages that are in memory, and keeps no record. */
import { createTransport } from 'nodemailer'

/** What to send. */
export interface BareLoad {
  port: number
  messages: number
  connections: number
  bytes: number
}

const { port, messages, connections, bytes } = JSON.parse(process.argv[2]!) as BareLoad
const line = 'The quarterly figures are in the usual place; please have a look before Thursday.\r\n'
const body = line.repeat(Math.ceil((bytes - 400) / line.length))
const transport = createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: connections,
  ignoreTLS: true,
})
let sent = 0
const lane = async () => {
  while (sent < messages) {
    const id = sent++
    const head = [
      'From: <agent@inbox.example>',
      'To: <ada@sink.example>',
      `Subject: Order ${id}`,
      `Message-ID: <${id}.${process.pid}@inbox.example>`,
      'Date: Sat, 21 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ]
    const raw = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
    await transport.sendMail({ envelope: { from: 'agent@inbox.example', to: ['ada@sink.example'] }, raw })
  }
}
await Promise.all(Array.from({ length: 2 * connections }, lane))
transport.close()
