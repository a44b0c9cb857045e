/** A webhook receiver for the bench: a process of its own that answers 200 and counts messages, each once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const seen = new Set<string>()

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count: seen.size }))
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const id = /"id":"(msg_[^"]+)"/.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
    if (id !== undefined) seen.add(id)
    response.end('ok')
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
