/** Webhook receivers that fail in every way they can: tried by the delay table, never harmful, in no one's way. */
import { createHmac } from 'node:crypto'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { limits } from '../../shared/domain/limits.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { makeMail } from '../support/mail-load.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callApi, type Json, ServiceFleet, type ServiceProcess, signUp } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'
import { type Answer, WebhookReceiver } from '../support/webhook-receiver.ts'

const text = 'The body of a mail that no log may hold.'
const delays = [0, 1, 0, 1, 0]

let testDatabase: TestDatabase
let database: Database
let dns: DnsServer
let fleet: ServiceFleet
let service: ServiceProcess
let key: string
const secrets: string[] = []
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  testDatabase = await createDatabase()
  database = openDatabase(testDatabase.url, 2, createLog('fatal'))
  dns = await startDnsServer()
  fleet = new ServiceFleet({
    DATABASE_URL: testDatabase.url,
    DNS_SERVERS: dns.address,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_DELAYS: delays.join(','),
  })
  service = await fleet.start()
  key = await signUp(service.apiUrl)
})
afterEach(() => {
  expect(fleet.logged([key, text, ...secrets])).toEqual([])
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([dns.close(), database.close(), ...closing.map((close) => close())])
  await testDatabase.drop()
})

async function startReceiver(answer: Answer = { status: 200 }): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start()
  receiver.otherwise(answer)
  closing.push(() => receiver.stop())
  return receiver
}

/** The port of a server that stays until the end of the file. */
async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const call = (method: string, path: string, body?: unknown) =>
  callApi(service.apiUrl, method, path, key, body)

async function createInbox(slug: string, webhookUrl: string): Promise<string> {
  await call('POST', '/inboxes', { slug, webhook_url: webhookUrl })
  secrets.push(String((await call('GET', `/inboxes/${slug}/webhook`)).secret))
  return `${slug}@inbox.localhost`
}

const send = (id: string, to: string) =>
  sendMail({ port: service.smtpPort, from: 'ada@peer.example', to: [to], raw: makeMail(id, to, { text }) })

const listOf = (answer: Json, name: string) => answer[name] as unknown as Json[]
const deliveriesOf = async (slug: string) =>
  listOf(await call('GET', `/inboxes/${slug}/webhook/deliveries`), 'deliveries')

/** The only delivery of an inbox, once it has ended. */
async function endedDelivery(slug: string): Promise<Json> {
  const states = async () => (await deliveriesOf(slug)).map(({ status }) => String(status) !== 'pending')
  await expect.poll(states, { interval: 100 }).toEqual([true])
  const [delivery] = await deliveriesOf(slug)
  return delivery!
}
const failuresOf = async ({ inbox_id }: Json) =>
  listOf(await call('GET', `/audit_log?event_type=webhook_failed&inbox_id=${inbox_id}`), 'entries')
const attemptsOf = (delivery: Json) => delivery.attempts as unknown as Json[]

interface Case {
  name: string
  /** Starts a receiver; its URL. */
  start: () => Promise<{ url: string; receiver?: WebhookReceiver }>
  error: RegExp
  status: number | null
  body?: string | null
}
const answering = (answer: Answer) => async () => {
  const receiver = await startReceiver(answer)
  return { url: receiver.url, receiver }
}
/** Where the redirect leads, and no request is to come. */
let redirectTarget: WebhookReceiver | undefined

const cases: Case[] = [
  {
    name: 'internal-error',
    start: answering({ status: 500, body: 'oops' }),
    error: /^answered 500$/,
    status: 500,
    body: 'oops',
  },
  { name: 'not-found', start: answering({ status: 404 }), error: /^answered 404$/, status: 404, body: '' },
  {
    name: 'redirect',
    start: async () => {
      redirectTarget = await startReceiver()
      const receiver = await startReceiver({ status: 302, headers: { location: redirectTarget.url } })
      return { url: receiver.url, receiver }
    },
    error: /^answered 302$/,
    status: 302,
  },
  { name: 'hang', start: answering('hang'), error: /^timeout: no answer within 5000 ms$/, status: null },
  {
    name: 'drip',
    start: async () => {
      const server = createServer((socket) => {
        const bytes = [...Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')]
        const timer = setInterval(() => socket.write(Buffer.of(bytes.shift() ?? 10)), 200)
        socket.on('close', () => clearInterval(timer))
      })
      return { url: `http://127.0.0.1:${await listen(server)}/` }
    },
    error: /^timeout: no answer within 5000 ms$/,
    status: null,
  },
  { name: 'closing', start: answering('close'), error: /^protocol: the connection failed/, status: null },
  {
    name: 'reset',
    start: async () => {
      const port = await listen(
        createServer((socket) => {
          socket.once('data', () => socket.resetAndDestroy())
        }),
      )
      return { url: `http://127.0.0.1:${port}/` }
    },
    error: /^protocol: the connection failed \(ECONNRESET\)$/,
    status: null,
  },
  {
    name: 'refused',
    start: async () => {
      const receiver = await WebhookReceiver.start()
      const { url } = receiver
      await receiver.stop()
      return { url }
    },
    error: /^connect: no connection \(ECONNREFUSED\)$/,
    status: null,
  },
  {
    name: 'huge-body',
    start: answering({ status: 503, bodyBytes: 8_000_000 }),
    error: /^answered 503$/,
    status: 503,
    body: 'x'.repeat(1_024),
  },
  {
    name: 'unstorable-body',
    start: answering({ status: 500, body: 'a\0b\ud800' }),
    error: /^answered 500$/,
    status: 500,
    body: 'ab\ufffd',
  },
  {
    name: 'not-http',
    start: async () => ({
      url: `http://127.0.0.1:${await listen(createServer((socket) => socket.end('220 mail ESMTP\r\n')))}/`,
    }),
    error: /^protocol: the connection failed/,
    status: null,
  },
  {
    name: 'bad-certificate',
    start: async () => {
      const { private: privateKey, cert } = await generate([{ name: 'commonName', value: 'hooks.example' }])
      const server = createHttpsServer({ key: privateKey, cert }, (_request, response) => response.end())
      return { url: `https://127.0.0.1:${await listen(server)}/` }
    },
    error: /^tls: TLS failed/,
    status: null,
  },
]

const receivers = new Map<string, WebhookReceiver>()
// All at once: most of them wait most of the time.
beforeAll(async () => {
  const endless = await startReceiver({ status: 200, bodyBytes: 1_000, everyMs: 100 })
  await send('endless', await createInbox('endless', endless.url))
  for (const { name, start } of cases) {
    const { url, receiver } = await start()
    if (receiver !== undefined) receivers.set(name, receiver)
    await send(name, await createInbox(`fails-${name}`, url))
  }
})

test('a receiver that recovers is delivered to', async () => {
  const receiver = await startReceiver()
  receiver.answer({ status: 500 }, 'close')
  await send('recovers', await createInbox('recovers', receiver.url))
  const delivery = await endedDelivery('recovers')
  expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 3 })
  expect(receiver.received).toHaveLength(3)
  expect(await call('GET', `/messages/${delivery.message_id}`)).toMatchObject({ status: 'delivered' })
})

test('private addresses are refused when saved, and again at the attempt', async () => {
  const urls = [
    '10.0.0.1',
    '[::1]',
    '169.254.169.254',
    '2130706434',
    '0x7f.2',
    'localhost',
    '[::ffff:10.0.0.1]',
    'db.internal',
  ]
  for (const host of urls)
    await expect(
      call('POST', '/inboxes', { slug: 'private', webhook_url: `http://${host}/` }),
      host,
    ).rejects.toThrow('422')
  const receiver = await startReceiver()
  await createInbox('private', receiver.url)
  for (const host of urls)
    await expect(call('PATCH', '/inboxes/private', { webhook_url: `http://${host}/` }), host).rejects.toThrow(
      '422',
    )

  // As if it had been saved while the guard knew less, or while the name led elsewhere.
  const reached: string[] = []
  const server = createServer((socket) => {
    reached.push(String(socket.remoteAddress))
    socket.destroy()
  })
  const url = `http://127.0.0.2:${await listen(server, '127.0.0.2')}/`
  await database.query(`update inboxes set webhook_url = $1 where slug = 'private'`, [url])
  await send('private', 'private@inbox.localhost')
  const delivery = await endedDelivery('private')
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 5 })
  expect(attemptsOf(delivery).map(({ error }) => error)).toEqual(
    Array(5).fill(
      'blocked: must not lead to a private address; the setting WEBHOOK_ALLOWED_HOSTS of the service exempts hosts',
    ),
  )
  expect(reached).toEqual([])
})

test('after the secret is rotated, requests are signed with both', async () => {
  const receiver = await startReceiver()
  const to = await createInbox('rotated', receiver.url)
  const old = secrets.at(-1)!
  const rotated = String((await call('POST', '/inboxes/rotated/webhook/rotate_secret')).secret)
  secrets.push(rotated)
  expect(rotated).not.toBe(old)
  receiver.answer({ status: 401 })
  await send('rotated', to)
  const { headers, body } = await receiver.next()
  const standard = (secret: string) => {
    const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    return `v1,${mac.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`
  }
  expect(headers['webhook-signature']).toBe(`${standard(rotated)} ${standard(old)}`)
  const second = await receiver.next()
  const own = ({ headers, body }: typeof second, secret: string) =>
    `sha256=${createHmac('sha256', secret).update(`${headers['x-svc-timestamp']}.${body}`).digest('hex')}`
  expect(headers['x-svc-signature']).toBe(own({ ...second, headers, body }, rotated))
  expect(second.headers['x-svc-signature'], 'a receiver that has the old secret').toBe(own(second, old))
})

test('delivering again by hand is one attempt, and its failure changes nothing of what was delivered', async () => {
  const receiver = await startReceiver()
  await send('by-hand', await createInbox('by-hand', receiver.url))
  const { id, message_id } = await endedDelivery('by-hand')
  receiver.otherwise({ status: 500 })
  await call('POST', `/inboxes/by-hand/webhook/deliveries/${id}/redeliver`)
  const delivery = await endedDelivery('by-hand')
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 2, next_attempt_at: null })
  expect(await call('GET', `/messages/${message_id}`)).toMatchObject({ status: 'delivered' })
  expect(await failuresOf(delivery)).toEqual([])
})

test('what waits when the webhook URL is removed is not sent, and has not failed', async () => {
  const receiver = await startReceiver('hang')
  await send('removed', await createInbox('removed', receiver.url))
  await receiver.next()
  await call('PATCH', '/inboxes/removed', { webhook_url: null })
  const delivery = await endedDelivery('removed')
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 2 })
  expect(attemptsOf(delivery).at(-1)).toMatchObject({ error: 'the webhook URL was removed' })
  expect(await call('GET', `/messages/${delivery.message_id}`)).toMatchObject({ status: 'clean' })
  expect(await failuresOf(delivery)).toEqual([])
})

test('an answer whose body never ends counts by its status', async () => {
  expect(await endedDelivery('endless')).toMatchObject({ status: 'succeeded', attempt_count: 1 })
})

// Those below are tried and wait meanwhile.
test("dead receivers with a large backlog are in no one else's way, and only requests made count as attempts", async () => {
  const backlog = 150
  const dead = await Promise.all(
    ['dead-a', 'dead-b', 'dead-c'].map(async (slug) => {
      const receiver = await startReceiver('hang')
      return { slug, receiver, to: await createInbox(slug, receiver.url) }
    }),
  )
  const healthy = await startReceiver()
  const to = await createInbox('healthy', healthy.url)
  const deliverToHealthy = async (ids: string) => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(`${ids}-${index}`, to)))
    for (let count = 0; count < 20; count++) await healthy.next()
  }
  const tried = () =>
    database.query<{ slug: string; count: number }>(
      `select i.slug, count(*)::int as count from webhook_attempts a
       join webhook_deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id join inboxes i on i.id = d.inbox_id
       where i.slug like 'dead-%' group by i.slug`,
    )
  for (const { slug, to } of dead)
    await Promise.all(Array.from({ length: backlog }, (_, index) => send(`${slug}-${index}`, to)))
  await expect.poll(() => dead.filter(({ receiver }) => receiver.received.length === 0)).toEqual([])
  await deliverToHealthy('first')
  for (const { count } of await tried()) expect(count).toBeLessThan(backlog)

  // Known to be dead by now, they are asked two at a time, whatever waits for them.
  await expect.poll(async () => (await tried()).length).toBe(3)
  const before = dead.map(({ receiver }) => receiver.received.length)
  await deliverToHealthy('second')
  dead.forEach(({ receiver }, index) => {
    expect(receiver.received.length - before[index]!).toBeLessThanOrEqual(10)
  })
  // Receivers that hang end a request by its deadline alone: what took far less was never asked. One that had no connection
  // by then was made all the same, though the receiver hears nothing of it.
  const unasked = await database.query(
    `select a.error, a.latency_ms from webhook_attempts a
     join webhook_deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id join inboxes i on i.id = d.inbox_id
     where i.slug like 'dead-%' and a.latency_ms < $1`,
    [limits.webhookMs / 2],
  )
  expect(unasked).toEqual([])
})

test.for(cases)(
  'a receiver that fails so, $name, is tried five times by the delay table, then the message is webhook_failed',
  { timeout: 240_000 },
  async ({ name, error, status, body }) => {
    const slug = `fails-${name}`
    const receiver = receivers.get(name)
    const delivery = await endedDelivery(slug)
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 5, next_attempt_at: null })
    const attempts = attemptsOf(delivery)
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ response_status: status, error: expect.stringMatching(error) })
      if (body !== undefined) expect(attempt.response_body).toBe(body)
    }
    const times = attempts.map(({ created_at }) => Date.parse(String(created_at)))
    times.slice(1).forEach((at, index) => {
      expect(at - times[index]!, `delay before attempt ${index + 2}`).toBeGreaterThanOrEqual(
        delays[index + 1]! * 1_000,
      )
    })

    if (receiver !== undefined) {
      expect(receiver.received).toHaveLength(5)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([delivery.id]),
      )
      const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
      expect(stamps.toSorted()).toEqual(stamps)
      expect(new Set(stamps).size, 'each attempt is signed afresh').toBeGreaterThan(1)
    }
    expect(redirectTarget?.received).toEqual([])
    expect(await call('GET', `/messages/${delivery.message_id}`)).toMatchObject({ status: 'webhook_failed' })
    const inboxId = String(delivery.inbox_id)
    const audit = listOf(
      await call('GET', `/audit_log?event_type=webhook_failed&inbox_id=${inboxId}`),
      'entries',
    )
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({
      metadata: {
        attempts: 5,
        message_id: delivery.message_id,
        delivery_id: delivery.id,
        error: expect.stringMatching(error),
      },
    })
  },
)
