/** Webhook posts: where they go, where they never go, and how every way to fail is told. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createServer as createTlsServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GuardedFetch, type PostResult } from '../../shared/net/guarded-fetch.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const options = {
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  // Longer than any test takes, however busy the machine is.
  deadlineMs: 60_000,
  maxResponseBytes: 10,
}
const kindOf = (result: PostResult) => ('kind' in result ? result.kind : result.status)

const hasIpv6 = Object.values(networkInterfaces()).some((at) => at?.some(({ address }) => address === '::1'))

let receiver: WebhookReceiver
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  receiver = await WebhookReceiver.start()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(closing.splice(0).map((close) => close()))
  await receiver.stop()
})

function guarded(
  allowedHosts: string[],
  more: { lookup?: (host: string) => Promise<string[]>; ca?: string } = {},
): GuardedFetch {
  const fetch = new GuardedFetch({ allowHttp: true, allowedHosts }, more)
  closing.push(() => fetch.close())
  return fetch
}
/** Resolves when the status of an answer has come in. */
const answered = () =>
  new Promise<void>((resolve) => {
    const channel = 'undici:request:headers'
    const told = () => {
      unsubscribe(channel, told)
      resolve()
    }
    subscribe(channel, told)
  })
const local = () => guarded([`127.0.0.1:${receiver.port}`])

describe('GuardedFetch', () => {
  it('posts body and headers, and keeps no more of the answer than told', async () => {
    receiver.answer({ status: 202, body: 'thanks, and more than ten bytes' })
    const result = await local().post(receiver.url, options)
    expect(result).toMatchObject({ status: 202, body: 'thanks, an' })
    expect(result.latencyMs).toBeGreaterThanOrEqual(0)
    expect(receiver.received[0]).toMatchObject({ method: 'POST', path: '/hook', headers: options.headers })
    expect(receiver.received[0]!.body.toString()).toBe(options.body)
  })

  it('gets as it posts, without a body', async () => {
    receiver.answer({ status: 200, body: 'a policy' })
    const { body: _, ...rest } = options
    expect(await local().get(receiver.url, rest)).toMatchObject({ status: 200, body: 'a policy' })
    expect(receiver.received[0]).toMatchObject({ method: 'GET' })
    expect(kindOf(await guarded([]).get('https://127.0.0.1/', rest))).toBe('blocked')
  })

  it.skipIf(!hasIpv6)('posts to an IPv6 address', async () => {
    const server = createHttpServer((request, response) => response.end(request.headers.host))
    server.listen(0, '::1')
    await once(server, 'listening')
    closing.push(async () => server.close())
    const host = `[::1]:${(server.address() as AddressInfo).port}`
    const result = await guarded([host]).post(`http://${host}/hook`, { ...options, maxResponseBytes: 100 })
    expect(result).toMatchObject({ status: 200, body: host })
  })

  it('takes any status for an answer, and follows no redirect', async () => {
    const fetch = local()
    receiver.answer(
      { status: 500 },
      { status: 302, headers: { location: `http://127.0.0.1:${receiver.port}/other` } },
    )
    expect(await fetch.post(receiver.url, options)).toMatchObject({ status: 500 })
    expect(await fetch.post(receiver.url, options)).toMatchObject({ status: 302 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  it('reads no endless answer', async () => {
    receiver.answer({ status: 200, bodyBytes: 50_000_000 })
    expect(await local().post(receiver.url, options)).toMatchObject({ status: 200, body: 'xxxxxxxxxx' })
  })

  it('has its answer with the status, though the body drips on past the deadline', async () => {
    receiver.answer({ status: 200, bodyBytes: 10_000, everyMs: 100 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const status = answered()
    const posted = local().post(receiver.url, { ...options, maxResponseBytes: 10_000 })
    await status
    await vi.advanceTimersByTimeAsync(options.deadlineMs)
    const result = await posted
    expect(result).toMatchObject({ status: 200 })
    expect('body' in result && result.body.length).toBeLessThan(10_000)
  })

  it('gives up at the deadline when there is no answer', async () => {
    receiver.answer('hang')
    const result = await local().post(receiver.url, { ...options, deadlineMs: 200 })
    expect(result).toMatchObject({ kind: 'timeout', message: 'no answer within 200 ms' })
  })

  it('gives up at the deadline when the look-up takes too long', async () => {
    const fetch = guarded([], { lookup: () => new Promise(() => {}) })
    expect(kindOf(await fetch.post('http://slow.example.com/', { ...options, deadlineMs: 200 }))).toBe(
      'timeout',
    )
  })

  it('tells a closed connection, a refused one and no HTTP apart', async () => {
    receiver.answer('close')
    expect(kindOf(await local().post(receiver.url, options))).toBe('protocol')
    const babbler = createServer((socket) => {
      socket.resume().on('error', () => {})
      socket.end('SSH-2.0-OpenSSH\r\n')
    }).listen(0, '127.0.0.1')
    await once(babbler, 'listening')
    const { port } = babbler.address() as AddressInfo
    const fetch = guarded([`127.0.0.1:${port}`])
    expect(kindOf(await fetch.post(`http://127.0.0.1:${port}/`, options))).toBe('protocol')
    await new Promise((resolve) => babbler.close(resolve))
    expect(kindOf(await fetch.post(`http://127.0.0.1:${port}/`, options))).toBe('connect')
  })

  it('refuses certificates that are not to be trusted, and takes one that is', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keySize: 2048,
    })
    const server = createTlsServer({ key, cert }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    }).listen(0, '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `https://localhost:${port}/`
    expect(kindOf(await guarded(['localhost']).post(url, options))).toBe('tls')
    expect(kindOf(await guarded(['localhost'], { ca: cert }).post(url, options))).toBe(200)
    const otherName = guarded(['127.0.0.2'], { ca: cert })
    expect(kindOf(await otherName.post(`https://127.0.0.2:${port}/`, options))).toBe('tls')
    await new Promise((resolve) => server.close(resolve))
  })

  it('sends nothing to a private address, however it is written', async () => {
    const fetch = guarded([])
    const hosts = ['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]']
    for (const host of hosts)
      expect(kindOf(await fetch.post(`http://${host}:${receiver.port}/hook`, options))).toBe('blocked')
    expect(receiver.received).toEqual([])
  })

  it('sends nothing to a name that leads to a private address, or to one among public ones', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['::ffff:127.0.0.1']]) {
      const fetch = guarded([], { lookup: async () => addresses })
      const url = `http://rebind.example.com:${receiver.port}/hook`
      expect(await fetch.post(url, options)).toMatchObject({
        kind: 'blocked',
        message: 'the host name leads to a private address',
      })
      expect(await fetch.check(url)).not.toBeNull()
    }
    expect(receiver.received).toEqual([])
  })

  it('connects to the very address it has checked: the name is looked up once a connection', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    let lookups = 0
    const fetch = guarded([], { lookup: async () => answers[lookups++] ?? [] })
    const url = `http://rebind.example.com:${receiver.port}/hook`
    const first = await fetch.post(url, { ...options, deadlineMs: 300 })
    expect(lookups).toBe(1)
    expect(['timeout', 'connect', 'protocol']).toContain(kindOf(first))
    expect(kindOf(await fetch.post(url, options))).toBe('blocked')
    expect(receiver.received).toEqual([])
  })

  it('tells a name that does not resolve', async () => {
    const missing = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const result = await guarded([], { lookup: missing }).post('http://nowhere.example.com/', options)
    expect(result).toMatchObject({ kind: 'dns', message: 'the host name does not resolve (ENOTFOUND)' })
    expect(
      kindOf(await guarded([], { lookup: async () => [] }).post('http://none.example.com/', options)),
    ).toBe('dns')
  })

  it('holds exemptions to their port', async () => {
    const fetch = guarded([`127.0.0.1:${receiver.port + 1}`])
    expect(kindOf(await fetch.post(receiver.url, options))).toBe('blocked')
  })

  it('uses connections again', async () => {
    const ports = new Set<number>()
    const server = createHttpServer((request, response) => {
      ports.add(request.socket.remotePort!)
      request.resume().once('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const fetch = guarded(['127.0.0.1'])
    for (let i = 0; i < 5; i++)
      expect(kindOf(await fetch.post(`http://127.0.0.1:${port}/`, options))).toBe(200)
    expect(ports.size).toBeLessThanOrEqual(2)
    await fetch.close()
    await new Promise((resolve) => server.close(resolve))
  })

  it('ends posts under way when it is closed', async () => {
    receiver.answer('hang')
    const fetch = local()
    const post = fetch.post(receiver.url, options)
    await receiver.next()
    await fetch.close()
    expect(kindOf(await post)).toBe('protocol')
  })
})
