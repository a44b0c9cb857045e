/** Reading the data of a message within the limits of size, memory and rate. */
import { PassThrough } from 'node:stream'
import type { SMTPServerDataStream } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PeerGone, ReceivedMail } from '../../services/smtp/received-mail.ts'
import { limits } from '../../shared/domain/limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const windowMs = limits.smtpRateSeconds * 1_000

/** A message being sent, with what `read` will answer. */
function begin({
  minBytesPerSecond = 10,
  maxBytes = 1_000_000,
  buffered = { bytes: 0, max: limits.smtpBufferedBytes },
  declaredBytes = undefined as number | undefined,
  room = async (_bytes: number, _waitMs: number): Promise<(() => void) | null> =>
    () => {},
} = {}) {
  const stream = Object.assign(new PassThrough(), { byteLength: 0, sizeExceeded: false })
  const tooSlow = vi.fn()
  const noRoom = vi.fn()
  const mail = new ReceivedMail(stream as unknown as SMTPServerDataStream, [buffered], {
    maxBytes,
    minBytesPerSecond,
    declaredBytes,
    room,
    noRoom,
    tooSlow,
  })
  /** Sends bytes and waits until they were read. */
  const send = async (bytes: number | Buffer) => {
    stream.write(typeof bytes === 'number' ? Buffer.alloc(bytes, 'x') : bytes)
    while (stream.readableLength > 0) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { stream, tooSlow, noRoom, mail, send, buffered }
}

test('a sender that falls below the rate in any window is ended, however fast it was before', async () => {
  const { tooSlow, mail, send } = begin()
  const reading = mail.read()
  reading.catch(() => {})
  await send(10 * limits.smtpRateSeconds)
  vi.advanceTimersByTime(windowMs)
  expect(tooSlow).not.toHaveBeenCalled()
  await send(10 * limits.smtpRateSeconds - 1)
  vi.advanceTimersByTime(windowMs)
  expect(tooSlow).toHaveBeenCalledOnce()
})

test.each([
  ['one chunk', [1_000], undefined, 1_000],
  ['a few chunks', [65_536, 1, 65_536, 0, 70_000], undefined, 262_144],
  ['chunks beyond a megabyte', Array.from({ length: 40 }, (_, n) => 30_000 + n), undefined, 2_097_152],
  ['as many bytes as were said', Array.from({ length: 40 }, () => 65_536), 2_621_440, 2_703_360],
  ['more bytes than were said', Array.from({ length: 42 }, () => 65_536), 2_000_000, 4_125_000],
])('%s are the message, in memory of at most so many bytes', async (_, sizes, declaredBytes, most) => {
  const { stream, mail, send } = begin({ maxBytes: 10_000_000, declaredBytes })
  const chunks = sizes.map((size, n) => Buffer.alloc(size, `chunk ${n} of ${size};`))
  const reading = mail.read()
  for (const chunk of chunks) await send(chunk)
  stream.end()
  const read = await reading
  expect(Buffer.from(read).equals(Buffer.concat(chunks))).toBe(true)
  if (sizes.length > 1) expect(String(read.buffer)).toBe('[object SharedArrayBuffer]')
  expect(read.buffer.byteLength).toBeLessThanOrEqual(most)
})

test('a sender that keeps the least rate but takes too long for the whole message is ended', async () => {
  const { tooSlow, mail, send } = begin()
  mail.read().catch(() => {})
  const windows = limits.smtpDataSeconds / limits.smtpRateSeconds
  for (let window = 0; window < windows; window++) {
    await send(10 * limits.smtpRateSeconds)
    vi.advanceTimersByTime(windowMs)
  }
  expect(tooSlow).not.toHaveBeenCalled()
  await send(10 * limits.smtpRateSeconds)
  vi.advanceTimersByTime(windowMs)
  expect(tooSlow).toHaveBeenCalledOnce()
})

test('a rate of 0 lets a sender take its time', async () => {
  const { stream, tooSlow, mail } = begin({ minBytesPerSecond: 0 })
  const reading = mail.read()
  vi.advanceTimersByTime(10 * windowMs)
  stream.end('done')
  expect(Buffer.from(await reading).toString()).toBe('done')
  expect(tooSlow).not.toHaveBeenCalled()
})

test('what is over the size is refused at its end, and its memory given back before', async () => {
  const { stream, mail, send, buffered } = begin({ maxBytes: 1_000 })
  const reading = mail.read()
  reading.catch(() => {})
  await send(600)
  expect(buffered.bytes).toBe(600)
  await send(600)
  expect(buffered.bytes).toBe(0)
  await send(600)
  expect(buffered.bytes).toBe(0)
  stream.end()
  await expect(reading).rejects.toMatchObject({ code: 'message_too_large' })
})

test('a message that finds the memory of all sessions used up is put off', async () => {
  const buffered = { bytes: limits.smtpBufferedBytes, max: limits.smtpBufferedBytes }
  const { stream, mail, send } = begin({ buffered })
  const reading = mail.read()
  reading.catch(() => {})
  await send(1)
  stream.end()
  await expect(reading).rejects.toMatchObject({ code: 'storage_full' })
  expect(buffered.bytes).toBe(limits.smtpBufferedBytes)
})

test('a connection that is lost within the data rejects, and its memory is given back once', async () => {
  const { stream, mail, send, buffered } = begin()
  const reading = mail.read()
  reading.catch(() => {})
  await send(500)
  stream.destroy(new Error('lost'))
  await expect(reading).rejects.toBeInstanceOf(PeerGone)
  mail.release()
  mail.release()
  expect(buffered.bytes).toBe(0)
})

test('of a large message no more is read until there is room for all that was said of it', async () => {
  const asked: number[] = []
  const room = Promise.withResolvers<() => void>()
  const given = vi.fn()
  const { stream, tooSlow, mail, buffered } = begin({
    maxBytes: 20 * limits.smtpLargeBytes,
    declaredBytes: 4 * limits.smtpLargeBytes,
    room: (bytes) => {
      asked.push(bytes)
      return room.promise
    },
  })
  const reading = mail.read()
  const whole = Buffer.alloc(4 * limits.smtpLargeBytes, 'x')
  stream.end(whole)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toBeGreaterThanOrEqual(whole.length)
  expect(buffered.bytes).toBeLessThanOrEqual(limits.smtpLargeBytes)
  // Its sender is not slow: nothing is read.
  vi.advanceTimersByTime(10 * windowMs)
  expect(tooSlow).not.toHaveBeenCalled()
  room.resolve(given)
  expect((await reading).length).toBe(whole.length)
  expect(buffered.bytes).toBe(0)
  mail.release()
  mail.release()
  expect(given).toHaveBeenCalled()
  expect(buffered.bytes).toBe(0)
})

test('a large message that finds no room in time is refused for now, its session ended and nothing kept', async () => {
  const { stream, mail, noRoom, buffered } = begin({
    maxBytes: 20 * limits.smtpLargeBytes,
    room: async () => null,
  })
  stream.end(Buffer.alloc(4 * limits.smtpLargeBytes, 'x'))
  await expect(mail.read()).rejects.toMatchObject({ code: 'storage_full' })
  expect(buffered.bytes).toBe(0)
  expect(noRoom).toHaveBeenCalledOnce()
  expect(stream.readableEnded).toBe(true)
})

test('a message that is longer than was said of it takes what room there is, without waiting for it', async () => {
  const sent = Buffer.alloc(8 * limits.smtpLargeBytes, 'x')
  const said = { maxBytes: 20 * limits.smtpLargeBytes, declaredBytes: 2 * limits.smtpLargeBytes }
  const asked: { bytes: number; waitMs: number }[] = []
  let held = 0
  const roomy = begin({
    ...said,
    room: async (bytes, waitMs) => {
      asked.push({ bytes, waitMs })
      held += bytes
      return () => {
        held -= bytes
      }
    },
  })
  roomy.stream.end(sent)
  expect((await roomy.mail.read()).length).toBe(sent.length)
  expect(held).toBeGreaterThanOrEqual(sent.length)
  expect(asked.map(({ waitMs }) => waitMs > 0)).toEqual([true, ...asked.slice(1).map(() => false)])
  roomy.mail.release()
  expect([held, roomy.buffered.bytes]).toEqual([0, 0])

  const tight = begin({ ...said, room: async (_bytes, waitMs) => (waitMs > 0 ? () => {} : null) })
  tight.stream.end(sent)
  await expect(tight.mail.read()).rejects.toMatchObject({ code: 'storage_full' })
  tight.mail.release()
  expect(tight.buffered.bytes).toBe(0)
})

test('a message that came in pieces lies in memory that threads share, byte for byte', async () => {
  const { stream, mail, send } = begin()
  const reading = mail.read()
  for (const bytes of [10_000, 20_000, 1]) await send(bytes)
  stream.end()
  const raw = await reading
  expect(raw.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(Buffer.alloc(30_001, 'x').equals(raw)).toBe(true)
})

test('one that says it is large is not read at all before there is room for it', async () => {
  const room = Promise.withResolvers<() => void>()
  const { stream, mail, send, buffered } = begin({
    maxBytes: 20 * limits.smtpLargeBytes,
    declaredBytes: 4 * limits.smtpLargeBytes,
    room: () => room.promise,
  })
  const reading = mail.read()
  await send(100)
  expect(buffered.bytes).toBe(0)
  room.resolve(() => {})
  stream.end()
  expect((await reading).length).toBe(100)
})

test('where others hold much already, room is asked for sooner, and none is refused for what they hold', async () => {
  const buffered = { bytes: limits.smtpBufferedBytes / 2, max: limits.smtpBufferedBytes }
  const asked: number[] = []
  const { stream, mail, send } = begin({
    maxBytes: 20 * limits.smtpLargeBytes,
    buffered,
    room: async (bytes) => {
      asked.push(bytes)
      return () => {}
    },
  })
  const reading = mail.read()
  await send(limits.smtpAskBytes)
  expect(asked).toEqual([])
  await send(1)
  expect(asked).toEqual([20 * limits.smtpLargeBytes])
  expect(buffered.bytes).toBe(limits.smtpBufferedBytes / 2)
  stream.end()
  expect((await reading).length).toBe(limits.smtpAskBytes + 1)
})

test('as many senders as there may be hold less than there is, while they wait for room', () => {
  const senders = 200
  const first = limits.smtpBufferedBytes / 4 + limits.smtpLargeBytes
  expect(first + senders * (limits.smtpAskBytes + 65_536)).toBeLessThan(limits.smtpBufferedBytes)
})
