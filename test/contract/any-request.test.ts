/** Ten thousand requests made from the OpenAPI document: it says every status and code that they are answered. */
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandedDocument, servedDocument } from '../../services/api/openapi/served.ts'
import type { OpenApiDocument, Operation } from '../../services/api/openapi/types.ts'
import { errorTable } from '../../shared/domain/errors.ts'
import { anyRequest, type GeneratedRequest, type Known } from '../support/any-request.ts'
import { createTestApi, type TestAccount, type TestApi } from '../support/api.ts'
import { absent, makeOneOfEach } from '../support/one-of-each.ts'
import { readHere } from '../support/read-here.ts'

const requests = 10_000
/** How many are under way at once. */
const together = 25

let api: TestApi
let account: TestAccount
let document: OpenApiDocument
let known: Known
beforeAll(async () => {
  document = expandedDocument(servedDocument())
  api = await createTestApi(
    {},
    {
      // Nobody sends mail here that could be waited for.
      waiters: { wait: async () => ({ id: null, position: 0, backlog: null }) },
      parser: {
        attachment: async () => ({ content: Buffer.from('x'), charset: null }),
        sanitizeHtml: async (html) => html,
        readForAgent: readHere,
      },
    },
  )
  account = await api.signUp()
  await api.database.query('update accounts set credits = 1000000000')
  const { resources } = await makeOneOfEach(api, account.sandboxKey, account.sandboxTenantId, 'target')
  const other = await makeOneOfEach(api, account.liveKey, account.tenantId, 'other')
  const lists = ['/inboxes', '/audit_log', '/api_keys']
  const cursors = await Promise.all(
    lists.map(async (path) =>
      String((await api.call('GET', `${path}?limit=1`, account.sandboxKey)).body.next_cursor),
    ),
  )
  const nothing = absent()
  known = {
    keys: [account.sandboxKey, account.sandboxKey, account.sandboxKey, account.liveKey],
    cursors,
    parameters: Object.fromEntries(
      Object.entries(resources).map(([name, value]) => {
        const parameter = name as keyof typeof resources
        return [name, [value, value, value, other.resources[parameter], nothing[parameter]]]
      }),
    ),
  }
})
afterAll(() => api.close())

/** What is said of an answer that isn't as documented; empty where it is. */
function complaintOf(
  operation: Operation | null,
  status: number,
  headers: Record<string, unknown>,
  text: string,
): string {
  if (status >= 500) return 'a 5xx'
  const documented = operation?.responses[status]
  if (status < 400) return documented === undefined && operation !== null ? 'an undocumented success' : ''
  let error: Record<string, unknown>
  try {
    const { error: inner, ...rest } = JSON.parse(text) as { error?: Record<string, unknown> }
    if (Object.keys(rest).length > 0) return 'more than an error in the envelope'
    if (inner === undefined) return 'no envelope'
    error = inner
  } catch {
    return 'no envelope'
  }
  const { code, message, status: told, request_id, docs, fix, details, ...more } = error
  if (errorTable[code as keyof typeof errorTable]?.http !== status) return `code ${code} with this status`
  if (told !== status || typeof message !== 'string' || message === '') return 'a wrong status or no message'
  if (!String(docs).endsWith(`/docs#error-${code}`) || !['string', 'undefined'].includes(typeof fix))
    return 'another docs or fix'
  if (request_id !== headers['x-request-id'] || !/^req_[0-9a-z]{26}$/.test(String(request_id)))
    return 'another request_id'
  if (Object.keys(more).length > 0) return `unknown fields ${Object.keys(more)}`
  if (details !== undefined) {
    if (status !== 422) return 'details beside 422'
    for (const { path, message: why, ...rest } of details as Record<string, unknown>[])
      if (typeof path !== 'string' || typeof why !== 'string' || Object.keys(rest).length > 0)
        return 'details of another shape'
  }
  if (operation === null || general(String(code))) return ''
  const examples = documented?.content?.['application/json']?.examples ?? {}
  return Object.keys(examples).includes(String(code)) ? '' : `undocumented code ${code}`
}

/** What may be answered before it is known which operation is meant. */
const general = (code: string): boolean => code === 'bad_request' || code === 'method_not_allowed'

async function send({ method, path, operation, url, headers, payload }: GeneratedRequest): Promise<string> {
  const stream = path === '/events'
  const response = await api.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
    ...(stream ? { payloadAsStream: true } : {}),
  })
  if (stream && response.statusCode === 200) {
    response.stream().destroy()
    return ''
  }
  let text = response.payload
  if (stream) {
    text = ''
    for await (const chunk of response.stream()) text += chunk
  }
  // What was mistaken for another path has no operation: an empty segment, say, or a slash in one.
  const asked = response.statusCode === 404 || !/%2f|\/\//i.test(url) ? operation : null
  const complaint = complaintOf(asked, response.statusCode, response.headers, text)
  if (
    complaint === '' ||
    (response.statusCode === 404 && complaint === 'undocumented code not_found' && misread(url))
  )
    return ''
  return `${complaint}: ${method} ${url.slice(0, 300)} ${String(payload ?? '').slice(0, 300)} → ${response.statusCode} ${text.slice(0, 400)}`
}

/** Whether the address is none of ours after all. */
const misread = (url: string): boolean => /%/.test(url.split('?')[0]!)

test('every answer is documented, in the envelope, and none is a 5xx', async () => {
  /** The first complaint of a kind, by operation. */
  const complaints = new Map<string, string>()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest(document, known), { minLength: together, maxLength: together }),
      async (some) => {
        const answers = await Promise.all(some.map(send))
        sent += some.length
        for (const [index, complaint] of answers.entries())
          if (complaint !== '')
            complaints.set(`${some[index]!.operation.operationId} ${complaint.split(':')[0]}`, complaint)
      },
    ),
    { seed: 20_260_131, numRuns: requests / together },
  )
  expect([...complaints.values()]).toEqual([])
  expect(sent).toBe(requests)
  expect((await api.call('GET', '/account', account.sandboxKey)).status, 'still there').toBe(200)
})

/** What the server says to these bytes until it closes; a client that gave up hears nothing. */
function talk(port: number, bytes: string, givesUp: boolean): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1', () => {
        if (givesUp) socket.destroy()
      })
    })
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      heard += text
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

test('over a real socket too: odd targets, methods, headers and bodies, and clients that hang up', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const method = fc.constantFrom(
    'GET',
    'POST',
    'PATCH',
    'PUT',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'get',
    'X',
  )
  const target = fc.constantFrom(
    '/api/v1/inboxes',
    '/api/v1/inboxes/target',
    '/api/v1/inboxes/%',
    '/api/v1/inboxes/%ff%fe',
    '/api/v1/inboxes/a%00b',
    '/api/v1/inboxes?%',
    '/api/v1/inboxes?limit=%zz',
    '/api/v1//inboxes',
    '/api/v1/inboxes/..%2f..%2f',
    '//api/v1/inboxes',
    'http://elsewhere.example/api/v1/inboxes',
    '*',
    '/\xff\xfe',
    `/api/v1/inboxes/${'a'.repeat(9_000)}`,
    `/api/v1/inboxes?cursor=${'a'.repeat(9_000)}`,
    '/docs?%',
    '/llms.txt%00',
  )
  const header = fc.constantFrom(
    '',
    `X-Long: ${'a'.repeat(10_000)}`,
    `X-TooLong: ${'a'.repeat(20_000)}`,
    'Content-Length: -1',
    'Content-Length: 3\r\nContent-Length: 4',
    'Content-Length: 3\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Idempotency-Key: \xe9\xff',
    'Expect: 200-maybe',
    'Upgrade: h2c\r\nConnection: Upgrade',
    'Bad Name: x',
    'Host: other.example',
    'Range: bytes=0-1',
    ...Array.from({ length: 3 }, (_, i) => `X-${i}: y\r\n`.repeat(100).trimEnd()),
  )
  const body = fc.constantFrom(
    '\r\n',
    'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    'Content-Type: application/json\r\nContent-Length: 200\r\n\r\n{"slug":',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\n{}',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a"',
    `Content-Type: application/json\r\nContent-Length: 1200000\r\n\r\n${'a'.repeat(1_200_000)}`,
  )
  /** Of these the server waits for the rest. */
  const cut = (text: string) => /Content-Length: 200\r|fffffffffff|5\r\n\{"a"$|: gzip|: Upgrade/.test(text)
  const raw = fc.tuple(method, target, header, body, fc.boolean()).map(([verb, at, more, rest, hangsUp]) => ({
    bytes: `${verb} ${at} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${account.sandboxKey}\r\n${more === '' ? '' : `${more}\r\n`}${rest}`,
    givesUp: hangsUp || cut(`${more}${rest}`),
    verb,
  }))
  const complaints = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(raw, { minLength: 20, maxLength: 20 }), async (some) => {
      await Promise.all(
        some.map(async ({ bytes, givesUp, verb }) => {
          const heard = await talk(port, bytes, givesUp)
          if (heard === '') return givesUp || complaints.add(`silence: ${bytes.slice(0, 200)}`)
          const [, status = '0', head = '', text = ''] =
            /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(heard) ?? []
          if (verb === 'HEAD' || (givesUp && text === '')) return
          const id = /^x-request-id: (.*)$/im.exec(head)?.[1]
          const complaint = complaintOf(null, Number(status), { 'x-request-id': id }, text)
          if (complaint !== '')
            complaints.add(`${complaint}: ${bytes.slice(0, 300)} → ${heard.slice(0, 500)}`)
        }),
      )
    }),
    { seed: 20_260_131, numRuns: 50 },
  )
  expect([...complaints]).toEqual([])
  expect((await api.call('GET', '/account', account.sandboxKey)).status, 'still there').toBe(200)
})
