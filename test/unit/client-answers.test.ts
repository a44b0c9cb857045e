/** What the TypeScript client makes of answers that are none of the service's: errors of its own, and no others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AgentEmail, AgentEmailError, ApiError, ConnectionError } from '../../clients/typescript/src/index.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How a call ends where each request is answered so, and how many there were. */
async function ending(
  answer: () => Response,
  call: (client: AgentEmail) => PromiseLike<unknown>,
): Promise<{ failed: unknown; asked: number }> {
  let asked = 0
  const fetch = async () => {
    asked++
    return answer()
  }
  const client = new AgentEmail({ apiKey: 'svc_test_x', fetch })
  const ended = Promise.resolve(call(client)).then(
    () => 'an answer',
    (error: unknown) => error,
  )
  await vi.runAllTimersAsync()
  return { failed: await ended, asked }
}

const toArray = (client: AgentEmail) => client.inboxes.list().toArray()
const tool = (client: AgentEmail) => client.tools.call('get_inbox', {})

test.each<[string, (client: AgentEmail) => PromiseLike<unknown>]>([
  ['null', (client) => client.inboxes.get('a')],
  ['[]', (client) => client.inboxes.get('a')],
  ['', (client) => client.inboxes.get('a')],
  ['null', toArray],
  ['{}', toArray],
  ['{"inboxes":[]}', toArray],
  ['{"inboxes":{},"has_more":false,"next_cursor":null}', toArray],
  ['{"inboxes":[],"has_more":true,"next_cursor":null}', toArray],
  ['{}', (client) => client.messages.waitFor('a')],
  ['{"message":"msg_1"}', (client) => client.messages.waitFor('a')],
  ['{"message":null}', (client) => client.messages.waitFor('a')],
  ['{"download_url":null}', (client) => client.attachments.download('att_1')],
  ['{"download_url":"/here"}', (client) => client.attachments.download('att_1')],
  ['null', tool],
  ['{}', tool],
  ['{"error":"x"}', tool],
  ['{"error":null,"result":null}', tool],
  ['{"result":{}}', tool],
  ['{"result":{"content":[null]}}', tool],
  ['{"result":{}}', (client) => client.tools.list()],
])('%s where something else is expected is an answer of somebody else', async (text, call) => {
  const { failed } = await ending(() => new Response(text), call)
  expect(failed).toBeInstanceOf(ConnectionError)
  expect((failed as ConnectionError).message).toMatch(
    /^the answer .*: is baseUrl the address of the service\?$/,
  )
})

test('a redirect is told of at once, with where it leads to', async () => {
  const away = () => new Response('', { status: 302, headers: { location: 'https://mail.example/' } })
  for (const call of [
    (client: AgentEmail) => client.inboxes.get('a'),
    (client: AgentEmail) => client.events.stream().next(),
    tool,
  ]) {
    const { failed, asked } = await ending(away, call)
    expect(failed).toBeInstanceOf(ApiError)
    expect(failed).toMatchObject({
      status: 302,
      code: 'redirect',
      message: expect.stringContaining('to https://mail.example/'),
    })
    expect(asked).toBe(1)
  }
})

test('an archive that is a page is none', async () => {
  const page = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
  const { failed } = await ending(page, (client) => client.account.exportStream())
  expect(failed).toBeInstanceOf(ConnectionError)
})

test('what the protocol of tools refuses is told in its words', async () => {
  const refused = () => Response.json({ error: { code: -32_602, message: 'No such tool.' } })
  const { failed } = await ending(refused, tool)
  expect(failed).toBeInstanceOf(AgentEmailError)
  expect(failed).toMatchObject({ message: 'No such tool.' })
})
