/** A program that a user of the TypeScript client writes; it says `{"done":true}` where all is as it must be. */
import { deepStrictEqual as equal, ok, rejects, throws } from 'node:assert'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AgentEmail,
  AgentEmailError,
  type ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  type Schema,
  ServiceError,
  TimeoutError,
  verifyWebhook,
  WebhookVerificationError,
} from 'agent-email'

const baseUrl = process.env.AGENT_EMAIL_URL!
const apiKey = process.env.AGENT_EMAIL_KEY!
const slug = process.env.SLUG!
const client = new AgentEmail({ apiKey, baseUrl })

// Lists, page by page and item by item.
for (let index = 0; index < 5; index++) await client.inboxes.create({ slug: `client-${index}` })
const first = await client.inboxes.list({ limit: 2 })
equal(first.items.length, 2)
const second = await first.next()
ok(second !== null && second.items.length === 2)
const slugs: string[] = []
for await (const inbox of client.inboxes.list({ limit: 2 })) slugs.push(inbox.slug)
equal(slugs.length, new Set(slugs).size)
ok(slugs.includes('client-0') && slugs.includes('client-4'))

// A message as it came in, its bytes, its attachments.
const message: Schema<'Message'> = await client.messages.get(process.env.MESSAGE!)
equal(message.subject, 'From outside')
ok(new TextDecoder().decode(await client.messages.raw(message.id)).includes('Subject: From outside'))
equal((await client.messages.attachments(message.id)).attachments, [])

// Found by what was noted of it.
await client.messages.update(message.id, { metadata: { ticket: '4711', open: true } })
const noted = async (metadata: Record<string, string>) =>
  (await client.messages.list(slug, { metadata })).items.map(({ id }) => id)
equal(await noted({ ticket: '4711', open: 'true' }), [message.id])
equal(await noted({ ticket: '4712' }), [])

// Sent with an attachment, read again, answered.
const sent = await client.messages.send('client-0', {
  to: `${slug}@inbox.localhost`,
  subject: 'With a file',
  body: 'Here it is.',
  attachments: [{ filename: 'note.txt', content_type: 'text/plain', content: btoa('a note') }],
})
const [attachment] = (await client.messages.attachments(sent.id)).attachments
equal(new TextDecoder().decode(await client.attachments.download(attachment!.id)), 'a note')

// What answers without content answers undefined, and says so.
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false
const forgotten = await client.suppressions
  .create({ address: 'forgotten@example.com' })
  .then(({ address }) => client.suppressions.delete(address))
const saysSo: [typeof forgotten] extends [never] ? false : Same<typeof forgotten, undefined> = true
equal([saysSo, forgotten], [true, undefined])

// Withheld until somebody approves it.
await client.inboxes.update('client-1', { security_level: 'full_lockdown' })
const held = await client.messages.send('client-1', { to: 'ada@example.com', subject: 'Held', body: 'Held.' })
equal(held.status, 'withheld')
const [approval] = (await client.approvals.list({ status: 'pending' })).items
equal(approval!.message_id, held.id)
await client.approvals.approve(approval!.id)

// Nothing came: null, and soon.
equal(await client.messages.waitFor('client-2', { timeout: 1 }), null)

// The stream, from the first event on, broken off and taken up.
const seen: string[] = []
let lastEventId = 'evt_00000000000000000000000000'
for (let round = 0; round < 2; round++)
  for await (const event of client.events.stream({ lastEventId })) {
    seen.push(event.id)
    lastEventId = event.id
    break
  }
equal(new Set(seen).size, 2)
// One that breaks off before its first event goes on from where it began.
const resumed: (string | undefined)[] = []
const brittle = createServer((request, response) => {
  resumed.push(request.headers['last-event-id'] as string | undefined)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(
    resumed.length === 1 ? 'retry: 1\n\nid: evt_0\n\n: \n\n' : 'id: evt_1\nevent: message.sent\ndata: {}\n\n',
  )
})
await new Promise<void>((resolve) => brittle.listen(0, '127.0.0.1', resolve))
const { port } = brittle.address() as AddressInfo
const broken = new AgentEmail({ apiKey, baseUrl: `http://127.0.0.1:${port}` })
for await (const event of broken.events.stream()) {
  equal(event.id, 'evt_1')
  break
}
equal(resumed, [undefined, 'evt_0'])
brittle.closeAllConnections()
brittle.close()
const ended = new AbortController()
setTimeout(() => ended.abort(), 300)
for await (const _ of client.events.stream({ slug: 'client-3', signal: ended.signal })) ok(false)

// Errors, each of its class.
await rejects(client.inboxes.get('nowhere-to-be-found'), (error: ApiError) => {
  ok(error instanceof NotFoundError && error.code === 'not_found' && error.requestId!.startsWith('req_'))
  return true
})
await rejects(
  client.messages.send(slug, { to: 'nobody', subject: 'x', body: 'x' }),
  (error: ApiError) => error instanceof InvalidRequestError && error.details.length > 0,
)
// The key and the address of the environment, unless told.
equal((await new AgentEmail().messages.get(message.id)).id, message.id)
process.env.AGENT_EMAIL_KEY = ''
throws(() => new AgentEmail(), AgentEmailError)
process.env.AGENT_EMAIL_KEY = apiKey

await rejects(new AgentEmail({ apiKey: 'svc_live_nothing', baseUrl }).inboxes.list(), AuthenticationError)
await rejects(client.inboxes.get('..'), /slug must be given/)
const nobody = new AgentEmail({ apiKey, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
await rejects(nobody.inboxes.list(), ConnectionError)

// A service that fails now and then: tried again with the same key, for as long as it may pass.
const answers: [number, Record<string, string>, string][] = []
const asked: { key: string | undefined; url: string }[] = []
const flaky = createServer((request, response) => {
  asked.push({ key: request.headers['idempotency-key'] as string | undefined, url: request.url! })
  request.resume()
  const [status, headers, body] = answers.shift() ?? [0, {}, '']
  if (status > 0) response.writeHead(status, headers).end(body)
})
await new Promise<void>((resolve) => flaky.listen(0, '127.0.0.1', resolve))
const at = `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`
const patient = new AgentEmail({ apiKey, baseUrl: `${at}/api/v1/` })
const inbox = JSON.stringify({ id: 'inb_1', slug: 'made' })
answers.push(
  [429, { 'retry-after': '0' }, '{}'],
  [503, { 'retry-after': '0' }, 'a proxy’s page'],
  [201, {}, inbox],
)
equal((await patient.inboxes.create({ slug: 'made' })).slug, 'made')
equal(asked.length, 3)
ok(asked[0]!.key !== undefined)
equal(new Set(asked.map(({ key }) => key)).size, 1)
answers.push(
  [500, { 'retry-after': '0' }, '{}'],
  [500, { 'retry-after': '0' }, '{}'],
  [500, { 'retry-after': '0' }, '{}'],
)
await rejects(patient.inboxes.get('made'), ServiceError)
equal(asked.length, 6)
equal(asked[5]!.key, undefined)
answers.push([429, { 'retry-after': '3600' }, '{}'])
await rejects(
  patient.inboxes.get('made'),
  (error: ApiError) => error.status === 429 && error.retryAfter === 3_600,
)
answers.push([422, {}, JSON.stringify({ error: { code: 'validation_error', message: 'No.', status: 422 } })])
await rejects(patient.inboxes.get('made'), (error: ApiError) => error.message === 'No.')
equal(asked.length, 8)

// A wait goes on where the one before ended, in place of where it began.
answers.push(
  [200, {}, JSON.stringify({ message: null, next_cursor: 'next' })],
  [200, {}, JSON.stringify({ message: { id: 'msg_1' }, next_cursor: 'last' })],
)
const since = '2026-01-01T00:00:00Z'
equal((await patient.messages.waitFor('made', { since, from: 'ada' }))?.id, 'msg_1')
const [begun, goneOn] = asked.slice(8).map(({ url }) => new URL(url, at).searchParams)
equal([begun!.get('since'), begun!.get('cursor'), begun!.get('from')], [since, null, 'ada'])
equal(begun!.get('timeout'), '55')
equal([goneOn!.get('since'), goneOn!.get('cursor'), goneOn!.get('from')], [null, 'next', 'ada'])
// One whose answer was lost is made again for what came meanwhile, and for the rest of the time.
answers.push(
  [503, { 'retry-after': '0' }, ''],
  [200, {}, JSON.stringify({ message: { id: 'msg_2' }, next_cursor: 'next' })],
)
equal((await patient.messages.waitFor('made', { timeoutSeconds: 50 }))?.id, 'msg_2')
const [lost, again] = asked.slice(10).map(({ url }) => new URL(url, at).searchParams)
equal([lost!.get('waited'), lost!.get('timeout')], [null, '50'])
const [waited, timeout] = [Number(again!.get('waited')), Number(again!.get('timeout'))]
ok(waited >= 1 && timeout > 0 && waited + timeout <= 53)
await rejects(
  new AgentEmail({ apiKey, baseUrl: at, timeoutMs: 50, maxRetries: 0 }).inboxes.list(),
  TimeoutError,
)
flaky.closeAllConnections()
flaky.close()

// Webhooks: by either secret, and by no other.
const secret = (await client.webhooks.get('client-0')).secret
const now = Date.now()
const payload = JSON.stringify({
  event: 'message.received',
  timestamp: new Date(now).toISOString(),
  data: { id: 'msg_1' },
})
const signed = (by: string, at = Math.floor(now / 1_000)) => {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`wh_1.${at}.${payload}`).digest('base64')
  return {
    'Webhook-Id': 'wh_1',
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,AAAA v1,${signature}`,
  }
}
equal((await verifyWebhook(payload, signed(secret), secret)).event, 'message.received')
const other = `whsec_${Buffer.from('another secret of 24 byte').toString('base64')}`
const verified = await client.webhooks.verify(Buffer.from(payload), new Headers(signed(other)), [
  secret,
  other,
])
ok(verified.event === 'message.received' && verified.data.id === 'msg_1')
for (const [body, headers, secrets] of [
  [payload, signed(other), secret],
  [`${payload} `, signed(secret), secret],
  [payload, signed(secret, Math.floor(now / 1_000) - 301), secret],
  [payload, {}, secret],
  [payload, { ...signed(secret), 'webhook-signature': 'v1,%%%' }, secret],
] as const)
  await rejects(verifyWebhook(body, headers, secrets), WebhookVerificationError)

console.log(JSON.stringify({ done: true }))
