/** An event stream by itself: what it holds, how it keeps alive, and when it gives its reader up. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventId } from '../../shared/domain/event.ts'
import { idOfOrdinal, isId, ordinalOfId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { EventFeed } from '../../shared/flow/events/feed.ts'
import { EventStream } from '../../shared/flow/events/stream.ts'
import { createLog } from '../../shared/lib/log.ts'
import type { EventBatch, StoredEvent } from '../../shared/store/event.ts'

const reach = { tenantId: 'ten_1', inboxId: null }
const log = createLog('silent')
const createdAt = '2026-01-01T00:00:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const event = (position: number, body = ''): StoredEvent => ({
  position,
  type: 'message.received',
  facts: {},
  createdAt,
  message: {
    id: 'msg_1',
    inbox_id: 'inb_1',
    thread_id: 'thr_1',
    from: 'a@b.example',
    to: '',
    subject: '',
    body,
    direction: 'inbound',
    content_hidden: false,
    status: 'clean',
    verdict: 'clean',
    rcpt_to: [],
    security_analysis: null,
    metadata: {},
    created_at: createdAt,
  },
})

/** A feed whose events the test makes up, in batches of two. */
function feedOf(events: StoredEvent[]) {
  let wake = () => {}
  const state = { reads: 0, left: 0 }
  const feed = {
    subscribe: (_tenant: string, subscriber: { wake(): void }) => {
      wake = subscriber.wake
      return () => {
        state.left++
      }
    },
    read: async (_reach: unknown, _types: unknown, after: number): Promise<EventBatch> => {
      state.reads++
      const batch = events.filter(({ position }) => position > after).slice(0, 2)
      return {
        events: batch,
        through: batch.at(-1)?.position ?? after,
        more: batch.length === 2,
        gone: false,
      }
    },
  } as unknown as EventFeed
  return { feed, state, wake: () => wake() }
}

const openStream = (feed: EventFeed) =>
  new EventStream(feed, { reach, types: null, after: 0, gap: false }, log)

test('reads on when it is woken, and asks for nothing while nothing happens', async () => {
  const events = [event(1), event(2), event(3)]
  const { feed, state, wake } = feedOf(events)
  const stream = openStream(feed)
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await turn()
  await turn()
  // Before the first event it says where it begins: who breaks off meanwhile goes on from there.
  const [, begins] = /^retry: \d+\n\nid: (evt_.*)\n\n/.exec(text) ?? []
  expect(isId('event', begins!) && ordinalOfId(begins!)).toBe(0)
  expect(text.match(/^id: .*\n(?=event)/gm)).toEqual([1, 2, 3].map((n) => `id: ${eventId(n, createdAt)}\n`))
  const { reads } = state
  await turn()
  expect(state.reads).toBe(reads)
  events.push(event(4))
  wake()
  await turn()
  expect(text).toContain(eventId(4, createdAt))
  stream.destroy()
  expect(state.left).toBe(1)
})

test('sends a comment while nothing happens', async () => {
  const { feed } = feedOf([])
  const stream = openStream(feed)
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await turn()
  text = ''
  for (const times of [1, 2]) {
    vi.advanceTimersByTime(limits.streamHeartbeatMs)
    await turn()
    expect(text).toBe(': \n\n'.repeat(times))
  }
  stream.destroy()
})

test('says how far it has got where nothing of that is for its reader, and looks once an hour', async () => {
  let through = 7
  const state = { reads: 0 }
  const feed = {
    subscribe: () => () => {},
    read: async (): Promise<EventBatch> => {
      state.reads++
      return { events: [], through, more: false, gone: false }
    },
  } as unknown as EventFeed
  const stream = openStream(feed)
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const beat = async () => {
    text = ''
    vi.advanceTimersByTime(limits.streamHeartbeatMs)
    await turn()
    return text
  }
  await turn()
  const placeOf = (said: string) => ordinalOfId(/^: \nid: (evt_\w{26})\n\n$/.exec(said)![1]!)
  expect(placeOf(await beat())).toBe(7)
  expect(await beat()).toBe(': \n\n')
  through = 9
  expect(state.reads).toBe(1)
  let told = ': \n\n'
  let beats = 2
  for (; told === ': \n\n'; beats++) told = await beat()
  expect(placeOf(told)).toBe(9)
  expect(state.reads).toBe(2)
  expect(beats * limits.streamHeartbeatMs).toBeLessThanOrEqual(
    limits.streamPlaceMs + limits.streamHeartbeatMs,
  )
  expect(limits.streamPlaceMs).toBeLessThan((limits.eventDays * 86_400_000) / 100)
  stream.destroy()
})

test('reads no further than its reader takes, and gives a reader up that takes nothing', async () => {
  const events = Array.from({ length: 100 }, (_, n) => event(n + 1, 'x'.repeat(100_000)))
  const { feed, state } = feedOf(events)
  const stream = openStream(feed)
  stream.read(0)
  await turn()
  await turn()
  expect(state.reads).toBe(1)
  expect(stream.readableLength).toBeLessThan(500_000)
  vi.advanceTimersByTime(limits.streamStallMs - 1)
  expect(stream.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(stream.destroyed).toBe(true)
})

test('keeps a reader that is slow, but takes', async () => {
  const events = Array.from({ length: 6 }, (_, n) => event(n + 1, 'x'.repeat(100_000)))
  const { feed } = feedOf(events)
  const stream = openStream(feed)
  let text = ''
  for (let tries = 0; tries < 40 && !text.includes(eventId(6, createdAt)); tries++) {
    vi.advanceTimersByTime(limits.streamStallMs - 1)
    text += stream.read() ?? ''
    await turn()
  }
  expect(text.match(/^id: .*\nevent: /gm)).toHaveLength(6)
  expect(stream.destroyed).toBe(false)
  stream.destroy()
})

test('ends after what it was told to end with, and is gone when the database is', async () => {
  const { feed } = feedOf([event(1)])
  const stream = openStream(feed)
  stream.resume()
  await turn()
  const ended = new Promise((resolve) => stream.once('end', resolve))
  stream.end()
  await ended
  const failing = { ...feed, read: () => Promise.reject(new Error('away')) } as unknown as EventFeed
  const cut = openStream(failing)
  const closed = new Promise((resolve) => cut.once('close', resolve))
  cut.resume()
  await closed
  expect(cut.destroyed).toBe(true)
})

test('identifiers of events hold their place in the order', () => {
  for (const position of [1, 31, 32, 1_000_000, Number.MAX_SAFE_INTEGER]) {
    const id = eventId(position, createdAt)
    expect(isId('event', id)).toBe(true)
    expect(ordinalOfId(id)).toBe(position)
  }
  expect(ordinalOfId(`evt_${'z'.repeat(26)}`)).toBe(Number.POSITIVE_INFINITY)
  expect(idOfOrdinal('event', 5, 2) > idOfOrdinal('event', 5, 1)).toBe(true)
})
