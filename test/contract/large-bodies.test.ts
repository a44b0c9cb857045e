/** Large bodies that come at once share a bounded room: who finds none hears 503, and it is given back. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BodyRoom } from '../../services/api/body-room.ts'
import { bodyLimit } from '../../shared/api/endpoint.ts'
import { limits } from '../../shared/domain/limits.ts'
import { createTestApi, type TestApi } from '../support/api.ts'

const MiB = 1024 * 1024
const messageBytes = 30 * MiB
let api: TestApi
let port: number
let keys: string[]
const sockets: Socket[] = []
beforeAll(async () => {
  api = await createTestApi({ MAX_MESSAGE_BYTES: String(messageBytes) })
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
  keys = []
  for (const slug of ['large-a', 'large-b', 'large-c', 'large-d']) {
    const { sandboxKey } = await api.signUp()
    await api.call('POST', '/inboxes', sandboxKey, { slug })
    keys.push(sandboxKey)
  }
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await api.close()
})

/** Begins a send. */
async function begin(who: number, fields: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  const slug = ['large-a', 'large-b', 'large-c', 'large-d'][who]
  const head = [
    `POST /api/v1/inboxes/${slug}/messages HTTP/1.1`,
    'Host: api.example',
    `Authorization: Bearer ${keys[who]}`,
    'Content-Type: application/json',
    ...fields,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Begins a send of 40 MiB, and waits until it is counted. */
async function hold(who: number): Promise<Socket> {
  const before = api.app.bodyRoom.held
  const socket = await begin(who, length(40 * MiB))
  await expect.poll(() => api.app.bodyRoom.held).toBe(before + 40 * MiB)
  return socket
}

/** The head of the answer. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('\r\n\r\n')) break
  }
  return text
}

const length = (bytes: number) => [`Content-Length: ${bytes}`]
const whole = JSON.stringify({ to: 'ada@peer.example', subject: 'Order 1815', body: 'It is on its way.' })

/** Sends a body of so many bytes, and says what came of it. */
const sendWhole = async (who: number, bytes: number) =>
  (
    await api.inject({
      method: 'POST',
      url: `/api/v1/inboxes/large-${'abcd'[who]}/messages`,
      headers: { authorization: `Bearer ${keys[who]}`, 'content-type': 'application/json' },
      payload: whole + ' '.repeat(bytes - whole.length),
    })
  ).status

test('a tenant has its share of the room, all have all of it, and what is refused says when to come again', async () => {
  const held = []
  for (const who of [0, 1, 2]) held.push(await hold(who))
  const own = await answerOf(await begin(0, length(30 * MiB)))
  expect(own).toMatch(/^HTTP\/1\.1 503 /)
  expect(own).toMatch(new RegExp(`retry-after: ${limits.largeBodyRetrySeconds}\\r\\n`, 'i'))
  expect(await answerOf(await begin(3, length(20 * MiB)))).toMatch(/^HTTP\/1\.1 503 /)
  // What is small needs no room.
  expect(await sendWhole(3, 1000)).toBe(201)
  for (const socket of held) socket.destroy()
  await expect.poll(() => api.app.bodyRoom.held).toBe(0)
  // And again: an answer gives its room back.
  expect(await sendWhole(0, 40 * MiB)).toBe(201)
  expect(await sendWhole(0, 40 * MiB)).toBe(201)
})

test('a body whose length is not told is counted as it comes', async () => {
  const holder = await hold(0)
  expect(await answerOf(await begin(0, length(30 * MiB)))).toMatch(/^HTTP\/1\.1 503 /)
  const socket = await begin(0, ['Transfer-Encoding: chunked'])
  const chunk = Buffer.alloc(MiB, ' ')
  const answer = answerOf(socket)
  const write = (text: string | Buffer) => new Promise<void>((resolve) => socket.write(text, () => resolve()))
  socket.on('error', () => {})
  for (let count = 0; count < 26 && socket.writable; count++) {
    await write(`${MiB.toString(16)}\r\n`)
    await write(chunk)
    await write('\r\n')
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 503 /)
  holder.destroy()
  await expect.poll(() => api.app.bodyRoom.held).toBe(0)
})

test.each([
  ['goes on after it is refused', 6],
  ['hangs up once it is refused', 1],
])(
  'the service outlives a body that is over the limit without telling its length, and %s',
  async (_, more) => {
    const uncaught: unknown[] = []
    const note = (error: unknown) => uncaught.push(error)
    process.on('uncaughtException', note)
    try {
      const socket = await begin(0, ['Transfer-Encoding: chunked'])
      socket.on('error', () => {})
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
      const chunk = Buffer.concat([
        Buffer.from(`${MiB.toString(16)}\r\n`),
        Buffer.alloc(MiB, ' '),
        Buffer.from('\r\n'),
      ])
      const over = Math.ceil(bodyLimit({ bodyBytes: 'message' }, messageBytes) / MiB)
      for (let count = 0; count < over + more && socket.writable; count++)
        await new Promise<void>((resolve) => socket.write(chunk, () => resolve()))
      expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
      socket.destroy()
      await closed
      await expect.poll(() => api.app.bodyRoom.held).toBe(0)
      // By the time that another one is answered, it has heard that the connection is closed.
      expect(await sendWhole(3, 1000)).toBe(201)
      expect(uncaught).toEqual([])
    } finally {
      process.off('uncaughtException', note)
    }
  },
)

test.each([
  ['length is told', length(60 * MiB), 413],
  ['length is not told', ['Transfer-Encoding: chunked'], 413],
  ['room is taken by others', ['Transfer-Encoding: chunked'], 503],
])(
  'who sends all of a body before they read hears why it is refused, where its %s',
  async (_, fields, status) => {
    const holder = status === 503 ? await hold(0) : null
    const socket = await begin(0, fields)
    const failed: unknown[] = []
    socket.on('error', (error) => failed.push(error))
    socket.pause()
    const piece = Buffer.alloc(MiB, ' ')
    const sent =
      fields.length === 1 && fields[0]!.startsWith('Transfer')
        ? Buffer.concat([Buffer.from(`${MiB.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
        : piece
    for (let count = 0; count < 60 && failed.length === 0; count++)
      await new Promise<void>((resolve) => socket.write(sent, () => resolve()))
    if (sent !== piece) socket.write('0\r\n\r\n')
    expect(failed).toEqual([])
    expect(await answerOf(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    holder?.destroy()
    await expect.poll(() => api.app.bodyRoom.held).toBe(0)
  },
)

test('what is worked on is counted until that ends, though its client is gone; and is not begun for who left', () => {
  const room = new BodyRoom(100, 60)
  const one = room.open('a')
  expect([one.grow(50), one.grow(60), room.held]).toEqual([true, true, 60])
  expect(room.open('a').grow(1)).toBe(false)
  expect(one.begin()).toBe(true)
  one.answered()
  expect(room.held).toBe(60)
  one.end()
  one.end()
  expect(room.held).toBe(0)
  const left = room.open('a')
  expect(left.grow(10)).toBe(true)
  left.answered()
  expect([left.begin(), left.grow(20), room.held]).toEqual([false, false, 0])
  // Larger than the share, and alone; then it grows no more than what others leave.
  const large = room.open('b')
  expect([large.grow(70), large.grow(200), room.open('c').grow(1)]).toEqual([true, true, false])
  large.answered()
  expect([room.held, room.open('c').grow(60), room.open('d').grow(41)]).toEqual([0, true, false])
})
