/** The streams of the TypeScript client and its command line: when they are taken up again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { McpBridge } from '../../clients/typescript/src/cli/mcp-bridge.ts'
import { AgentEmail } from '../../clients/typescript/src/client.ts'
import { readEvents } from '../../clients/typescript/src/event-stream.ts'

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
