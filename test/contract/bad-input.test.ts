/** Whatever is sent, the answer is a 4xx in the envelope, never a 5xx. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBadHttp, watchConnections } from '../../services/api/bad-http.ts'
import { endSlowBodies } from '../../services/api/slow-bodies.ts'
import { newKey } from '../../shared/domain/api-key.ts'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { errorTable } from '../../shared/domain/errors.ts'
import { newId } from '../../shared/domain/ids.ts'
import { limits } from '../../shared/domain/limits.ts'
import { type Answer, createTestApi, type TestAccount, type TestApi } from '../support/api.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await createTestApi()
  account = await api.signUp()
  await api.call('POST', '/inboxes', account.sandboxKey, { slug: 'target' })
})
afterAll(() => api.close())

/** Checks an error's envelope; answers that succeeded pass. */
function expectEnvelope({ status, body, headers, text }: Answer): void {
  expect(status, text).toBeLessThan(500)
  if (status < 400) return
  const {
    code,
    status: inBody,
    message,
    request_id,
    docs,
    fix,
    ...rest
  } = body.error as unknown as Record<string, unknown>
  expect(inBody).toBe(status)
  expect(errorTable[code as keyof typeof errorTable].http).toBe(status)
  expect(typeof message).toBe('string')
  expect(request_id).toBe(headers['x-request-id'])
  expect(docs).toMatch(new RegExp(`^https?://[^/]+/docs#error-${code}$`))
  expect(fix).toMatch(/./)
  expect(Object.keys(rest).filter((key) => key !== 'details')).toEqual([])
  if (status === 422 && rest.details !== undefined)
    for (const detail of rest.details as unknown[])
      expect(detail).toEqual({ path: expect.any(String), message: expect.any(String) })
}

const raw = (method: string, url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  api.inject({
    method: method as 'POST',
    url: `/api/v1${url}`,
    headers: {
      authorization: `Bearer ${account.sandboxKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  })

describe('bodies', () => {
  test.each([
    ['malformed JSON', '{"slug":'],
    ['not JSON', 'slug=x'],
    ['a number', '17'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"slug"'],
    ['a NUL character', '{"slug":"good-slug","display_name":"a\\u0000b"}'],
    ['a NUL character in a key', '{"slug":"good-slug","metadata":{"a\\u0000":"b"}}'],
    ['a lone surrogate', '{"slug":"good-slug","display_name":"\\ud800"}'],
    ['a lone surrogate in a key', '{"slug":"good-slug","\\udc00":"x"}'],
    ['__proto__', '{"slug":"good-slug","__proto__":{"admin":true}}'],
    ['constructor.prototype', '{"slug":"good-slug","constructor":{"prototype":{"admin":true}}}'],
    ['an infinite number', '{"slug":"good-slug","security_level":1e999}'],
    ['a huge number', '{"slug":"good-slug","security_level":123456789012345678901234567890}'],
    ['deep nesting', `{"slug":"good-slug","metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['deep objects', `{"slug":"good-slug","metadata":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`],
    ['an unknown field', '{"slug":"good-slug","admin":true}'],
  ])('%s is 422', async (_name, payload) => {
    const answer = await raw('POST', '/inboxes', payload)
    expectEnvelope(answer)
    expect(answer.status).toBe(422)
    expect(await api.database.query("select 1 from inboxes where slug = 'good-slug'")).toEqual([])
  })

  test('invalid UTF-8 is 422', async () => {
    const answer = await raw(
      'POST',
      '/inboxes',
      Buffer.from('{"slug":"good-slug","display_name":"\xff\xfe"}', 'latin1'),
    )
    expect(answer.status).toBe(422)
    expectEnvelope(answer)
  })

  test('characters of several bytes arrive whole', async () => {
    const answer = await raw('POST', '/inboxes', '{"slug":"multi-byte","display_name":"Zoë 🦊"}')
    expect([answer.status, answer.body.display_name]).toEqual([201, 'Zoë 🦊'])
  })

  test('another content type is 415, none with a body too', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'nonsense',
      '',
    ]) {
      const answer = await raw('POST', '/inboxes', '{"slug":"good-slug"}', { 'content-type': type })
      expectEnvelope(answer)
      expect(answer.status).toBe(415)
    }
  })

  test('a body over the limit is 413', async () => {
    const answer = await raw('POST', '/inboxes', `{"slug":"${'a'.repeat(1_100_000)}"}`)
    expectEnvelope(answer)
    expect(answer.status).toBe(413)
  })

  test('an empty body is none, whatever its type says', async () => {
    const answer = await raw('POST', '/messages/msg_x/release', '')
    expect(answer.status).toBe(404)
    expect((await raw('POST', '/messages/msg_x/release', '{}')).status).toBe(404)
    expect((await raw('POST', '/messages/msg_x/release', '{"force":true}')).status).toBe(422)
  })
})

describe('addresses', () => {
  test('unknown ones are 404 in the envelope', async () => {
    for (const url of [
      '/api',
      '/api/v1',
      '/api/v1/',
      '/api/v2/inboxes',
      '/api/v1/nope',
      '/api/v1/inboxes/a/b/c/d/e',
      '/api/v1/%',
      '/api/v1/inboxes/%ff',
      '/%2e%2e/etc/passwd',
    ]) {
      const answer = await api.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${account.sandboxKey}` },
      })
      expectEnvelope(answer)
      expect(answer.status, url).toBe(404)
    }
    const messageAt = async (path: string) =>
      (await api.call('GET', path, account.sandboxKey)).body.error?.message
    expect(await messageAt('/nope')).toBe('No such endpoint: see /docs.')
    expect(await messageAt('/inboxes/nope')).toBe('No such resource.')
    expect(await messageAt(`/messages/${newId('message')}`)).toBe('No such resource.')
  })

  test('a body that is compressed is 415, whatever it would say', async () => {
    const body = JSON.stringify({ slug: 'compressed' })
    for (const [coding, payload] of [
      ['gzip', gzipSync(body)],
      ['gzip', body],
      ['br', body],
    ] as const) {
      const answer = await raw('POST', '/inboxes', payload, { 'content-encoding': coding })
      expect([answer.status, answer.body.error?.code]).toEqual([415, 'unsupported_media_type'])
      expect(answer.headers['accept-encoding']).toBe('identity')
    }
    expect((await raw('POST', '/inboxes', body, { 'content-encoding': 'identity' })).status).toBe(201)
  })

  test('401 says how to authenticate', async () => {
    for (const authorization of [
      undefined,
      'Basic b3BzOm9wcw==',
      'Bearer svc_live_no',
      `Bearer ${newKey('live')}`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await api.inject({ method: 'GET', url: '/api/v1/inboxes', headers })
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    }
  })

  test('what is missing, out of bounds or badly named is said in plain words', async () => {
    const messages = async (method: string, path: string, body?: unknown) => {
      const { body: answer } = await api.call(method, path, account.sandboxKey, body)
      const details = (answer.error?.details ?? []) as unknown as { message: string }[]
      return details.map(({ message }) => message)
    }
    expect(await messages('POST', '/inboxes', {})).toEqual(['is required'])
    for (const limit of ['0', '101', '1.5', 'ten', ''])
      expect(await messages('GET', `/inboxes?limit=${limit}`)).toEqual([
        'must be a whole number from 1 to 100',
      ])
    expect(await messages('GET', '/inboxes/target/wait?timeout=61')).toEqual([
      'must be a whole number from 1 to 60',
    ])
    const mail = {
      to: 'ada@peer.example',
      subject: 'Order',
      body: 'It left.',
      headers: { Bcc: 'x@y.example' },
    }
    expect(await messages('POST', '/inboxes/target/messages', mail)).toEqual(['must be an X- header'])
  })

  test('names that stand in header fields hold no control characters', async () => {
    const name = 'Acme\r\nBcc: eve@evil.example'
    const inbox = await api.call('POST', '/inboxes', account.sandboxKey, {
      slug: 'named',
      display_name: name,
    })
    const organization = { organization_name: name, contact_email: 'ops@acme.example' }
    const signup = await api.call('POST', '/signup', undefined, organization)
    expect([inbox.status, signup.status]).toEqual([422, 422])
  })

  test('a method that a path lacks is 405, with those it has', async () => {
    const cases: [string, string, string][] = [
      ['PUT', '/inboxes', 'GET, HEAD, POST'],
      ['DELETE', '/inboxes', 'GET, HEAD, POST'],
      ['POST', '/inboxes/target', 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/signup', 'POST'],
      ['OPTIONS', '/messages/x/release', 'POST'],
      ['TRACE', '/inboxes', 'GET, HEAD, POST'],
      ['QUERY', '/inboxes', 'GET, HEAD, POST'],
    ]
    for (const [method, url, allow] of cases) {
      const answer = await api.inject({ method: method as 'GET', url: `/api/v1${url}` })
      expectEnvelope(answer)
      expect([answer.status, answer.headers.allow]).toEqual([405, allow])
    }
  })

  test('where nothing is, or not with that method, a body is not looked at', async () => {
    for (const [method, url, status] of [
      ['POST', '/nowhere', 404],
      ['PUT', '/inboxes', 405],
    ] as const)
      for (const type of ['application/json', 'text/plain'])
        expect((await raw(method, url, '{', { 'content-type': type })).status).toBe(status)
  })

  test('a body of no bytes is none, whatever its type', async () => {
    const type = 'application/x-www-form-urlencoded'
    const { status } = await raw('POST', '/inboxes/target/webhook/rotate_secret', '', {
      'content-type': type,
      'content-length': '0',
    })
    expect(status).toBe(200)
    expect((await raw('POST', '/inboxes', '', { 'content-type': type, 'content-length': '0' })).status).toBe(
      422,
    )
    expect((await raw('POST', '/inboxes', 'slug=x', { 'content-type': type })).status).toBe(415)
  })

  test('what is not HTTP at all is answered in the envelope too', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = api.app.server.address() as AddressInfo
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
      // RFC 9112 §3.2.
      'GET /api/v1/inboxes HTTP/1.1\r\nConnection: close\r\n\r\n',
      ...[
        'a.example\r\nHost: b.example',
        '"><script>',
        'a b',
        'a/b',
        'user@a.example',
        '[::1',
        'a:port',
        '',
      ].map((host) => `GET /api/v1/inboxes HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    ]) {
      const text = await answerOver(port, bytes)
      expect(text, bytes).toMatch(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
        error: { code: 'bad_request', status: 400, docs: '/docs#error-bad_request' },
      })
    }
    for (const host of ['a.example', 'A_b.example.:8080', '[::1]:80', '127.0.0.1', 'localhost:']) {
      const text = await answerOver(port, `GET /livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(text, host).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  test('a request with too long a header is 431, and one that takes too long to come in 408', async () => {
    const server = createServer({ requestTimeout: 0, headersTimeout: 50, connectionsCheckingInterval: 20 })
    watchConnections(server)
    endSlowBodies(server, answerBadHttp, { ms: 50, bytesPerSecond: 1_000_000, everyMs: 20 })
    server.on('clientError', answerBadHttp)
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
    for (const [bytes, status, name] of [
      [`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      [`GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
      ['GET / HTTP/1.1\r\nHost: x\r\n', 408, 'request_timeout'],
      ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf', 408, 'request_timeout'],
    ] as const) {
      const text = await answerOver(port, bytes)
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ error: { code: name, status } })
    }
    server.close()
  })

  test('the header of a request has a minute; of the whole, which may be large, no time is told in advance', () => {
    const { headersTimeout, requestTimeout } = api.app.server
    expect([headersTimeout, requestTimeout]).toEqual([limits.requestMs, 0])
  })

  test('a body has its time by what has come of it: a large one on a slow line comes whole, one that trickles is 408', async () => {
    const server = createServer({ requestTimeout: 0 }, (request, response) => {
      request.resume().on('end', () => response.end('whole'))
    })
    watchConnections(server)
    endSlowBodies(server, answerBadHttp, { ms: 300, bytesPerSecond: 10_000, everyMs: 20 })
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
    const head = (bytes: number) =>
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`
    const large = connect(port, '127.0.0.1')
    const answered = new Promise<string>((resolve) => {
      let text = ''
      large.on('data', (chunk) => {
        text += chunk
      })
      large.on('close', () => resolve(text))
    })
    large.write(`${head(10_000_000)}${'a'.repeat(9_000_000)}`)
    // They say as much of themselves, and bring nothing; what is large is under way for longer than both.
    expect(await answerOver(port, head(10_000_000))).toMatch(/^HTTP\/1\.1 408 /)
    expect(await answerOver(port, head(10_000_000))).toMatch(/^HTTP\/1\.1 408 /)
    // Nor is a connection left to one that doesn't end it.
    const gone = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    const staying = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    staying.on('error', () => {}).write(head(10_000_000))
    await gone
    staying.destroy()
    large.end('a'.repeat(1_000_000))
    expect(await answered).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole/)
    server.close()
  })
})

/** All that is answered to some bytes, until the connection ends. */
const answerOver = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

describe('anything', () => {
  const endpoint = fc.constantFrom(
    ...Object.values(endpoints)
      .filter(({ paths: [path] }) => path !== '/signup')
      .flatMap(({ method, paths }) => paths.map((path) => ({ method, path }))),
  )
  const parameter = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom(
      'target',
      'msg_00000000000000000000000000',
      'whd_zzzzzzzzzzzzzzzzzzzzzzzzzz',
      '..',
      '%00',
      '\0',
    ),
  )
  const queryName = fc.oneof(
    fc.constantFrom(
      'limit',
      'cursor',
      'status',
      'since',
      'direction',
      'inbox_id',
      'event_type',
      'token',
      '__proto__',
    ),
    fc.string({ maxLength: 10 }),
  )
  const queryValue = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom(
      '2026-01-01T00:00:00Z',
      '-271821-04-20T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '%',
      '\ud800',
    ),
  )

  /** An answer; of a stream, which has no end, its head. */
  async function answerTo(method: string, path: string): Promise<Answer> {
    if (method !== 'GET' || !path.startsWith('/events?')) return api.call(method, path, account.sandboxKey)
    const response = await api.app.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${account.sandboxKey}` },
      payloadAsStream: true,
    })
    const headers = response.headers as Record<string, string>
    if (response.statusCode === 200) {
      response.stream().destroy()
      return { status: 200, headers, body: {}, text: '' }
    }
    const chunks: Buffer[] = []
    for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString()
    return { status: response.statusCode, headers, body: JSON.parse(text), text }
  }

  test('where no parameters are taken they are not looked at, whatever is in them; where they are, NUL is 422', async () => {
    const nul = '?=%00&x=%00'
    const seen = async (path: string) => (await api.call('GET', `${path}${nul}`, account.sandboxKey)).status
    expect([await seen('/account'), await seen('/billing/plans'), await seen('/inboxes')]).toEqual([
      200, 200, 422,
    ])
  })

  test('in paths and queries never leads to a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        endpoint,
        fc.array(parameter, { minLength: 3, maxLength: 3 }),
        fc.array(fc.tuple(queryName, queryValue), { maxLength: 4 }),
        async ({ method, path }, parameters, query) => {
          let index = 0
          const filled = path.replaceAll(
            /\{\w+\}/g,
            () => encodeURIComponent(parameters[index++]!.toWellFormed()) || 'x',
          )
          const search = new URLSearchParams(query.map(([name, value]) => [name, value] as [string, string]))
          // Nothing comes that a request could wait for.
          if (path === '/inboxes/{slug}/wait') search.set('timeout', '1')
          expectEnvelope(await answerTo(method, `${filled}?${search}`))
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-14:00',
  ])('at the ends of the calendar never leads to a 5xx: %s', async (time) => {
    const at = encodeURIComponent(time)
    const slug = `calendar-${Math.random().toString(36).slice(2)}x`
    await api.call('POST', '/inboxes', account.sandboxKey, { slug })
    await api.database.query("update inboxes set webhook_url = 'https://receiver.example/' where slug = $1", [
      slug,
    ])
    const lists = [`/inboxes/${slug}/messages`, '/suppressions', '/audit_log']
    const answers = await Promise.all([
      ...lists.map((path) => api.call('GET', `${path}?since=${at}`, account.sandboxKey)),
      api.call('GET', `/inboxes/${slug}/messages?since=${at}&q=order`, account.sandboxKey),
      api.call('POST', `/inboxes/${slug}/webhook/replay`, account.sandboxKey, { since: time }),
      api.call('POST', `/inboxes/${slug}/webhook/replay`, account.sandboxKey, {
        since: '2026-01-01T00:00:00Z',
        until: time,
      }),
      api.call('POST', '/api_keys', account.sandboxKey, { name: 'k', expires_at: time }),
      api.call('GET', `/inboxes/${slug}/wait?timeout=0&since=${at}`, account.sandboxKey),
    ])
    answers.forEach(expectEnvelope)
    expect(answers.map(({ status }) => status)).not.toContain(404)
  })

  test('in bodies never leads to a 5xx', async () => {
    const writing = fc.constantFrom(
      { method: 'POST', path: '/inboxes' },
      { method: 'PATCH', path: '/inboxes/target' },
      { method: 'POST', path: '/api_keys' },
      { method: 'POST', path: '/signup' },
      { method: 'POST', path: '/messages/msg_00000000000000000000000000/release' },
      { method: 'POST', path: '/inboxes/target/webhook/test' },
      { method: 'POST', path: '/credits/purchase' },
      { method: 'POST', path: '/billing/payment-methods' },
      { method: 'POST', path: '/billing/subscribe' },
      { method: 'PUT', path: '/billing/auto-topup' },
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.double(),
      fc.constant('2026-01-01T00:00:00Z'),
    )
    const field = fc.constantFrom(
      'slug',
      'display_name',
      'security_level',
      'status',
      'metadata',
      'webhook_url',
      'name',
      'scopes',
      'mode',
      'inbox_id',
      'expires_at',
      'organization_name',
      'contact_email',
      'credits',
      'token',
      'plan',
      'enabled',
      'threshold',
      'payment_method_id',
      '__proto__',
    )
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, value, { noNullPrototype: true }))
    await fc.assert(
      fc.asyncProperty(writing, body, async ({ method, path }, payload) => {
        expectEnvelope(await raw(method, path, JSON.stringify(payload)))
      }),
      { numRuns: 300 },
    )
  })

  test('as a cursor or a download token never leads to a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), fc.string({ maxLength: 50 }), async (a, b) => {
        const token = encodeURIComponent(`${Buffer.from(a).toString('base64url')}.${b}`)
        expectEnvelope(await api.call('GET', `/inboxes?cursor=${token}`, account.sandboxKey))
        expectEnvelope(
          await api.call('GET', `/attachments/att_00000000000000000000000000/download?token=${token}`),
        )
      }),
      { numRuns: 100 },
    )
  })
})

test('an internal error shows nothing of what went wrong', async () => {
  const broken = await createTestApi(
    {},
    {
      database: {
        query: () => Promise.reject(new Error('password is hunter2')),
        transaction: () => Promise.reject(new Error('password is hunter2')),
        close: () => Promise.resolve(),
      },
    },
  )
  try {
    const answer = await broken.call('GET', '/inboxes', account.sandboxKey)
    expect(answer.status).toBe(500)
    expect(answer.body.error).toMatchObject({
      code: 'internal',
      status: 500,
      message: 'Something went wrong on our side.',
    })
    expect(answer.text).not.toContain('hunter2')
  } finally {
    await broken.close()
  }
})
