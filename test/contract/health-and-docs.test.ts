/** Health, and the documentation as it is served. */
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { errorTable } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { eventTypes } from '../../shared/events/index.ts'
import { watchEventLoop } from '../../shared/lib/stall-watch.ts'
import { createTestApi, type TestApi } from '../support/api.ts'

let ready = true
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { ready: async () => ready })
})
afterAll(() => api.close())

test('a living process says so, and is ready until it drains', async () => {
  expect(await api.inject({ method: 'GET', url: '/livez' })).toMatchObject({
    status: 200,
    body: { live: true },
  })
  expect(await api.inject({ method: 'GET', url: '/readyz' })).toMatchObject({
    status: 200,
    body: { ready: true },
  })
  ready = false
  expect(await api.inject({ method: 'GET', url: '/readyz' })).toMatchObject({
    status: 503,
    body: { ready: false },
  })
  expect((await api.inject({ method: 'GET', url: '/livez' })).status).toBe(200)
})

test.each(['/docs', '/docs/'])(
  '%s names every endpoint, loads nothing and runs its own search alone',
  async (url) => {
    const { status, text, headers } = await api.inject({ method: 'GET', url })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
    for (const { paths } of Object.values(endpoints)) for (const path of paths) expect(text).toContain(path)
    const sends = text.slice(text.indexOf('id="send_message"')).split('</section>')[0]!
    for (const part of ['Idempotency-Key', 'Answer 201', 'Answer 202', 'credits_exhausted'])
      expect(sends).toContain(part)
    for (const { name } of eventTypes) {
      const section = text.slice(text.indexOf(`id="on_${name.replace('.', '_')}"`)).split('</section>')[0]!
      expect(section).toContain(`&quot;event&quot;: &quot;${name}&quot;`)
      expect(section).toContain('<dt><code>inbox_id</code>')
    }
    for (const code of Object.keys(errorTable)) expect(text).toContain(`<a href="#error-${code}">`)
    const [script, ...others] = text.match(/<script>[\s\S]*?<\/script>/g)!
    expect(others).toEqual([])
    const own = hash('sha256', script!.slice('<script>'.length, -'</script>'.length), 'base64')
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${own}'`)
    expect(text.replace(script!, '')).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=/i)
  },
)

test('the documentation page is folded by chapter, and its index leads to each and to what it has', async () => {
  const { text } = await api.inject({ method: 'GET', url: '/docs' })
  const [, index, rest] = /<nav[^>]*>([\s\S]*?)<\/nav>([\s\S]*)/.exec(text)!
  const [open, ...chapters] = rest!.split('<details class="chapter">')
  expect(open, 'nothing is outside of a chapter').not.toContain('data-part')
  expect(chapters.length).toBeGreaterThan(10)
  for (const chapter of chapters) {
    const id = /^<summary><h2 id="([^"]+)">/.exec(chapter)![1]
    expect(index).toContain(`<h2><a href="#${id}">`)
    for (const [, part] of chapter.matchAll(/id="([^"]+)" data-part/g))
      expect(index).toContain(`<a href="#${part}">`)
  }
  expect(text).toContain('Authorization: Bearer $AGENT_EMAIL_KEY')
})

test('the bare address leads to the documentation page, and that to the dashboard', async () => {
  const { status, headers } = await api.inject({ method: 'GET', url: '/' })
  expect([status, headers.location]).toEqual([302, '/docs'])
  const { text } = await api.inject({ method: 'GET', url: '/docs' })
  const [lead] = /<div class="lead">[\s\S]*?<\/div>/.exec(text)!
  expect(lead).toContain('<a href="/dashboard">')
})

test('the OpenAPI document is served, and speaks of each endpoint as the table does', async () => {
  const { status, body } = await api.inject({ method: 'GET', url: '/api/v1/openapi.json' })
  expect(status).toBe(200)
  const paths = body.paths as unknown as Record<string, Record<string, Record<string, unknown>>>
  for (const { method, paths: own, scope, credits } of Object.values(endpoints))
    for (const path of own)
      expect(paths[path]?.[method.toLowerCase()]).toMatchObject({
        'x-required-scope': scope,
        'x-credits': credits,
      })
})

test('llms.txt has a line for every endpoint, with its scope and what it costs', async () => {
  const { status, text, headers } = await api.inject({
    method: 'GET',
    url: '/llms.txt',
    headers: { host: 'mail.example' },
  })
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(text).toMatch(/^# Agent Email Service\n\n> /)
  expect(text.match(/^# /gm)).toHaveLength(1)
  expect(text).toContain('http://mail.example/api/v1/openapi.json')
  for (const { method, paths, scope, credits } of Object.values(endpoints)) {
    const line = text.split('\n').find((one) => one.startsWith(`- \`${method} ${paths[0]}\` `))
    const cost = credits === 0 ? 'free' : credits === 1 ? '1 credit' : `${credits} credits`
    expect(line).toContain(`(${scope ?? 'no key'}, ${cost})`)
  }
  expect(text).toContain('`message.received`')
  expect(text, 'for a small context').toSatisfy((whole: string) => whole.length < 30_000)
})

test('the example of a signup has a live and a sandbox key', async () => {
  const { body } = await api.inject({ method: 'GET', url: '/api/v1/openapi.json' })
  const media = body.paths?.['/signup']?.post?.responses?.['201']?.content?.['application/json']
  expect(media?.example).toMatchObject({
    api_key: {
      mode: 'live',
      key: expect.stringMatching(/^svc_live_/),
      key_prefix: expect.stringMatching(/^svc_live_/),
    },
    sandbox_api_key: {
      mode: 'sandbox',
      key: expect.stringMatching(/^svc_test_/),
      key_prefix: expect.stringMatching(/^svc_test_/),
    },
  })
})

test.each(['/docs', '/llms.txt', '/api/v1/openapi.json'])(
  '%s is sent once to who asks again',
  async (url) => {
    const get = (headers: Record<string, string> = {}) => api.inject({ method: 'GET', url, headers })
    const { status, headers, text } = await get()
    const etag = String(headers.etag)
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
      expect(await get({ 'if-none-match': known })).toMatchObject({ status: 304, text: '' })
    for (const known of ['"other"', etag.slice(1, -1), '*', ','.repeat(10_000)])
      expect(await get({ 'if-none-match': known })).toMatchObject({ status: 200, text })
  },
)

test('a request that holds the event loop is named by its route', async () => {
  const told = new Set<string>()
  const watch = watchEventLoop(limits.loopHeldMs, ({ work }) => told.add(work))
  const holding = await createTestApi(
    {},
    {
      ready: async () => {
        const until = performance.now() + 3 * limits.loopHeldMs
        while (performance.now() < until);
        return true
      },
    },
  )
  // A busy machine may hold it longer still, before or after: what it names then is that.
  while (!told.has('GET /readyz')) {
    await holding.inject({ method: 'GET', url: '/readyz' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(told).toContain('GET /readyz')
  watch.stop()
  await holding.close()
})
