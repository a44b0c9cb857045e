/** What the TypeScript client makes of what it is given, and of a request that it has made again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  AgentEmail,
  AgentEmailError,
  ConnectionError,
  NotFoundError,
  PermissionError,
} from '../../clients/typescript/src/index.ts'

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

test('a Retry-After that says nothing is none', async () => {
  for (const said of ['', ' ', 'Fri, 27 Nov 2026 10:00:00 GMT']) {
    const refused = () => new Response('', { status: 503, headers: { 'retry-after': said } })
    const failed = await ending((client) => client.inboxes.get('a'), refused, refused, refused)
    expect(failed, said).toMatchObject({ status: 503, retryAfter: null })
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
    for (const baseUrl of ['mail.example.com', 'localhost:8080', '/api/v1', 'ftp://mail.example.com'])
      expect(() => new AgentEmail({ apiKey: 'svc_test_x', baseUrl })).toThrow(AgentEmailError)
    const asked: string[] = []
    const fetch = async (url: unknown) => {
      asked.push(String(url))
      return new Response('{}')
    }
    await new AgentEmail({ apiKey: 'svc_test_x', baseUrl: '', fetch }).inboxes.get('a')
    expect(asked).toEqual(['http://127.0.0.1:8080/api/v1/inboxes/a'])
  } finally {
    vi.unstubAllEnvs()
  }
})
