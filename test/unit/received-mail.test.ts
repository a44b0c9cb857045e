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
} = {}) {
  const stream = Object.assign(new PassThrough(), { byteLength: 0, sizeExceeded: false })
  const tooSlow = vi.fn()
  const mail = new ReceivedMail(stream as unknown as SMTPServerDataStream, [buffered], {
    maxBytes,
    minBytesPerSecond,
    tooSlow,
  })
  /** Sends bytes and waits until they were read. */
  const send = async (bytes: number) => {
    stream.write(Buffer.alloc(bytes, 'x'))
    while (stream.readableLength > 0) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { stream, tooSlow, mail, send, buffered }
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
