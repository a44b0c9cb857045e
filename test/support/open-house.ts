/** The whole service in this process, with an account, an inbox and a webhook receiver: for tests and tools. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '../../config/config.ts'
import { type Service, startService } from '../../services/main.ts'
import type { Envelope } from '../../shared/domain/authentication.ts'
import type { Inbox } from '../../shared/domain/inbox.ts'
import type { Message } from '../../shared/domain/message.ts'
import { createLog } from '../../shared/lib/log.ts'
import { type Database, openDatabase } from '../../shared/store/database.ts'
import type { Answer, Json } from './api.ts'
import { placeCertificate } from './certificate.ts'
import { startDnsServer, type ZoneEntry } from './dns-server.ts'
import { type MailFields, mailText } from './mail-text.ts'
import { nameServer, processThreads } from './process-threads.ts'
import { sendMail } from './smtp-client.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

/** What became of a mail that was sent in. */
export interface Sent {
  /** Of the first inbox it was for. */
  id: string
  /** One an inbox. */
  ids: string[]
  /** The bytes as they went over the wire, without dot-stuffing. */
  raw: Buffer
}

/** The envelope of a mail; both have ordinary values unless given. */
export interface EnvelopeFields {
  mailFrom?: string
  rcptTo?: string[]
}

export interface House {
  service: Service
  smtpPort: number
  httpUrl: string
  /** Its DATA_DIR. */
  dataDir: string
  /** For a look at what the API doesn't show. */
  database: Database
  /** Where webhooks of inboxes made with {@link createInbox} and `webhook_url: house.receiver.url` go. */
  receiver: WebhookReceiver
  /** `host:port` of the name server that senders are looked up at. */
  nameServer: string
  /** The account's key of mode live, with all scopes. */
  key: string
  sandboxKey: string
  /** An inbox without a webhook. */
  inbox: Inbox
  /** Calls the API below /api/v1 over HTTP, with the account's live key unless another is given. */
  api(method: string, path: string, body?: unknown, options?: { key?: string }): Promise<Answer>
  /** Makes an inbox; its slug is a new one unless given. */
  createInbox(fields?: Record<string, unknown>): Promise<Inbox>
  /** Sends a mail in over SMTP, to `house.inbox` unless the envelope says otherwise. @throws SmtpRefusal. */
  send(mail: string | Uint8Array | MailFields, envelope?: EnvelopeFields): Promise<Sent>
  /** The message as the API shows it. */
  message(id: string): Promise<Message>
  /** The SMTP envelope kept with the message; the API doesn't show it. */
  envelope(id: string): Promise<Envelope>
  /** The bytes of the message as the API hands them out. @throws where it doesn't. */
  raw(id: string): Promise<Buffer>
  /** Resolves when no job is waiting, being worked on or due later. @throws after `timeoutMs`. */
  drain(timeoutMs?: number): Promise<void>
  /** Ends the service as SIGTERM does, and what stands around it. */
  stop(): Promise<void>
}

const defaults = {
  SMTP_PORT: '0',
  HTTP_PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_SECOND: '0',
  SIGNUPS_PER_HOUR: '1000000',
  INBOUND_PER_MINUTE: '0',
  INBOUND_PER_MINUTE_PER_PEER: '0',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  WEBHOOK_RETRY_DELAYS: '0,0,0,0,0',
  SECRET_KEY: 'the secret key of a house that lives for one test file',
  LOG_LEVEL: 'fatal',
}

/** Settings that threads start with: a house that has one of them, or names to look up, has threads of its own. */
const ofThreads = /^(?:DNS_SERVERS|LLM_|RISK_SCORERS|RSPAMD_|SPAMD_)/

/**
 * Starts it on the database and clamd given; `settings` are environment variables, over those of a test; `names` what
 * its name server knows, nothing else.
 */
export async function openHouse(
  settings: { DATABASE_URL: string; CLAMAV_URL: string; [name: string]: string },
  names?: Record<string, ZoneEntry>,
): Promise<House> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-email-house-'))
  placeCertificate(dataDir)
  const receiver = await WebhookReceiver.start()
  const dns = names === undefined ? undefined : await startDnsServer(names)
  const shares = dns === undefined && !Object.keys(settings).some((name) => ofThreads.test(name))
  const { address } = dns ?? { address: nameServer }
  const config = parseConfig({ ...defaults, DATA_DIR: dataDir, DNS_SERVERS: address, ...settings })
  const service = await startService(config, shares ? processThreads : undefined)
  const database = openDatabase(settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL, 2, createLog('fatal'))
  const smtpPort = service.smtp?.port ?? 0
  const httpUrl = `http://${service.http?.host}:${service.http?.port}`
  const stop = async () => {
    await service.stop()
    await database.close()
    await receiver.stop()
    await dns?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  async function request(
    method: string,
    path: string,
    body: unknown,
    key: string | undefined,
  ): Promise<Response> {
    return fetch(`${httpUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async function call(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    const response = await request(method, path, body, key)
    const text = await response.text()
    const json = (response.headers.get('content-type') ?? '').startsWith('application/json')
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (json && text !== '' ? JSON.parse(text) : {}) as Json,
      text,
    }
  }

  async function succeed(what: string, answer: Promise<Answer>): Promise<Answer> {
    const { status, text } = await answer
    if (status >= 300) throw new Error(`${what}: ${status} ${text}`)
    return answer
  }

  let slugs = 0
  async function createInbox(key: string, fields: Record<string, unknown>): Promise<Inbox> {
    const slug = `agent-${Date.now().toString(36)}-${++slugs}`
    const answer = await succeed('create inbox', call('POST', '/inboxes', { slug, ...fields }, key))
    return answer.body as unknown as Inbox
  }

  try {
    const signup = await succeed(
      'signup',
      call('POST', '/signup', { organization_name: 'Acme', contact_email: 'ops@acme.example' }),
    )
    const key = String(signup.body.api_key?.key)
    // Tests make more calls than the free credits of an account pay for.
    await database.query('update accounts set credits = 1000000')
    const inbox = await createInbox(key, {})

    return {
      service,
      smtpPort,
      httpUrl,
      dataDir,
      database,
      receiver,
      nameServer: address,
      key,
      sandboxKey: String(signup.body.sandbox_api_key?.key),
      inbox,
      api: (method, path, body, options) => call(method, path, body, options?.key ?? key),
      createInbox: (fields = {}) => createInbox(key, fields),
      async send(mail, { mailFrom = 'ada@sender.example', rcptTo = [inbox.address] } = {}) {
        const given = typeof mail === 'string' || mail instanceof Uint8Array ? mail : mailText(mail)
        const reply = await sendMail({ port: smtpPort, from: mailFrom, to: rcptTo, raw: given })
        const ids = reply.lines.join(' ').match(/msg_[0-9a-z]+/g) ?? []
        const text = Buffer.from(given).toString('latin1').replaceAll(/\r?\n/g, '\r\n')
        return {
          id: ids[0] ?? '',
          ids,
          raw: Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1'),
        }
      },
      async message(id) {
        const answer = await succeed('get message', call('GET', `/messages/${id}`, undefined, key))
        return answer.body as unknown as Message
      },
      async envelope(id) {
        const rows = await database.query<{ envelope: Envelope }>(
          'select envelope from envelopes where message_id = $1',
          [id],
        )
        return rows[0]!.envelope
      },
      async raw(id) {
        const response = await request('GET', `/messages/${id}/raw`, undefined, key)
        if (!response.ok) throw new Error(`get raw message: ${response.status} ${await response.text()}`)
        return Buffer.from(await response.arrayBuffer())
      },
      async drain(timeoutMs = 240_000) {
        const before = Date.now() + timeoutMs
        for (;;) {
          const [row] = await database.query<{ count: number; queues: string }>(
            `select count(*)::int as count, string_agg(distinct name, ', ') as queues from pgboss.job
             where name not like '\\_\\_%' and state in ('created', 'retry', 'active')`,
          )
          if (row!.count === 0) return
          if (Date.now() > before) throw new Error(`${row!.count} jobs are left in ${row!.queues}`)
          await sleep(20)
        }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
