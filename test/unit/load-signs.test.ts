/** When accepting mail is taken to be under load. */
import { expect, test } from 'vitest'
import { LoadSigns } from '../../shared/flow/inbound/load-signs.ts'

/** Messages one after the other: each waits `waitMs` for its 250, and the next comes `pauseMs` after that. */
function after(count: number, waitMs: number, pauseMs: number, loop = 0.1): LoadSigns {
  let now = 1_000
  const signs = new LoadSigns({ now: () => now, loop: () => loop })
  for (let sent = 0; sent < count; sent++) {
    signs.begin()
    now += waitMs
    signs.note(1, 2_000)
    signs.end()
    now += pauseMs
  }
  return signs
}

test('one sender that sends mail after mail waits for us most of the time: that is load', () => {
  expect(after(60, 2, 1).busy).toBe(true)
})

test('one that sends as many mails at its own pace is none, unless the event loop has much to do', () => {
  expect(after(60, 2, 8).busy).toBe(false)
  expect(after(60, 2, 8, 0.7).busy).toBe(true)
})

test('one whom the work behind 250 slows down is load, too, where he waits nearly all of the time', () => {
  expect(after(30, 20, 3).busy).toBe(true)
  expect(after(30, 12, 12).busy).toBe(false)
})

test('few slow mails are none', () => {
  expect(after(20, 40, 1).busy).toBe(false)
})

test('a batch of many mails, or of many bytes, is a sign by itself, which passes', () => {
  let now = 1_000
  const signs = new LoadSigns({ now: () => now, loop: () => 0 })
  expect(signs.busy).toBe(false)
  for (const [messages, bytes] of [
    [8, 16_000],
    [1, 2 ** 20],
  ] as const) {
    signs.note(messages, bytes)
    expect(signs.busy).toBe(true)
    now += 300
    expect(signs.busy).toBe(false)
  }
})
