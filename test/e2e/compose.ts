/** `npm run compose:check`: runs docker-compose.yml for real, on a Docker engine, and asserts what became of mail through it. */
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { ApiClient } from '../../services/quickstart/api-client.ts'
import { demoAccount } from '../../services/quickstart/demo-account.ts'
import { demoMails, sendMails } from '../../services/quickstart/demo-mails.ts'
import { awaitOutcomes, isAsExpected, outcomeTable } from '../../services/quickstart/demo-outcome.ts'
import { signedUp } from '../../shared/domain/account.ts'
import { type MessageSummary, messagePage } from '../../shared/domain/message.ts'
import { ComposeProject, type Container } from '../support/compose.ts'
import { assertSends, assertStillCaptured } from './compose-sends.ts'

const ownServices = ['smtp', 'worker', 'relay', 'api']
/** ClamAV's first start fetches its signatures. */
const startMinutes = 15
const mailCount = 300
const say = (line: string) => console.log(line)
/** Nothing is there: what the containers say of it is only read. */
const publicUrl = 'https://mail.check.example'

/** The relay signs with keys that its own container made, in its own volume. */
const dkimSelector = 'check'
const dkimKeys = [dkimSelector, `${dkimSelector}-ed25519`]

const settings = {
  SMTP_PUBLISH: '127.0.0.1:0',
  HTTP_PUBLISH: '127.0.0.1:0',
  SERVICE_IMAGE: 'agent-email-service:check',
  PUBLIC_URL: publicUrl,
  DKIM_DOMAIN: 'inbox.localhost',
  DKIM_SELECTOR: dkimKeys.join(','),
  DKIM_PRIVATE_KEY_FILE: dkimKeys.map((key) => `/data/dkim/inbox.localhost.${key}.pem`).join(','),
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_SECOND: '0',
}

/**
 * Builds the image, runs two listeners and two workers, sends the three mails of the quickstart, has its agent send two (one
 * of which a reviewer approves) and one to an inbox of ours, then ends one listener and one worker with SIGTERM in the
 * middle of a stream of mail, restarts everything, and asks for all that was acknowledged, and captured.
 * Compose v2 or docker-compose 1.29; no part of `npm run verify`, which has to run where there is no Docker engine.
 */
async function check(project: ComposeProject): Promise<void> {
  say('Building the image, starting all containers with two listeners and two workers ...')
  // So that the antivirus knows the test file where ClamAV's own signatures can't be fetched.
  const signature = `${import.meta.dirname}/../../config/clamav/eicar.ndb:/own/eicar.ndb:ro`
  const seed = ['run', '--rm', '--no-deps', '-T', '--entrypoint', 'cp', '-v', signature, 'clamav']
  await project.compose(...seed, '/own/eicar.ndb', '/var/lib/clamav/')
  await project.compose('build', 'relay')
  const keygen = ['node', 'services/dkim-keygen.ts', '--selector', dkimSelector]
  await project.compose('run', '--rm', '--no-deps', '-T', 'relay', ...keygen)
  await project.compose('up', '-d', '--build', '--scale', 'smtp=2', '--scale', 'worker=2')
  const containers = await project.healthy(startMinutes)
  const count = (service: string) => containers.filter((container) => container.service === service).length
  assert.deepEqual(
    ['postgres', 'clamav', ...ownServices].map((service) => [service, count(service)]),
    [
      ['postgres', 1],
      ['clamav', 1],
      ['smtp', 2],
      ['worker', 2],
      ['relay', 1],
      ['api', 1],
    ],
  )
  const published = containers.filter(({ ports }) => ports.length > 0).map(({ service }) => service)
  assert.deepEqual(published.toSorted(), ['api', 'smtp', 'smtp'], 'only smtp and api are published')
  await assertConfined(project, containers)

  const base = apiBase(containers)
  // Nobody signs up by themselves in these containers: the operator makes the account.
  const create = ['node', 'services/account.ts', 'create', 'Demo', 'demo@demo.example']
  const made = signedUp.parse(JSON.parse(await project.compose('exec', '-T', 'api', ...create)))
  const keys = { live_key: made.api_key.key, sandbox_key: made.sandbox_api_key.key }
  writeFileSync(join(project.folder, 'quickstart.json'), JSON.stringify(keys))
  const account = await demoAccount(base, project.folder, true)
  const api = new ApiClient(base, account.sandboxKey)
  await demo(project, api, smtpPorts(containers), account)
  say(`Sending from ${account.liveSlug} ...`)
  const captured = await assertSends({ project, base, account, relay: relayOf(containers), publicUrl, say })
  const accepted = await sendWhileStopping(project, containers, account.address)
  await assertKept(api, account.slug, accepted)

  say('Ending all containers, and starting them again ...')
  await project.compose('stop')
  for (const { service, exitCode } of await project.containers())
    if (ownServices.includes(service)) assert.equal(exitCode, 0, `${service} ended with ${exitCode}`)
  await project.compose('start')
  const restarted = await project.healthy(startMinutes)
  await assertKept(new ApiClient(apiBase(restarted), account.sandboxKey), account.slug, accepted)
  await assertStillCaptured(project, relayOf(restarted), captured)
}

const relayOf = (containers: Container[]) => containers.find(({ service }) => service === 'relay')!

const apiBase = (containers: Container[]) =>
  `http://127.0.0.1:${containers.find(({ service }) => service === 'api')?.ports[0]}/api/v1`

const smtpPorts = (containers: Container[]) =>
  containers.filter(({ service, running }) => service === 'smtp' && running).flatMap(({ ports }) => ports)

/** No root, no file system to write to, and secrets in files alone. */
async function assertConfined(project: ComposeProject, containers: Container[]): Promise<void> {
  for (const { service, id } of containers.filter((container) => ownServices.includes(container.service))) {
    const [user, writable, environment] = await Promise.all([
      project.docker('exec', id, 'id', '-u'),
      project.docker('exec', id, 'sh', '-c', 'touch /app/x 2>/dev/null && echo yes || echo no'),
      project.docker('exec', id, 'env'),
    ])
    assert.notEqual(user, '0', `${service} runs as root`)
    assert.equal(writable, 'no', `${service} can change its own program`)
    assert.doesNotMatch(
      environment,
      /^(SECRET_KEY|DATABASE_URL)=/m,
      `${service} has a secret in its environment`,
    )
  }
}

/** The three mails of the quickstart, through each listener. */
async function demo(
  project: ComposeProject,
  api: ApiClient,
  ports: number[],
  { address, slug }: { address: string; slug: string },
): Promise<void> {
  for (const port of ports) {
    const since = new Date(Date.now() - 60_000).toISOString()
    const server = { host: '127.0.0.1', port, lmtp: false }
    const ids = await putOffAgain(() => sendMails(server, address, demoMails))
    const signal = AbortSignal.timeout(120_000)
    const outcomes = await awaitOutcomes(api, slug, ids, { since, antivirus: true, signal })
    for (const line of outcomeTable(outcomes, true)) say(line)
    const wrong = outcomes.filter((outcome) => !isAsExpected(outcome)).map(({ mail }) => mail.name)
    if (wrong.length > 0) say(await project.compose('logs', '--tail', '20'))
    assert.deepEqual(wrong, [], 'each mail ends as it should')
  }
}

/** Sends again what is put off with a 4xx, as mail servers do: a busy machine may keep the database waiting for seconds. */
async function putOffAgain<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await send()
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number }
      if (responseCode < 400 || responseCode >= 500 || attempt === 10) throw error
      say(`  put off, and tried again: ${(error as Error).message}`)
      await delay(3_000)
    }
}

/**
 * Sends mail to both listeners as a mail server does: what one doesn't acknowledge is tried again at the other.
 * A third into it one listener and one worker get SIGTERM. @returns the Message-IDs that were acknowledged.
 */
async function sendWhileStopping(project: ComposeProject, containers: Container[], to: string) {
  say(`Sending ${mailCount} mails, and ending one listener and one worker meanwhile ...`)
  const one = (service: string) => containers.find((container) => container.service === service)!
  const [listener, worker] = [one('smtp'), one('worker')]
  const ports = [...listener.ports, ...smtpPorts(containers).filter((port) => !listener.ports.includes(port))]
  const transports = ports.map((port) =>
    createTransport({
      host: '127.0.0.1',
      port,
      pool: true,
      maxConnections: 4,
      tls: { rejectUnauthorized: false },
    }),
  )
  const accepted: string[] = []
  let retried = 0
  let stopping: Promise<number[]> | undefined
  const waiting = Array.from({ length: mailCount }, () => `${randomUUID()}@customer.example`)
  const sender = async (first: number) => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      await send(id, first)
      accepted.push(id)
      if (accepted.length >= mailCount / 3)
        stopping ??= Promise.all([project.stop(listener), project.stop(worker)])
    }
  }
  const send = async (id: string, first: number) => {
    const raw = `From: Ada <ada@customer.example>\r\nTo: ${to}\r\nSubject: Note ${id}\r\nMessage-ID: <${id}>\r\nDate: ${new Date().toUTCString()}\r\n\r\nSee you on Thursday.\r\n`
    for (let attempt = first; ; attempt++) {
      try {
        await transports[attempt % transports.length]!.sendMail({
          envelope: { from: 'ada@customer.example', to },
          raw,
        })
        return
      } catch (error) {
        if (attempt > first + 20) throw error
        retried++
        await delay(50)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: 8 }, (_, index) => sender(index)))
  } finally {
    for (const transport of transports) transport.close()
  }
  assert.deepEqual(await stopping, [0, 0], 'listener and worker drain, and end with 0')
  say(`  acknowledged ${accepted.length}, of which ${retried} at another attempt`)
  return accepted
}

/** Each acknowledged mail is there once, and past `processing`. */
async function assertKept(api: ApiClient, slug: string, accepted: string[]): Promise<void> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const messages = await allMessages(api, slug)
    const open = messages.filter(({ status }) => status === 'processing').length
    if (open > 0) {
      // A message doesn't show its Message-ID before it is decided.
      assert.ok(performance.now() < deadline, `${open} mails are still being processed`)
      await delay(500)
      continue
    }
    const counts = new Map<string, number>()
    for (const { message_id } of messages)
      counts.set(message_id ?? '', (counts.get(message_id ?? '') ?? 0) + 1)
    assert.deepEqual(
      accepted.filter((id) => counts.get(id) !== 1),
      [],
      'each acknowledged mail is stored once',
    )
    return say(`  all ${accepted.length} are stored once and decided`)
  }
}

async function allMessages(api: ApiClient, slug: string): Promise<MessageSummary[]> {
  const all: MessageSummary[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { messages: MessageSummary[]; next_cursor: string | null } = await api.get(
      `/inboxes/${slug}/messages?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      messagePage,
    )
    all.push(...page.messages)
    cursor = page.next_cursor
  }
  return all
}

const project = await ComposeProject.make(settings)
try {
  await check(project)
  say('compose:check passed')
} catch (error) {
  process.exitCode = 1
  console.error(error)
  console.error(await project.compose('logs', '--tail', '20').catch(() => ''))
} finally {
  await project.remove()
}
