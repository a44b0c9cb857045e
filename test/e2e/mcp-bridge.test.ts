/** The bridge between stdio and the Model Context Protocol: what it makes of any line, of a lost session, and of an end. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { type House, startHouse } from '../support/house.ts'

const program = fileURLToPath(new URL('../../clients/typescript/src/cli/main.ts', import.meta.url))

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Answer {
  id: number | string | null
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** The command line as a program starts it. */
class Bridge {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #answers: AsyncIterator<string>

  constructor(url: string) {
    this.#child = spawn(process.execPath, [program, 'mcp'], {
      env: { ...childEnvironment(), AGENT_EMAIL_URL: url, AGENT_EMAIL_KEY: house.key },
    })
    this.#child.stderr.pipe(process.stderr)
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    ends.push(() => this.#child.kill())
  }

  say(...lines: unknown[]): void {
    for (const line of lines)
      this.#child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  }

  async answer(): Promise<Answer> {
    const { value, done } = await this.#answers.next()
    if (done === true) throw new Error('the bridge has ended')
    return JSON.parse(value)
  }

  /** Closes its stdin; answers its exit code. */
  async end(): Promise<number | null> {
    const exit = once(this.#child, 'exit')
    this.#child.stdin.end()
    const [code] = await exit
    return code
  }

  async initialize(): Promise<void> {
    this.say(initialize)
    expect(await this.answer()).toMatchObject({ id: 'first', result: { serverInfo: {} } })
    this.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })

/**
 * Passes requests on to the service, and keeps what they were: with `withoutSessions`, nobody learns of a session; with a
 * `prefix`, the service is found under that path alone. What is next in `failing` is refused once.
 */
async function watched({ withoutSessions = false, prefix = '' } = {}): Promise<{
  url: string
  seen: string[]
  ids: string[]
  failing: string[]
}> {
  const [seen, ids, failing]: [string[], string[], string[]] = [[], [], []]
  const proxy: Server = createServer(async (asked, answer) => {
    let body = ''
    for await (const chunk of asked) body += chunk
    if (!asked.url!.startsWith(`${prefix}/`)) return answer.writeHead(404).end()
    const what: string = asked.method === 'POST' ? JSON.parse(body).method : asked.method!
    seen.push(what)
    if (failing[0] === what) {
      failing.shift()
      return answer.writeHead(503).end()
    }
    const { method, headers } = asked
    const passed = request(`${house.httpUrl}${asked.url!.slice(prefix.length)}`, { method, headers })
    passed.once('error', () => answer.destroy())
    passed.once('response', (came) => {
      const { 'mcp-session-id': id, ...others } = came.headers
      if (typeof id === 'string') ids.push(id)
      answer.writeHead(came.statusCode!, withoutSessions ? others : came.headers)
      answer.flushHeaders()
      came.once('error', () => answer.destroy()).pipe(answer)
    })
    answer.once('close', () => passed.destroy())
    passed.end(body)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  ends.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`, seen, ids, failing }
}

test('a line that is no message is answered, and the next one is taken', async () => {
  const bridge = new Bridge(house.httpUrl)
  await bridge.initialize()
  for (const [line, code] of [
    ['{', -32_700],
    ['null', -32_600],
    ['7', -32_600],
    ['"text"', -32_600],
    [[ping(1)], -32_600],
  ] as const) {
    bridge.say(line)
    expect(await bridge.answer()).toMatchObject({ id: null, error: { code } })
  }
  bridge.say({ jsonrpc: '2.0', id: 2, method: 7 })
  expect(await bridge.answer()).toMatchObject({ id: 2, error: { code: -32_000 } })
  bridge.say(ping(3))
  expect(await bridge.answer()).toEqual({ jsonrpc: '2.0', id: 3, result: {} })
  expect(await bridge.end()).toBe(0)
})

test('a line ends where the protocol says, whatever separators stand in what it says', async () => {
  const bridge = new Bridge(house.httpUrl)
  await bridge.initialize()
  const params = { _meta: { note: 'One line\u2028and another\u2029and\u0085more: ü' } }
  bridge.say({ ...ping(1), params }, `${JSON.stringify({ ...ping(2), params })}\r`)
  const ids = [(await bridge.answer()).id, (await bridge.answer()).id]
  expect(ids.toSorted()).toEqual([1, 2])
  expect(await bridge.end()).toBe(0)
})

test('when its program closes, it ends what waits', async () => {
  const { slug } = await house.createInbox()
  const bridge = new Bridge(house.httpUrl)
  await bridge.initialize()
  const params = { name: 'wait_for_message', arguments: { slug, timeout: 55 } }
  bridge.say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, ping(2))
  expect(await bridge.answer()).toMatchObject({ id: 2 })
  const answer = bridge.answer()
  expect(await bridge.end()).toBe(0)
  // Its own end would have been that no message came.
  expect(await answer).toMatchObject({ id: 1, error: { code: -32_000 } })
})

test('calls that find their session gone begin another, one for all of them, with what was subscribed to, which may have changed', async () => {
  const { slug } = await house.createInbox()
  const { url, seen, ids } = await watched()
  const bridge = new Bridge(url)
  await bridge.initialize()
  const uri = `agent-email://inboxes/${slug}`
  bridge.say({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri } })
  expect(await bridge.answer()).toMatchObject({ id: 1, result: {} })
  const refused = { uri: 'agent-email://inboxes/nowhere' }
  bridge.say({ jsonrpc: '2.0', id: 9, method: 'resources/subscribe', params: refused })
  expect(await bridge.answer()).toMatchObject({ id: 9, error: {} })
  const gone = { authorization: `Bearer ${house.key}`, 'mcp-session-id': ids[0]! }
  const ended = await fetch(`${house.httpUrl}/mcp`, { method: 'DELETE', headers: gone })
  expect(ended.status).toBe(204)
  bridge.say(ping(2), ping(3), ping(4), ping(5))
  const said: Answer[] = []
  while (said.length < 5) said.push(await bridge.answer())
  expect(said).toContainEqual({
    jsonrpc: '2.0',
    method: 'notifications/resources/updated',
    params: { uri },
  })
  const answers = said.filter(({ id }) => id !== undefined)
  expect(answers.map(({ id }) => Number(id)).toSorted()).toEqual([2, 3, 4, 5])
  expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined])
  expect(seen.filter((method) => method === 'initialize')).toHaveLength(2)
  expect(seen.filter((method) => method === 'resources/subscribe')).toHaveLength(3)
})

test('where a session is not begun again in whole, the next call begins it once more, with what was subscribed to', async () => {
  const { slug } = await house.createInbox()
  const { url, seen, ids, failing } = await watched()
  const bridge = new Bridge(url)
  await bridge.initialize()
  const params = { uri: `agent-email://inboxes/${slug}` }
  bridge.say({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params })
  expect(await bridge.answer()).toMatchObject({ id: 1, result: {} })
  const gone = { authorization: `Bearer ${house.key}`, 'mcp-session-id': ids[0]! }
  await fetch(`${house.httpUrl}/mcp`, { method: 'DELETE', headers: gone })
  failing.push('resources/subscribe')
  const said: Answer[] = []
  for (let id = 2; !said.some(({ result }) => result !== undefined); id++) {
    bridge.say(ping(id))
    for (let answer: Answer | undefined; answer?.id === undefined; said.push(answer))
      answer = await bridge.answer()
  }
  expect(failing).toEqual([])
  expect(said).toContainEqual({ jsonrpc: '2.0', method: 'notifications/resources/updated', params })
  expect(seen.filter((method) => method === 'resources/subscribe').length).toBeGreaterThan(2)
})

test('what answers in the place of the service is no message for its program, which is told so', async () => {
  const page = '<html>\n<p>Sign in to this network</p>\n</html>\n'
  let portal = page
  const server = createServer((_asked, answer) => answer.writeHead(200).end(portal))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const bridge = new Bridge(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const said of [page, '"text"', '[]', `{"jsonrpc": "2.0"}${page}`]) {
    portal = said
    bridge.say(ping(1))
    expect(await bridge.answer()).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('is not the service') },
    })
  }
  portal = '{\n  "jsonrpc": "2.0",\n  "id": 2,\n  "result": {}\n}\n'
  bridge.say(ping(2))
  expect(await bridge.answer()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  expect(await bridge.end()).toBe(0)
})

test('a redirect is not followed: what is said stays where it was sent', async () => {
  const listening = async (server: Server): Promise<string> => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  let asked = 0
  const other = createServer((_asked, answer) => {
    asked += 1
    answer.end('{"jsonrpc": "2.0", "id": 1, "result": {}}')
  })
  const location = `${await listening(other)}/mcp`
  const url = await listening(createServer((_asked, answer) => answer.writeHead(307, { location }).end()))
  const bridge = new Bridge(url)
  bridge.say(ping(1))
  expect(await bridge.answer()).toMatchObject({
    id: 1,
    error: { message: `What answers at ${url} redirects, which is not followed.` },
  })
  expect(await bridge.end()).toBe(0)
  expect(asked).toBe(0)
})

test('where the service has no room for a session it is used without one', async () => {
  const { url, seen } = await watched({ withoutSessions: true })
  const bridge = new Bridge(url)
  await bridge.initialize()
  for (const id of [1, 2, 3]) {
    bridge.say(ping(id))
    expect(await bridge.answer()).toMatchObject({ id, result: {} })
  }
  expect(await bridge.end()).toBe(0)
  expect(seen.toSorted()).toEqual(['initialize', 'notifications/initialized', 'ping', 'ping', 'ping'])
})

test.each(['', '/', '/api/v1', '/api/v1/'])(
  'a service that lies under a path is found there, its address ending in "%s"',
  async (end) => {
    const { url, seen } = await watched({ prefix: '/mail' })
    const bridge = new Bridge(`${url}${end}`)
    await bridge.initialize()
    expect(await bridge.end()).toBe(0)
    expect(seen).toContain('initialize')
  },
)
