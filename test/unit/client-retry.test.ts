/** What the TypeScript client makes of what it is given, and of a request that it has made again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  AgentEmail,
  AgentEmailError,
  ConnectionError,
  NotFoundError,
  PermissionError,
} from '../../clients/typescript/src/index.ts'
import openapi from '../../services/api/openapi.json' with { type: 'json' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const gone = () =>
  new Response('{"error": {"code": "not_found", "message": "No such resource."}}', { status: 404 })
const lost = () => Promise.reject(new TypeError('fetch failed'))
const busy = (status: number) => () => new Response('', { status })

/** How a call ends where the service answers so, one after the other. */
async function ending(
  call: (client: AgentEmail) => Promise<unknown>,
  ...answers: (() => Response | Promise<Response>)[]
): Promise<unknown> {
  const client = new AgentEmail({ apiKey: 'svc_test_x', fetch: async () => answers.shift()!() })
  const ended = call(client).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(answers).toEqual([])
  return ended
}

test('what is not there any more when it is to be deleted again was deleted', async () => {
  const remove = (client: AgentEmail) => client.inboxes.delete('support')
  expect(await ending(remove, lost, gone)).toBeUndefined()
  expect(await ending(remove, busy(502), gone)).toBeUndefined()
  expect(await ending(remove, gone)).toBeInstanceOf(NotFoundError)
  expect(await ending(remove, busy(429), gone)).toBeInstanceOf(NotFoundError)
  expect(await ending(remove, lost, lost, lost)).toBeInstanceOf(ConnectionError)
  expect(await ending((client) => client.inboxes.get('support'), lost, gone)).toBeInstanceOf(NotFoundError)
})

test('a Retry-After that says nothing, or what is no time to wait for, is none', async () => {
  for (const said of ['', ' ', '-5', '-0', 'soon', '0x10', 'May 5', 'Fri, 99 Nov 2026 10:00:00 GMT']) {
    const refused = () => new Response('', { status: 503, headers: { 'retry-after': said } })
    const failed = await ending((client) => client.inboxes.get('a'), refused, refused, refused)
    expect(failed, said).toMatchObject({ status: 503, retryAfter: null })
  }
})

test('a Retry-After that is a date is waited for, by the clock of who says it', async () => {
  vi.setSystemTime('1994-11-06T08:49:07Z')
  const saying = (until: string, date?: string) => () =>
    new Response('', {
      status: 503,
      headers: { 'retry-after': until, ...(date === undefined ? {} : { date }) },
    })
  const get = (client: AgentEmail) => client.inboxes.get('a', { maxRetries: 0 })
  for (const until of [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])
    expect(await ending(get, saying(until)), until).toMatchObject({ retryAfter: 30 })
  const wrongHere = saying('Fri, 31 Dec 1999 23:59:59 GMT', 'Fri, 31 Dec 1999 23:59:54 GMT')
  expect(await ending(get, wrongHere)).toMatchObject({ retryAfter: 5 })
  const past = saying('Sun, 06 Nov 1994 08:00:00 GMT')
  expect(await ending(get, past)).toMatchObject({ retryAfter: 0 })
  // Later than anybody waits for: it is tried once.
  const late = saying('Thu, 31 Dec 2099 23:59:59 GMT')
  expect(await ending((client) => client.inboxes.get('a'), late)).toMatchObject({ status: 503 })
})

test('a wait counts the time that the service takes where it is told none', async () => {
  const [unasked] = openapi.paths['/inboxes/{slug}/wait'].get.parameters.flatMap((one) =>
    'name' in one && one.name === 'timeout' ? [one.schema.default] : [],
  )
  expect(unasked).toBe(30)
  for (const call of [
    (client: AgentEmail) => client.messages.wait('a'),
    (client: AgentEmail) => client.tools.call('wait_for_message', { slug: 'a' }),
  ]) {
    let asked = 0
    const fetch = async (_: unknown, init?: RequestInit) => {
      asked++
      return new Promise<Response>((resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))
        const answer = { message: null, next_cursor: 'c', result: { content: [] } }
        setTimeout(() => resolve(Response.json(answer)), 31_000)
      })
    }
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const ended = new AbortController()
      setTimeout(() => ended.abort(new DOMException('', 'TimeoutError')), ms)
      return ended.signal
    })
    const client = new AgentEmail({ apiKey: 'svc_test_x', timeoutMs: 5_000, maxRetries: 0, fetch })
    const ended = call(client)
    const said = expect(ended).resolves.toBeDefined()
    await vi.runAllTimersAsync()
    await said
    expect(asked).toBe(1)
    vi.restoreAllMocks()
  }
})

test('how long was waited is counted by a clock that nobody sets', async () => {
  for (const set of ['2020-01-01', '2040-01-01']) {
    const asked: URL[] = []
    const fetch = async (url: unknown) => {
      asked.push(new URL(String(url)))
      if (asked.length > 1) return Response.json({ message: null, next_cursor: 'c' })
      await vi.advanceTimersByTimeAsync(4_000)
      vi.setSystemTime(set)
      return new Response('', { status: 503, headers: { 'retry-after': '0' } })
    }
    const client = new AgentEmail({ apiKey: 'svc_test_x', fetch })
    const ended = client.messages.wait('a', { timeout: 20 })
    await vi.runAllTimersAsync()
    await ended
    expect(asked.map(({ searchParams }) => searchParams.get('timeout'))).toEqual(['20', '16'])
    expect(asked[1]!.searchParams.get('waited')).toBe('5')
  }
})

test('a key as a file has it is taken, and one that is none is told of without being shown', async () => {
  const sent: unknown[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push((init!.headers as Record<string, string>).authorization)
    return new Response('{}')
  }
  await new AgentEmail({ apiKey: ' svc_test_x\n', fetch: fetch as typeof globalThis.fetch }).inboxes.get('a')
  expect(sent).toEqual(['Bearer svc_test_x'])
  for (const apiKey of ['svc_test_a\nb', 'svc_test_→'])
    expect(() => new AgentEmail({ apiKey })).toThrow(/^(?!.*svc_test).*has a character that no key has/)
  expect(() => new AgentEmail({ apiKey: ' \n' })).toThrow('There is no API key')
})

test('an answer that is no JSON is told as such, once it was so each time', async () => {
  const page = () => new Response('<html>Sign in to this network</html>')
  for (const call of [
    (client: AgentEmail) => client.inboxes.get('support'),
    (client: AgentEmail) => client.inboxes.create({ slug: 'support' }),
  ]) {
    const failed = await ending(call, page, page, page)
    expect(failed).toBeInstanceOf(ConnectionError)
    expect((failed as ConnectionError).message).toContain('is baseUrl the address of the service?')
  }
  expect(await ending((client) => client.tools.list(), page)).toMatchObject({
    message: expect.stringContaining('is no JSON'),
  })
  expect(
    await ending(
      (client) => client.inboxes.get('a'),
      page,
      () => new Response('{}'),
    ),
  ).toEqual({})
})

test('an error of something in between, which has the same names for other things, is one all the same', async () => {
  const get = (client: AgentEmail) => client.inboxes.get('support')
  for (const [error, said] of [
    [{ code: 403, message: 'No.', status: 'PERMISSION_DENIED', details: [{ '@type': 'help' }] }, 'No.'],
    [{ code: 'denied', message: { text: 'No.' }, details: 'none', fix: 7 }, 'HTTP 403'],
    ['denied', 'HTTP 403'],
    [null, 'HTTP 403'],
  ] as const) {
    const failed = await ending(get, () => new Response(JSON.stringify({ error }), { status: 403 }))
    expect(failed).toBeInstanceOf(PermissionError)
    expect(failed).toMatchObject({ message: said, status: 403, details: [], fix: null, docs: null })
    expect(typeof (failed as PermissionError).code).toBe('string')
  }
})

test('a key and an address that are empty are none, and an address that leads nowhere is refused at once', async () => {
  vi.stubEnv('AGENT_EMAIL_KEY', '')
  vi.stubEnv('AGENT_EMAIL_URL', '')
  try {
    expect(() => new AgentEmail({ apiKey: '' })).toThrow(/There is no API key/)
    for (const baseUrl of [
      'mail.example.com',
      'localhost:8080',
      '/api/v1',
      'ftp://mail.example.com',
      'http://mail.example.com/?x=1',
      'http://mail.example.com/#x',
    ])
      expect(() => new AgentEmail({ apiKey: 'svc_test_x', baseUrl })).toThrow(AgentEmailError)
    for (const baseUrl of ['http://ada:geheim@mail.example.com', 'http://geheim@mail.example.com'])
      expect(() => new AgentEmail({ apiKey: 'svc_test_x', baseUrl })).toThrow(
        /^baseUrl has a user name or a password(?!.*geheim)/,
      )
    const asked: string[] = []
    const fetch = async (url: unknown) => {
      asked.push(String(url))
      return new Response('{}')
    }
    for (const baseUrl of ['', ' http://mail.example.com/mail/api/v1/ \n', 'http://mail.example.com/a b'])
      await new AgentEmail({ apiKey: 'svc_test_x', baseUrl, fetch }).inboxes.get('a')
    expect(asked).toEqual([
      'http://127.0.0.1:8080/api/v1/inboxes/a',
      'http://mail.example.com/mail/api/v1/inboxes/a',
      'http://mail.example.com/a%20b/api/v1/inboxes/a',
    ])
  } finally {
    vi.unstubAllEnvs()
  }
})
