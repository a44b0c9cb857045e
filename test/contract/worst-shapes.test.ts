/** Every field of every endpoint is given the worst that is known, at its size limit: nothing holds the event loop. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandedDocument, servedDocument } from '../../services/api/openapi/served.ts'
import type { OpenApiDocument } from '../../services/api/openapi/types.ts'
import { endpointDefinitions } from '../../shared/api/endpoints/index.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import { errorTable } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import { createTestApi, type Planted, plantMessage, type TestAccount, type TestApi } from '../support/api.ts'
import { clamdUrl } from '../support/clamd.ts'
import { LoopReference, withLoopReference } from '../support/loop-reference.ts'
import { type Attempt, attempts, filled, makeOneOfEach, type Owner } from '../support/one-of-each.ts'
import { ServiceProcess } from '../support/service-process.ts'
import { worstBodies, worstQueries, worstStrings } from '../support/worst-shapes.ts'

let api: TestApi
let account: TestAccount
let owner: Owner
let service: ServiceProcess
let reference: LoopReference
let document: OpenApiDocument
beforeAll(async () => {
  document = expandedDocument(servedDocument())
  api = await createTestApi()
  account = await api.signUp()
  owner = await makeOneOfEach(api, account.sandboxKey, account.sandboxTenantId, 'target')
  service = await ServiceProcess.start({
    ROLES: 'api',
    DATABASE_URL: api.databaseUrl,
    SECRET_KEY: 'test secret of at least 32 characters',
    CLAMAV_URL: clamdUrl(),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...withLoopReference,
  })
  reference = new LoopReference(service.log)
})
afterAll(async () => {
  await service?.stop()
  await api.close()
})

interface Asked {
  method: string
  url: string
  what: string
  body?: string
  headers?: Record<string, string>
  /** Runs when it was refused: what it names is as it was. */
  refused?: () => void
}

/** Characters of an answer that refuses: twenty details, and no more. */
const refusalCharacters = 10_000

let callers = 0
/** What is said of an answer that is none of ours; empty where it is as it should be. */
async function complaintOf({ method, url, what, body, headers = {}, refused }: Asked): Promise<string> {
  const response = await fetch(`${service.apiUrl}/api/v1${url}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${owner.key}`,
      // Each from a network of its own: what limits networks is not what is tested here.
      'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers++ & 255}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (stream) await response.body?.cancel()
  if (response.status < 400) {
    // Read to its end, which is sent in pieces where it is long; nothing asks what it says.
    if (!stream) await response.arrayBuffer()
    return ''
  }
  refused?.()
  const text = stream ? '' : await response.text()
  if (text.length > refusalCharacters) return `${what} → ${response.status}: ${text.length} characters`
  const said = `${what} → ${response.status} ${text.slice(0, 300)}`
  if (response.status >= 500) return said
  try {
    const { error } = JSON.parse(text) as { error: { code: keyof typeof errorTable; details?: unknown[] } }
    const fits = errorTable[error.code].http === response.status
    return fits && (error.details ?? []).length <= limits.errorDetails ? '' : said
  } catch {
    return said
  }
}

/** The lines by which the service tells, since `from` lines of its log, that its event loop was held. */
const heldSince = (from: number): string[] =>
  service.log.slice(from).filter((line) => {
    const { msg, work } = JSON.parse(line) as { msg?: string; work?: string }
    // Of its start there is none yet that could be asked.
    return msg === 'the event loop was held' && work !== 'unknown'
  })

/**
 * Whether more was computed in one go than the loop may be held for. What it computed meanwhile counts, and not how long
 * that took: on a machine that is busy with something else, all takes long. A busy one computes longer, too, and so does a
 * slow one: it is held against a reference that was computed on the same loop at the same time, also just behind it.
 */
function isStall(line: string): boolean {
  const { cpu_ms, time } = JSON.parse(line) as { cpu_ms: number; time: string }
  return reference.usual(cpu_ms, time) >= limits.loopHeldMs
}

/** Asks so many at once, and answers how many there were, complaints, and stalls with what had been asked then. */
async function driven(
  asked: AsyncGenerator<Asked>,
  together: number,
): Promise<{ count: number; complaints: string[] }> {
  const complaints: string[] = []
  const held: { what: string; line: string }[] = []
  let count = 0
  const work = async () => {
    for await (const one of { [Symbol.asyncIterator]: () => ({ next: () => asked.next() }) }) {
      const from = service.log.length
      const complaint = await complaintOf(one)
      count++
      if (complaint !== '') complaints.push(complaint)
      for (const line of heldSince(from)) held.push({ what: one.what, line })
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  for (const { what, line } of held) if (isStall(line)) complaints.push(`${what}: ${line}`)
  return { count, complaints }
}

const operations = endpointDefinitions.map(({ definition, endpoint }) => {
  const { method, paths } = endpoint
  return { name: definition.name, definition, method, path: paths[0] }
})
const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path]![method.toLowerCase()]!

const reads = ({ name }: { name: EndpointName }): boolean => name === 'backtest_policy'

/** An attempt at an operation, all of which is as it should be, whatever others have made of what they named. */
const attemptOf = (name: EndpointName): ((owner: Owner) => Attempt | Promise<Attempt>) =>
  name === 'update_draft'
    ? // One that holds a long text has no room for another.
      async (owner) => ({ ...(await attempts.delete_draft(owner)), ...(await attempts.update_draft(owner)) })
    : attempts[name]

/** Bodies that one contract reads and one function takes from there: a shape of a field is the same to all of them. */
const oneWay: readonly (readonly EndpointName[])[] = [
  ['send_message', 'reply_to_message', 'reply_all_to_message', 'forward_message'],
  ['create_draft', 'update_draft'],
]
/** What each of them is given all the same: every field at its limit, of one shape. */
const ofEach = new Set(['letters', 'digits', 'many keys', 'many of examples', 'Markdown, nested quotes'])

test('no field of any body', { timeout: 600_000 }, async () => {
  // A backtest reads what all others have left, as it does once below: what it is given is tried before.
  const inOrder = operations.toSorted((a, b) => Number(reads(b)) - Number(reads(a)))
  const waysMet = oneWay.map((names) => ({ names, met: new Set<string>() }))
  async function* bodies(): AsyncGenerator<Asked> {
    for (const operation of inOrder) {
      const attempt = attemptOf(operation.name)
      const first = await attempt(owner)
      const left: Attempt[] = [first]
      const met = waysMet.find(({ names }) => names.includes(operation.name))?.met
      for (const worst of worstBodies(operationOf(operation), document, first.body)) {
        const tried = `${worst.field}: ${worst.shape} (${worst.size})`
        if (met?.has(tried) === true && !ofEach.has(worst.shape)) continue
        met?.add(tried)
        const next = left.pop() ?? (await attempt(owner))
        yield {
          method: operation.method,
          url: filled(operation.path, { ...owner.resources, ...next.resources }),
          what: `${operation.name} ${tried}`,
          body: JSON.stringify(worst.body),
          refused: () => left.push(next),
        }
      }
      await api.database.query("delete from policies where name <> 'victim'")
    }
  }
  const { count, complaints } = await driven(bodies(), 2)
  expect(complaints).toEqual([])
  expect(count).toBeGreaterThan(1_000)
})

test('no parameter of any query, and none of many', { timeout: 600_000 }, async () => {
  async function* queries(): AsyncGenerator<Asked> {
    for (const operation of operations) {
      const { resources, body } = await attempts[operation.name](owner)
      const path = filled(operation.path, { ...owner.resources, ...resources })
      // What it names would be gone for the others.
      if (operation.method === 'DELETE' || operation.name === 'sign_up') continue
      for (const { field, shape, query } of worstQueries(operationOf(operation)))
        yield {
          method: operation.method,
          url: `${path}?${operation.name === 'wait_for_message' ? 'timeout=1&' : ''}${query}`,
          what: `${operation.name} ?${field}: ${shape}`,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }
    }
  }
  const { count, complaints } = await driven(queries(), 25)
  expect(complaints).toEqual([])
  expect(count).toBeGreaterThan(1_000)
})

test('no header that is read, and no path', { timeout: 600_000 }, async () => {
  const names = [
    'authorization',
    'idempotency-key',
    'if-none-match',
    'last-event-id',
    'stripe-signature',
    'x-forwarded-for',
    'cookie',
    'content-type',
    'accept',
    'host',
  ]
  async function* headers(): AsyncGenerator<Asked> {
    for (const [shape, text] of worstStrings(7_000)) {
      const value = text.replaceAll(/[^\x20-\x7e]/g, '~').trim()
      for (const name of names)
        for (const [method, url] of [
          ['GET', '/inboxes'],
          ['GET', '/events'],
          ['POST', '/inboxes'],
          ['POST', '/billing/stripe/webhook'],
        ] as const)
          yield {
            method,
            url,
            what: `${method} ${url} ${name}: ${shape}`,
            headers: { [name]: name === 'authorization' ? `Bearer ${value}` : value },
            ...(method === 'GET' ? {} : { body: '{}' }),
          }
      for (const { path, method } of operations)
        if (path.includes('{') && method !== 'DELETE')
          yield {
            method,
            url: path.replaceAll(/\{\w+\}/g, encodeURIComponent(text.slice(0, 150).toWellFormed())),
            what: `${method} ${path}: ${shape}`,
          }
    }
  }
  const { count, complaints } = await driven(headers(), 10)
  expect(complaints).toEqual([])
  expect(count).toBeGreaterThan(1_000)
})

test('no file of the largest size', { timeout: 600_000 }, async () => {
  const content = Buffer.alloc(18_000_000, 'It left our house. ').toString('base64')
  const mail = { to: 'ada@peer.example', subject: 'Order 1815', body: 'It left.' }
  const attachments = (one: string, count = 1) =>
    Array.from({ length: count }, (_, n) => ({
      filename: `${n}.txt`,
      content_type: 'text/plain',
      content: one,
    }))
  const eml = (text: string) =>
    Buffer.from(`From: ada@peer.example\r\nTo: target@inbox.localhost\r\n\r\n${text}`).toString('base64')
  const key = { 'idempotency-key': 'large-1' }
  const send = '/inboxes/target/messages'
  const all: [string, string, unknown, Record<string, string>?][] = [
    ['a file, once', send, { ...mail, attachments: attachments(content) }, key],
    ['a file, again', send, { ...mail, attachments: attachments(content) }, key],
    ['a hundred files', send, { ...mail, attachments: attachments(content.slice(0, 240_000), 100) }],
    ['too large a file', send, { ...mail, attachments: attachments(content + content.slice(0, 18_000_000)) }],
    ['no base64', send, { ...mail, attachments: attachments(`${content}!`) }],
    ['a subject', send, { ...mail, subject: content }],
    ['a recipient', send, { ...mail, to: content }],
    ['URIs', send, { ...mail, list_unsubscribe: '>,<'.repeat(9_000_000) }],
    ['wide text', send, { ...mail, body: '漢'.repeat(12_000_000) }],
    ['a mail to analyse', '/analyze', { raw: eml('It left our house.\r\n'.repeat(900_000)) }],
    ['one line to analyse', '/analyze', { raw: eml(' '.repeat(18_000_000)) }],
    ['no base64 to analyse', '/analyze', { raw: `${content}!` }],
  ]
  async function* files(): AsyncGenerator<Asked> {
    for (const [what, url, body, headers = {}] of all)
      yield { method: 'POST', url, what, headers, body: JSON.stringify(body) }
  }
  const { complaints } = await driven(files(), 1)
  expect(complaints).toEqual([])
})

test('no list of long texts, and no backtest over them', { timeout: 600_000 }, async () => {
  const long = 'It left our house. '.repeat(52_000)
  const planted = { status: 'clean', verdict: 'clean', body: long, bodySanitized: long, html: long }
  const plant = (message: Planted) =>
    plantMessage(api.database, account.sandboxTenantId, owner.inboxId, message)
  const { id, threadId } = await plant(planted)
  const others: string[] = []
  while (others.length < limits.pageMax - 1)
    others.push((await plant({ ...planted, threadId, body: 'It left.', bodySanitized: '', html: '' })).id)
  // From row to row they are not compressed anew.
  await api.database.query(
    `update message_contents c set body = o.body, body_sanitized = o.body_sanitized, html = o.html from message_contents o
     where o.tenant_id = $1 and o.message_id = $2 and c.tenant_id = $1 and c.message_id = any($3)`,
    [account.sandboxTenantId, id, others],
  )
  async function* lists(): AsyncGenerator<Asked> {
    for (const url of [
      `/inboxes/target/messages?limit=${limits.pageMax}`,
      `/inboxes/target/threads/${threadId}`,
      '/inboxes/target/threads',
    ])
      yield { method: 'GET', url, what: url }
    const { body } = await attempts.backtest_policy(owner)
    yield { method: 'POST', url: '/policies/backtest', what: 'backtest_policy', body: JSON.stringify(body) }
  }
  const { complaints } = await driven(lists(), 1)
  expect(complaints).toEqual([])
})

test('of all this, nothing held the event loop of the service', async () => {
  // Ended, it has said all that it had to say.
  await service.stop()
  expect(heldSince(0).filter(isStall)).toEqual([])
  // Without it, a slow machine would be taken for a fast one.
  expect(reference.count).toBeGreaterThan(0)
  expect(service.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([])
})
