/** The API on a database of its own, called without a socket; and shortcuts for what most tests begin with. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Config, parseConfig } from '../../config/config.ts'
import { createApi } from '../../services/api/api.ts'
import type { ApiDeps } from '../../shared/api/deps.ts'
import { Door } from '../../shared/api/door.ts'
import { createBilling } from '../../shared/billing/index.ts'
import type { Envelope } from '../../shared/domain/authentication.ts'
import { newId } from '../../shared/domain/ids.ts'
import type { ParsedMail } from '../../shared/domain/parsed-mail.ts'
import { EventFeed } from '../../shared/flow/events/feed.ts'
import { EventStreams } from '../../shared/flow/events/open-stream.ts'
import { Waiters } from '../../shared/flow/events/wait.ts'
import { Keyring } from '../../shared/lib/keyring.ts'
import { createLog } from '../../shared/lib/log.ts'
import { PostgresListener } from '../../shared/lib/postgres-listener.ts'
import { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import { Queue } from '../../shared/queue/queue.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import { Reads } from '../../shared/store/reads.ts'
import { DescribedApi } from './described.ts'
import { outboundParts } from './outbound-parts.ts'
import { createDatabase } from './postgres.ts'
import { processThreads } from './process-threads.ts'
import { readHere } from './read-here.ts'

/** A response: its status, headers, and body as parsed JSON (empty object where there is none). */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Json
  text: string
}
/** JSON of unknown shape: tests look into it freely, and assert what they find. */
export interface Json {
  readonly [key: string]: Json | undefined
}

/** The array of a list response. */
export const itemsOf = (answer: Answer, name: string): Json[] => answer.body[name] as unknown as Json[]

export interface TestAccount {
  accountId: string
  liveKey: string
  sandboxKey: string
  tenantId: string
  sandboxTenantId: string
}

export interface TestApi {
  app: FastifyInstance
  /** What `app` is a shell over. */
  door: Door
  /** As the owner of the tables, for a look at what the API doesn't show. */
  database: Database
  databaseUrl: string
  /** As the service connects. */
  serviceUrl: string
  /** What the API asks, for tests that listen in. */
  serviceDatabase: Database
  queue: Queue
  keyring: Keyring
  /** What wakes streams and waiting requests. */
  feed: EventFeed
  /** Calls the API below /api/v1 with a key. */
  call(
    method: string,
    path: string,
    key?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Calls any path. @throws where request and answer are not as the OpenAPI document describes them. */
  inject(options: InjectOptions): Promise<Answer>
  signUp(): Promise<TestAccount>
  balance(accountId: string): Promise<number>
  /** The API as another process has it, which shares nothing with this one but the database; the caller closes it. */
  anotherProcess(others?: Partial<ApiDeps>): Promise<FastifyInstance>
  close(): Promise<void>
}

/** Settings that no test of the API wants in its way, unless it says so. */
const relaxed = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_SECOND: '0',
  SIGNUPS_PER_HOUR: '1000000',
  LOG_LEVEL: 'fatal',
}

const described = new DescribedApi()

/** What a payload says; undefined where there is none, or it isn't JSON. */
function jsonOf(payload: InjectOptions['payload']): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  try {
    return JSON.parse(String(payload))
  } catch {
    return undefined
  }
}

/** Builds the API; `settings` are environment variables, `parts` replaces dependencies. */
export async function createTestApi(
  settings: Record<string, string> = {},
  parts: Partial<ApiDeps> = {},
): Promise<TestApi> {
  const testDatabase = await createDatabase()
  const config: Config = parseConfig({ ...relaxed, ...settings })
  const log = createLog(config.LOG_LEVEL)
  const own = openDatabase(testDatabase.url, 4, log)
  const database = openDatabase(testDatabase.serviceUrl, 10, log)
  const queue = new Queue(testDatabase.serviceUrl, log)
  const readers = openDatabase(testDatabase.serviceUrl, 4, log)
  const canceller = openDatabase(testDatabase.serviceUrl, 1, log)
  await queue.start()
  const keyring = new Keyring('test secret of at least 32 characters')
  const webhooks = new GuardedFetch({ allowHttp: true, allowedHosts: ['127.0.0.1'] })
  const feed = new EventFeed(database, new PostgresListener(testDatabase.serviceUrl, log), log)
  await feed.start()
  const { outbound, close: closeOutbound } = outboundParts(config, {
    database,
    queue,
    assessors: parts.assessors ?? processThreads.assessors,
    keyring,
    log,
  })
  const deps: ApiDeps = {
    config,
    log,
    database,
    reads: Reads.of(database, readers, 4, canceller),
    queue,
    keyring,
    assessors: processThreads.assessors,
    parser: {
      attachment: async () => null,
      sanitizeHtml: async (html) => html,
      readForAgent: readHere,
    },
    outbound,
    checkWebhookUrl: async () => {},
    webhooks,
    billing: createBilling(config),
    streams: new EventStreams({ database, feed, log }),
    waiters: new Waiters(database, feed),
    policiesChanged: () => {},
    ready: async () => true,
    ...parts,
  }
  const door = new Door(deps)
  const app = await createApi(deps, door)
  const inject = async (options: InjectOptions): Promise<Answer> => {
    const response = await app.inject(options)
    const complaints = described.complaints({
      method: options.method ?? 'GET',
      url: String(options.url),
      requestBody: jsonOf(options.payload),
      status: response.statusCode,
      contentType: String(response.headers['content-type'] ?? ''),
      text: response.payload,
      retryAfter: response.headers['retry-after'] as string | undefined,
    })
    if (complaints.length > 0) throw new Error(`not as the OpenAPI document says: ${complaints.join('\n')}`)
    const json = String(response.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: (json && response.payload !== '' ? JSON.parse(response.payload) : {}) as Json,
      text: response.payload,
    }
  }
  const call: TestApi['call'] = (method, path, key, body, headers = {}) =>
    inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  return {
    app,
    door,
    database: own,
    databaseUrl: testDatabase.url,
    serviceUrl: testDatabase.serviceUrl,
    serviceDatabase: database,
    queue,
    keyring,
    call,
    inject,
    anotherProcess: (others = {}) => createApi({ ...deps, ...others }),
    async signUp() {
      const { status, body, text } = await call('POST', '/signup', undefined, {
        organization_name: 'Acme',
        contact_email: 'ops@acme.example',
      })
      if (status !== 201) throw new Error(`signup failed: ${text}`)
      const accountId = String(body.account?.id)
      const tenants = await own.query<{ id: string; mode: string }>(
        'select id, mode from tenants where account_id = $1',
        [accountId],
      )
      const tenant = (mode: string) => tenants.find((one) => one.mode === mode)!.id
      return {
        accountId,
        liveKey: String(body.api_key?.key),
        sandboxKey: String(body.sandbox_api_key?.key),
        tenantId: tenant('live'),
        sandboxTenantId: tenant('sandbox'),
      }
    },
    async balance(accountId) {
      const rows = await own.query<{ credits: number }>('select credits from accounts where id = $1', [
        accountId,
      ])
      return rows[0]!.credits
    },
    feed,
    async close() {
      await feed.stop()
      await app.close()
      await door.settled()
      await closeOutbound()
      await queue.stop()
      await webhooks.close()
      await database.close()
      await own.close()
      await readers.close()
      await canceller.close()
      await testDatabase.drop()
    },
  }
}

/** A message to be put into the store as it would be after its assessment. */
export interface Planted {
  direction?: 'inbound' | 'outbound'
  status?: string
  verdict?: string | null
  riskScore?: number
  subject?: string
  body?: string
  bodySanitized?: string
  html?: string | null
  threadId?: string
  createdAt?: string
  raw?: string
  scanRaw?: string
  attachments?: { filename?: string; contentType?: string; scanStatus: string }[]
}

/** What is kept of a planted mail's head, and of its envelope. */
const author = { name: 'Ada', address: 'ada@example.com' }
const recipient = { name: '', address: 'agent@inbox.localhost' }
const plantedMail: Omit<
  ParsedMail,
  'headers' | 'body' | 'bodySanitized' | 'extractedText' | 'html' | 'attachments' | 'subject'
> = {
  from: author,
  to: recipient.address,
  cc: '',
  replyTo: '',
  toMailboxes: [recipient],
  ccMailboxes: [],
  replyToMailboxes: [],
  messageId: null,
  inReplyTo: [],
  references: [],
  date: null,
  needsScan: false,
  findings: [],
  hidden: [],
  links: [],
  hasForm: false,
}
const plantedEnvelope: Envelope = {
  peerAddress: '192.0.2.1',
  helo: 'peer.example',
  mailFrom: author.address,
  rcptTo: [],
  tls: null,
}

/** Puts a message straight into the store, with its thread, raw bytes and attachments; answers their ids. */
export async function plantMessage(
  database: Database,
  tenantId: string,
  inboxId: string,
  planted: Planted = {},
): Promise<{ id: string; threadId: string; attachmentIds: string[] }> {
  const {
    direction = 'inbound',
    status = 'clean',
    subject = 'Order',
    body = 'Hello.',
    attachments = [],
  } = planted
  const createdAt = planted.createdAt ?? new Date().toISOString()
  const id = newId('message', Date.parse(createdAt))
  const threadId = planted.threadId ?? newId('thread')
  const verdict = planted.verdict === undefined ? 'clean' : planted.verdict
  const riskScore = planted.riskScore ?? 3
  const analysis = verdict === null ? null : { risk_score: riskScore, summary: 'Test.', detections: [] }
  await database.query(
    `insert into threads (tenant_id, id, inbox_id, subject, message_count, last_message_at, created_at)
     values ($1, $2, $3, $4, 1, $5, $5) on conflict (tenant_id, id) do update set
       message_count = threads.message_count + 1, last_message_at = greatest(threads.last_message_at, excluded.last_message_at)`,
    [tenantId, threadId, inboxId, subject, createdAt],
  )
  await database.query(
    `insert into messages (tenant_id, id, inbox_id, thread_id, direction, status, verdict, risk_score, security_analysis, "from",
       from_name, "to", cc, reply_to, subject, message_id, scan, size_bytes, has_attachments, duplicate_hash, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'ada@example.com', 'Ada', 'agent@inbox.localhost', '', '', $10, $11, $12,
       100, $13, decode(md5($2), 'hex'), $14, $14)`,
    [
      tenantId,
      id,
      inboxId,
      threadId,
      direction,
      status,
      verdict,
      analysis === null ? null : riskScore,
      analysis === null ? null : JSON.stringify(analysis),
      subject,
      `${id}@example.com`,
      planted.scanRaw === undefined
        ? null
        : JSON.stringify({ raw: { status: planted.scanRaw }, attachments: [] }),
      attachments.length > 0,
      createdAt,
    ],
  )
  await database.query(
    `insert into message_contents (tenant_id, message_id, headers, body, body_sanitized, html, parsed, envelope)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tenantId,
      id,
      JSON.stringify([{ name: 'Subject', value: subject }]),
      body,
      planted.bodySanitized ?? null,
      planted.html ?? null,
      JSON.stringify({ ...plantedMail, subject }),
      JSON.stringify(plantedEnvelope),
    ],
  )
  await database.query(
    `insert into raw_messages (tenant_id, message_id, sha256, content) values ($1, $2, '', convert_to($3, 'UTF8'))`,
    [tenantId, id, planted.raw ?? `Subject: ${subject}\r\n\r\n${body}\r\n`],
  )
  await database.query(
    'update inboxes set message_count = message_count + 1 where tenant_id = $1 and id = $2',
    [tenantId, inboxId],
  )
  const attachmentIds = []
  for (const [
    index,
    { filename = 'a.txt', contentType = 'text/plain', scanStatus },
  ] of attachments.entries()) {
    const attachmentId = newId('attachment')
    attachmentIds.push(attachmentId)
    await database.query(
      `insert into attachments (tenant_id, id, inbox_id, message_id, index, filename, content_type, size_bytes, sha256, inline,
         scan_status, created_at) values ($1, $2, $3, $4, $5, $6, $7, 5, '', false, $8, $9)`,
      [tenantId, attachmentId, inboxId, id, index, filename, contentType, scanStatus, createdAt],
    )
  }
  return { id, threadId, attachmentIds }
}
