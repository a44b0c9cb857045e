/** The event stream of the TypeScript client: when it is taken up again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AgentEmail } from '../../clients/typescript/src/client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a quiet stream that breaks off again and again is taken up at once each time', async () => {
  let asked = 0
  const ended = new AbortController()
  const client = new AgentEmail({
    apiKey: 'svc_test_x',
    fetch: async () => {
      asked++
      return new Response('retry: 2000\n\nid: evt_1\n\n: \n\n', { status: 200 })
    },
  })
  const reading = client.events.stream({ signal: ended.signal }).next()
  for (let times = 1; times <= 20; times++) {
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toBeGreaterThan(times)
  }
  ended.abort()
  await reading
})
