/** Keys and secrets are nowhere but in the answers that give them out: not in the database, not in the log. */

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { type Json, ServiceFleet, type ServiceProcess } from '../support/service-process.ts'
import { sendMail } from '../support/smtp-client.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'
import { StripeServer } from '../support/stripe-server.ts'

const relay = { user: 'mailer', pass: 'opensesame-of-the-relay' }
const llmKey = 'sk-llm-0123456789-secret'
const dkimKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const words = 'the heron stands at the weir'

let folder: string
let database: TestDatabase
let stripe: StripeServer
let peer: SmtpPeer
let fleet: ServiceFleet
let service: ServiceProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-secrets-'))
  writeFileSync(join(folder, 'dkim.pem'), dkimKey, { mode: 0o600 })
  database = await createDatabase()
  stripe = await StripeServer.start()
  peer = await SmtpPeer.start({ password: relay.pass })
  fleet = new ServiceFleet({
    ...stripe.settings,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
    LLM_URL: 'http://127.0.0.1:9/v1',
    LLM_MODEL: 'none',
    LLM_API_KEY: llmKey,
    RELAY_URL: `smtp://${relay.user}:${relay.pass}@127.0.0.1:${peer.port}?tls=off`,
    DKIM_DOMAIN: 'inbox.localhost',
    DKIM_SELECTOR: 'one',
    DKIM_PRIVATE_KEY_FILE: join(folder, 'dkim.pem'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  })
  service = await fleet.start()
})
afterAll(async () => {
  await fleet.end()
  await stripe.stop()
  await peer.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Calls the API, whatever comes of it. */
async function call(method: string, path: string, key?: string, body?: unknown, headers = {}): Promise<Json> {
  const response = await fetch(`${service.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return (text.startsWith('{') ? JSON.parse(text) : {}) as Json
}

async function everyTable(): Promise<string> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const { rows: own } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t`,
      )
      texts.push(...own.map(({ row }) => `${name} ${row}`))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

test('a day in the life of an account leaves no key and no secret behind', async () => {
  const signup = { organization_name: 'Acme', contact_email: 'ops@acme.example' }
  const once = { 'idempotency-key': '6f0c1b2e-8a5d-4c57-9d5e-3f2a7c1b9e10' }
  const account = await call('POST', '/signup', undefined, signup, once)
  const again = await call('POST', '/signup', undefined, signup, once)
  expect(again, 'replayed').toEqual(account)
  const live = String(account.api_key?.key)
  const sandbox = String(account.sandbox_api_key?.key)
  const made = await call('POST', '/api_keys', live, { name: 'Agent' }, { 'idempotency-key': 'one' })
  expect(await call('POST', '/api_keys', live, { name: 'Agent' }, { 'idempotency-key': 'one' })).toEqual(made)
  const inbox = { slug: 'secretive', webhook_url: 'http://127.0.0.1:9/hook?token=of-the-owner' }
  await call('POST', '/inboxes', live, inbox)
  const webhook = await call('GET', '/inboxes/secretive/webhook', live)
  const rotated = await call('POST', '/inboxes/secretive/webhook/rotate_secret', live, undefined, {
    'idempotency-key': 'two',
  })
  await call('POST', '/inboxes/secretive/webhook/test', live)

  const canary = await call('GET', '/inboxes/secretive/canary', live)
  const canaryNow = await call('POST', '/inboxes/secretive/canary/rotate', live)

  await call('POST', '/billing/payment-methods', live, { token: 'pm_card_authenticationRequired' })
  const bought = await call(
    'POST',
    '/credits/purchase',
    live,
    { credits: 100 },
    { 'idempotency-key': 'three' },
  )
  await call('PATCH', '/inboxes/secretive', live, { security_level: 'full_lockdown' })
  const mail = { to: 'ada@peer.example', subject: 'Order', body: words }
  // The host that we hand mail to does not know us at first.
  peer.answer('AUTH', '535 5.7.8 Authentication credentials invalid', { times: 1 })
  const held = await call('POST', '/inboxes/secretive/messages', live, mail, { 'idempotency-key': 'four' })
  await peer.has(1)
  const notice = peer.mails[0]!
  const url = /http:\/\/\S+\/review\/\S+/.exec((await simpleParser(notice.data)).text ?? '')![0]
  const page = await (await fetch(url)).text()
  await (await fetch(`${url}/edit`)).text()
  await (await fetch(`${url}/nowhere`)).text()
  await (await fetch(url.replace(/.$/, '_'))).text()
  const form = ['token', 'content_sha256'].map((name) => [
    name,
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '',
  ])
  const decision = new URLSearchParams([...form, ['decision', 'approve']] as [string, string][])
  const decided = await fetch(url, { method: 'POST', body: decision, redirect: 'manual' })
  expect(decided.status).toBe(303)
  await peer.has(2)
  expect(peer.mails.map(({ user }) => user)).toEqual([relay.user, relay.user])
  expect(peer.mails[1]!.recipients).toEqual(['ada@peer.example'])
  await (await fetch(url)).text()
  await call('POST', `/approvals/${held.approval?.id}/approve`, live)

  await sendMail({
    port: service.smtpPort,
    from: 'ada@peer.example',
    to: ['secretive@inbox.localhost'],
    raw: `From: ada@peer.example\r\nSubject: Hello\r\n\r\n${words}\r\n`,
  })

  // A key where none belongs, and in what is refused.
  await call('GET', `/inboxes?key=${live}`, live)
  await call('GET', `/inboxes/${live}`, live)
  await call('GET', `/${live}`)
  await call('POST', '/inboxes', live, { slug: live, [live]: live })
  await call('POST', '/api_keys', live, { name: 'x', key: sandbox })
  await call('GET', '/inboxes', `${live}x`)
  await call('POST', '/signup', undefined, { password: live })
  await call('POST', '/billing/stripe/webhook', undefined, { id: live }, { 'stripe-signature': live })
  await call('GET', `/attachments/att_00000000000000000000000000/download?token=${live}`)
  await call('DELETE', `/api_keys/${made.id}`, live)

  const secrets = {
    live,
    sandbox,
    agent: String(made.key),
    'webhook secret': String(webhook.secret),
    'webhook secret, rotated': String(rotated.secret),
    canary: String(canary.token),
    'canary, rotated': String(canaryNow.token),
    'review link': url.split('.').at(-1)!,
    'relay password': relay.pass,
    'relay credentials': Buffer.from(`\0${relay.user}\0${relay.pass}`).toString('base64'),
    'client secret': String(bought.client_secret),
    'Stripe key': stripe.secretKey,
    'Stripe webhook secret': stripe.webhookSecret,
    'LLM key': llmKey,
    'DKIM key': dkimKey.split('\n')[1]!,
    'database password': new URL(database.url).password,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).not.toBe('undefined')
    expect(secret.length, name).toBeGreaterThan(15)
  }
  expect((await service.stop()).code).toBe(0)
  const stored = await everyTable()
  const logged = fleet.log.join('\n')
  expect(stored).toContain('secretive')
  expect(logged).toContain('"level":30')
  // As it is, and as columns of bytes and encoded texts would show it.
  const forms = (secret: string) =>
    (['utf8', 'hex', 'base64url'] as const).map((form) => Buffer.from(secret).toString(form))
  const found = (text: string) =>
    Object.entries(secrets).flatMap(([name, one]) =>
      forms(one).some((form) => text.includes(form)) ? [name] : [],
    )
  expect(found(stored), 'in the database').toEqual([])
  expect(found(logged), 'in the log').toEqual([])
  expect(fleet.logged([words, 'of-the-owner', 'ops@acme.example']), 'nor what mail says').toEqual([])
})
