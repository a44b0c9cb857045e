/** DNS look-ups against a real server: shapes, cache, failures. */
import { afterEach, expect, it, vi } from 'vitest'
import { createLookup, lookupBySystem } from '../../shared/net/lookup-addresses.ts'
import { createResolver, type ResolverOptions } from '../../shared/net/resolver.ts'
import { type DnsServer, startDnsServer, type ZoneEntry } from '../support/dns-server.ts'

let server: DnsServer
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})
/** Longer than any test takes, however busy the machine is. */
const deadlineMs = 400_000

async function resolverOf(zone: Record<string, ZoneEntry>, options: ResolverOptions = {}) {
  server = await startDnsServer(zone)
  return createResolver([server.address], { deadlineMs, ...options })
}
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  )

it('answers in the shapes of dns.resolve', async () => {
  const { resolve } = await resolverOf({
    'example.com': {
      A: ['192.0.2.1', '192.0.2.2'],
      AAAA: ['2001:db8::1'],
      TXT: ['short', 'x'.repeat(300)],
      MX: [{ priority: 10, exchange: 'mx.example.com' }],
    },
    '1.2.0.192.in-addr.arpa': { PTR: ['host.example.com'] },
  })
  expect(await resolve('example.com', 'A')).toEqual(['192.0.2.1', '192.0.2.2'])
  expect(await resolve('example.com', 'AAAA')).toEqual(['2001:db8::1'])
  expect(await resolve('example.com', 'TXT')).toEqual([['short'], ['x'.repeat(255), 'x'.repeat(45)]])
  expect(await resolve('example.com', 'MX')).toMatchObject([{ priority: 10, exchange: 'mx.example.com' }])
  expect(await resolve('1.2.0.192.in-addr.arpa', 'PTR')).toEqual(['host.example.com'])
})

it('asks once for what is asked at the same time, and again only when the answer has aged', async () => {
  const { resolve } = await resolverOf({ 'example.com': { TXT: ['one'] } }, { cacheMs: 200 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => resolve('Example.com.', 'TXT')))
  expect(new Set(answers.map(String))).toEqual(new Set(['one']))
  expect(server.questions).toHaveLength(1)
  server.zone.set('example.com', { TXT: ['two'] })
  await expect.poll(async () => String(await resolve('example.com', 'TXT'))).toBe('two')
})

it('remembers that there is nothing, and forgets failures at once', async () => {
  const { resolve } = await resolverOf({ 'empty.example': {}, 'broken.example': 'servfail' })
  for (let i = 0; i < 3; i++) {
    expect(await codeOf(resolve('missing.example', 'TXT'))).toBe('ENOTFOUND')
    expect(await codeOf(resolve('empty.example', 'TXT'))).toBe('ENODATA')
  }
  expect(server.questions).toHaveLength(2)
  expect(await codeOf(resolve('broken.example', 'TXT'))).toBe('ESERVFAIL')
  server.zone.set('broken.example', { TXT: ['mended'] })
  expect(await resolve('broken.example', 'TXT')).toEqual([['mended']])
})

it('gives up on a server that is silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { resolve, close } = await resolverOf({ 'slow.example': 'silent' })
  const code = codeOf(resolve('slow.example', 'TXT'))
  await expect.poll(() => server.questions).toEqual(['TXT slow.example'])
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(await code).toBe('ETIMEOUT')
  close()
})

it('keeps no more answers than told, and those used last', async () => {
  const { resolve } = await resolverOf(
    {
      'a.example': { A: ['192.0.2.1'] },
      'b.example': { A: ['192.0.2.2'] },
      'c.example': { A: ['192.0.2.3'] },
    },
    { cacheSize: 2 },
  )
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await resolve(`${name}.example`, 'A')
  expect(server.questions).toEqual(['A a.example', 'A b.example', 'A c.example', 'A b.example'])
})

it('hands out copies, so that no caller can change what is remembered', async () => {
  const { resolve } = await resolverOf({ 'example.com': { A: ['192.0.2.1'] } })
  const first = (await resolve('example.com', 'A')) as string[]
  first.push('127.0.0.1')
  expect(await resolve('example.com', 'A')).toEqual(['192.0.2.1'])
})

it('looks a server up that is given by name', async () => {
  server = await startDnsServer({ 'example.com': { A: ['192.0.2.1'] } })
  const { resolve } = createResolver([server.address.replace('127.0.0.1', 'localhost')])
  expect(await resolve('example.com', 'A')).toEqual(['192.0.2.1'])
})

it('does not take a server that has no address for an answer, and asks for its address again', async () => {
  server = await startDnsServer({ 'example.com': { A: ['192.0.2.1'] } })
  const port = server.address.split(':')[1]
  let isUp = false
  // A container that starts later than this process, and is another one later still.
  const asked: string[] = []
  const lookupServer = async (host: string) => {
    asked.push(host)
    return isUp ? '127.0.0.1' : (await lookupBySystem('no-such-resolver.invalid'))[0]!
  }
  const { resolve } = createResolver([`resolver:${port}`], { deadlineMs, cacheMs: 0, lookupServer })
  expect(await codeOf(resolve('example.com', 'A'))).toBe('ECONNREFUSED')
  isUp = true
  expect(await resolve('example.com', 'A')).toEqual(['192.0.2.1'])
  await resolve('example.com', 'A')
  expect(asked).toEqual(['resolver', 'resolver'])
})

it('follows a server that has moved, and keeps to where it was while its name leads nowhere', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await startDnsServer({ 'example.com': { A: ['192.0.2.1'] } })
  const port = server.address.split(':')[1]
  const addresses: (string | null)[] = ['127.0.0.2', null, '127.0.0.1']
  const lookupServer = async () => {
    const next = addresses.shift() ?? null
    return next ?? (await lookupBySystem('no-such-resolver.invalid'))[0]!
  }
  const { resolve } = createResolver([`resolver:${port}`], { deadlineMs: 2_000, cacheMs: 0, lookupServer })
  const later = () => vi.setSystemTime(Date.now() + 60_001)
  const outcome = () => codeOf(resolve('example.com', 'A'))
  expect(await outcome()).toBe('ECONNREFUSED')
  later()
  expect(await outcome()).toBe('ECONNREFUSED')
  await expect.poll(() => addresses).toHaveLength(1)
  expect(await outcome()).toBe('ECONNREFUSED')
  later()
  await expect.poll(outcome).toBe('answered')
})

it('finds addresses of both families, and asks the system for what DNS does not know', async () => {
  const resolver = await resolverOf({
    'both.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
    'slow.example': 'silent',
  })
  const lookup = createLookup(resolver)
  expect(await lookup('both.example')).toEqual(['192.0.2.1', '2001:db8::1'])
  expect((await lookup('localhost')).length).toBeGreaterThan(0)
  const impatient = createLookup(createResolver([server.address], { deadlineMs: 300 }))
  expect(await codeOf(impatient('slow.example'))).toBe('ETIMEOUT')
})
