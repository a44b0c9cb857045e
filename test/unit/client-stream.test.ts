/** The streams of the TypeScript client and its command line: when they are taken up again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { McpBridge } from '../../clients/typescript/src/cli/mcp-bridge.ts'
import { AgentEmail } from '../../clients/typescript/src/client.ts'
import { AgentEmailError, ConnectionError } from '../../clients/typescript/src/errors.ts'
import { readEvents } from '../../clients/typescript/src/event-stream.ts'
import type { StreamOptions } from '../../clients/typescript/src/resources/events.ts'

const eventStream = { 'content-type': 'text/event-stream; charset=utf-8' }

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
      return new Response('retry: 2000\n\nid: evt_1\n\n: \n\n', { headers: eventStream })
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

/** How the reading of a stream's next event ends where the requests are answered so, and how often it asked. */
async function nextOf(
  answer: (asked: number) => Response | Promise<Response>,
  options: StreamOptions = {},
): Promise<{ ended: unknown; asked: number }> {
  let asked = 0
  const fetch = async () => answer(++asked)
  const reading = new AgentEmail({ apiKey: 'svc_test_x', fetch }).events
    .stream(options)
    .next()
    .then(
      ({ value }) => value,
      (error: unknown) => error,
    )
  await vi.runAllTimersAsync()
  return { ended: await reading, asked }
}

test('a stream in whose place something else answers is given up after as many tries as a request', async () => {
  const page = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
  const { ended, asked } = await nextOf(page)
  expect(ended).toBeInstanceOf(ConnectionError)
  expect((ended as Error).message).toContain(
    'is no text/event-stream: is baseUrl the address of the service?',
  )
  expect(asked).toBe(3)
  // The network has been signed in to meanwhile.
  const event = () => new Response('id: evt_1\nevent: e\ndata: {}\n\n', { headers: eventStream })
  expect((await nextOf((times) => (times < 3 ? page() : event()))).ended).toMatchObject({ id: 'evt_1' })
})

test('a stream goes on through what may pass, and ends with what may not', async () => {
  const event = () => new Response('id: evt_1\nevent: e\ndata: {}\n\n', { headers: eventStream })
  const passing = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => new Response('', { status: 502 }),
    () => new Response('', { status: 429 }),
  ]
  const { ended, asked } = await nextOf((times) =>
    passing[times % 3] && times < 12 ? passing[times % 3]!() : event(),
  )
  expect(ended).toMatchObject({ id: 'evt_1', payload: {} })
  expect(asked).toBe(12)
  for (const lastEventId of ['evt_→', 'evt\n', '']) {
    const refused = await nextOf(event, { lastEventId })
    expect(refused.ended).toBeInstanceOf(AgentEmailError)
    expect(refused.asked).toBe(0)
  }
})

test('an event that can not be read is told of by its id', async () => {
  for (const data of ['{', 'null', '[]']) {
    const { ended, asked } = await nextOf(
      () => new Response(`id: evt_7\nevent: e\ndata: ${data}\n\n`, { headers: eventStream }),
    )
    expect(ended).toBeInstanceOf(AgentEmailError)
    expect(ended).not.toBeInstanceOf(ConnectionError)
    expect((ended as Error).message).toContain('evt_7')
    expect(asked).toBe(1)
  }
})

test('the bridge of the Model Context Protocol takes a stream without a sign for lost, and one with signs not', async () => {
  const said: string[] = []
  let sign = () => {}
  const { promise: listened, resolve: listens } = Promise.withResolvers<AbortSignal>()
  vi.stubGlobal('fetch', async (_url: URL, { method, signal }: RequestInit) => {
    if (method === 'POST')
      return new Response('{"jsonrpc":"2.0","id":1,"result":{}}', { headers: { 'mcp-session-id': 's' } })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        sign = () => stream.enqueue(new TextEncoder().encode(': keepalive\n\n'))
        signal!.addEventListener('abort', () => stream.error(signal!.reason))
      },
    })
    listens(signal!)
    return new Response(body)
  })
  try {
    const bridge = new McpBridge(new URL('http://service.example/mcp'), 'svc_test_x', (line) =>
      said.push(line),
    )
    await bridge.take('{"jsonrpc":"2.0","id":1,"method":"initialize"}')
    await bridge.take('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    const signal = await listened
    for (let times = 0; times < 4; times++) {
      await vi.advanceTimersByTimeAsync(15_000)
      sign()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(45_000)
    expect(signal.aborted).toBe(true)
    await bridge.close()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('events come out of their bytes however these are cut, and a long one takes no time that grows with its square', async () => {
  const bytes = new TextEncoder().encode(
    'id: 1\r\ndata: ü😀\r\rid: 2\nevent: b\ndata:x\rdata: y\n\n: only a comment\r\n\r\nid: 3\n\ndata: z\r\n\r\n',
  )
  const read = async (chunks: Iterable<Uint8Array>) => {
    const events: unknown[] = []
    const places: string[] = []
    const stream = ReadableStream.from(chunks)
    for await (const event of readEvents(
      stream,
      () => {},
      (id) => places.push(id),
    ))
      events.push(event)
    return [events, places]
  }
  const whole = await read([bytes])
  expect(whole[0]).toEqual([
    { id: '1', event: '', data: 'ü😀' },
    { id: '2', event: 'b', data: 'x\ny' },
    { id: '3', event: '', data: 'z' },
  ])
  for (let size = 1; size <= 7; size++) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    expect(await read(chunks)).toEqual(whole)
  }

  // Each part of a line is looked at once.
  const split = vi.spyOn(String.prototype, 'split')
  const parts = Array.from({ length: 500 }, () => new TextEncoder().encode('x'.repeat(1_000)))
  const [events] = await read([...parts, new TextEncoder().encode('\n\n')])
  const looked = split.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0)
  split.mockRestore()
  expect(events).toEqual([])
  expect(looked).toBeLessThan(2 * 500_000)
})
