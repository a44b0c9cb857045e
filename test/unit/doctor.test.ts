/** The doctor: what it finds in the DNS and around the service, and that it always ends. */
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { checkWebhooks } from '../../services/doctor/connection-checks.ts'
import { diskRoom, readDisk } from '../../services/doctor/disk-check.ts'
import { examine } from '../../services/doctor/examine.ts'
import { onTheWay } from '../../services/doctor/model-check.ts'
import { renderTable } from '../../services/doctor/table.ts'
import { takeLock } from '../../services/local/process-lock.ts'
import { isLocalName } from '../../shared/lib/local-name.ts'
import { readDkimKey } from '../../shared/mail/dkim.ts'
import { dkimRecord } from '../../shared/mail/dkim-record.ts'
import { dmarcAdvice, firstDmarcRecord } from '../../shared/mail/dmarc-advice.ts'
import { GuardedFetch } from '../../shared/net/guarded-fetch.ts'
import { createResolver, type Resolver } from '../../shared/net/resolver.ts'
import { targetOf } from '../../shared/relay/smart-host.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { clamdUrl } from '../support/clamd.ts'
import { clamdOfVersion } from '../support/clamd-of-version.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { completion, harmless, json, startFakeModel, verdictOn } from '../support/fake-model.ts'
import { SmtpPeer } from '../support/smtp-peer.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const key = readDkimKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'mail.acme.org', 's1')

const healthy = () => ({
  'mail.acme.org': {
    MX: [{ priority: 10, exchange: 'mx.acme.org' }],
    TXT: ['v=spf1 a:mx.acme.org -all', 'something else'],
  },
  'mx.acme.org': { A: ['203.0.112.7'] },
  '7.112.0.203.in-addr.arpa': { PTR: ['mx.acme.org'] },
  's1._domainkey.mail.acme.org': { TXT: [dkimRecord(key.privateKey)] },
  '_dmarc.acme.org': { TXT: ['v=DMARC1; p=reject'] },
  '_mta-sts.mail.acme.org': { TXT: ['v=STSv1; id=1;'] },
  '_smtp._tls.mail.acme.org': { TXT: ['v=TLSRPTv1; rua=mailto:a@acme.org'] },
  'probe.example': { A: ['127.0.0.1'] },
})

let dns: DnsServer
let resolver: Resolver
let peer: SmtpPeer
let receiver: WebhookReceiver
let fetch: GuardedFetch
let clamd: Awaited<ReturnType<typeof clamdOfVersion>>
beforeEach(async () => {
  dns = await startDnsServer(healthy())
  resolver = createResolver([dns.address], { deadlineMs: 10_000, cacheMs: 0, negativeCacheMs: 0 })
  peer = await SmtpPeer.start()
  receiver = await WebhookReceiver.start()
  clamd = await clamdOfVersion(clamdUrl(), 'ClamAV 1.4.3/27870/Mon Jan  5 08:25:21 2026')
  fetch = new GuardedFetch({ allowHttp: true, allowedHosts: ['127.0.0.1'] })
})
afterEach(async () => {
  resolver.close()
  await fetch.close()
  await Promise.all([dns.close(), peer.close(), receiver.stop(), clamd.close()])
})

const settings = () => ({
  INBOX_DOMAIN: 'mail.acme.org',
  SMTP_NAME: 'mx.acme.org',
  SECRET_KEY: 'a secret key that is long enough for all',
  PUBLIC_URL: 'https://mail.acme.org',
  SMTP_TLS_CERT_FILE: '/c',
  SMTP_TLS_KEY_FILE: '/k',
  RELAY_URL: 'mx:',
  RELAY_MX_PORT: String(peer.port),
  SMTP_PORT: String(peer.port),
  CLAMAV_URL: clamd.url,
  DATABASE_URL: 'postgres://u@db.acme.org/mail',
})

async function findings(more: Record<string, string> = {}, changed: object = {}) {
  const config = parseConfig({ ...settings(), ...more })
  const found = await examine({
    config,
    resolver,
    fetch,
    dkimKeys: [key],
    smartHost: config.RELAY_URL.startsWith('smtp') ? targetOf(config.RELAY_URL) : null,
    clamd: null,
    disk: null,
    readDatabase: async () => ({ missing: [], problem: '', webhooks: [receiver.url] }),
    probeDomain: 'probe.example',
    // Nothing here keeps silent: a busy machine may take its time.
    deadlineMs: 30_000,
    ...changed,
  })
  return new Map(found.map((finding) => [finding.name, finding]))
}

test('a service that has all it needs is well', async () => {
  const found = await findings()
  expect([...found.values()].filter(({ outcome }) => outcome !== 'ok')).toEqual([])
  expect([...found.keys()]).toEqual([
    'Settings',
    'Database',
    'ClamAV',
    'SMTP listener',
    'MX',
    'PTR',
    'SPF',
    'DKIM',
    'DMARC',
    'MTA-STS',
    'Way out',
    'Webhooks',
  ])
})

describe('the language model', () => {
  const asked = (url: string) => findings({ LLM_URL: `${url}/v1`, LLM_MODEL: 'judge' })
  const knowing = (verdict: (mail: string) => object) =>
    startFakeModel((response, one) => json(response, completion(verdictOn(one, verdict(one.mail)))))
  const attack = { category: 'injection', confidence: 1, reason: 'It gives orders.', quote: '' }

  test('is asked about two mails of ours, and is well where it tells them apart in the schema', async () => {
    const model = await knowing((mail) => (mail.includes('Ignore all') ? attack : harmless))
    const finding = (await asked(model.url)).get('Language model')
    await model.close()
    expect(finding).toMatchObject({ outcome: 'ok' })
    expect(model.received).toHaveLength(2)
  })

  test.each([
    ['calls everything harmless', harmless, /ordinary mail none, and an attack none/],
    ['calls everything an attack', attack, /ordinary mail injection, and an attack injection/],
  ])('that %s is to be looked at', async (_, verdict, found) => {
    const model = await knowing(() => verdict)
    const finding = (await asked(model.url)).get('Language model')
    await model.close()
    expect(finding).toMatchObject({ outcome: 'warn', found: expect.stringMatching(found) })
  })

  test('that answers something else, or is not there, is to be mended', async () => {
    const model = await startFakeModel((response) => json(response, completion('Hello! How can I help?')))
    expect((await asked(model.url)).get('Language model')).toMatchObject({
      outcome: 'fail',
      found: 'judge gave no verdict: its answer is no JSON',
    })
    await model.close()
    expect((await asked(model.url)).get('Language model')).toMatchObject({
      outcome: 'fail',
      found: expect.stringMatching(/^judge gave no verdict: it gave no answer \(\w+\)$/),
      mend: expect.stringContaining('LLM_URL'),
    })
  })

  test.each([
    ['http://model.corp.com/v1', true],
    ['http://93.184.215.14/v1', true],
    ['https://model.corp.com/v1', false],
    ['http://localhost:8081/v1', false],
    ['http://model:8081/v1', false],
    ['http://10.0.0.7/v1', false],
    ['http://[::1]:8081/v1', false],
  ])('at %s is sent mail without TLS across the internet: %s', (url, open) => {
    expect(onTheWay(url).length > 0).toBe(open)
  })
})

describe('finds, and says how to mend', () => {
  test.each<[name: string, outcome: string, change: (zone: DnsServer['zone']) => void, mend: RegExp]>([
    [
      'MX',
      'fail',
      (zone) => zone.set('mail.acme.org', { TXT: ['v=spf1 a:mx.acme.org -all'] }),
      /MX 10 mx\.acme\.org/,
    ],
    [
      'MX',
      'warn',
      (zone) =>
        zone
          .set('mail.acme.org', { MX: [{ priority: 1, exchange: 'other.acme.org' }] })
          .set('other.acme.org', { A: ['203.0.112.8'] }),
      /SMTP_NAME=other\.acme\.org/,
    ],
    [
      'MX',
      'fail',
      (zone) => zone.set('mail.acme.org', { MX: [{ priority: 1, exchange: 'gone.acme.org' }] }),
      /A record for gone/,
    ],
    [
      'PTR',
      'fail',
      (zone) => zone.set('7.112.0.203.in-addr.arpa', { PTR: ['pool.isp.example'] }),
      /reverse name \(PTR\) to mx\.acme\.org/,
    ],
    ['PTR', 'fail', (zone) => zone.delete('mx.acme.org'), /A record for mx/],
    [
      'SPF',
      'fail',
      (zone) => zone.set('mail.acme.org', { MX: [{ priority: 10, exchange: 'mx.acme.org' }] }),
      /v=spf1 mx/,
    ],
    [
      'SPF',
      'fail',
      (zone) => zone.set('mail.acme.org', { TXT: ['v=spf1 ip4:198.51.100.1 -all'] }),
      /v=spf1 mx/,
    ],
    [
      'SPF',
      'fail',
      (zone) => zone.set('mail.acme.org', { TXT: ['v=spf1 mx', 'v=spf1 -all'] }),
      /one TXT record/,
    ],
    ['DKIM', 'fail', (zone) => zone.delete('s1._domainkey.mail.acme.org'), /v=DKIM1/],
    [
      'DKIM',
      'fail',
      (zone) => zone.set('s1._domainkey.mail.acme.org', { TXT: ['v=DKIM1; p=AAAA'] }),
      /v=DKIM1/,
    ],
    ['DMARC', 'fail', (zone) => zone.delete('_dmarc.acme.org'), /v=DMARC1/],
    ['DMARC', 'warn', (zone) => zone.set('_dmarc.acme.org', { TXT: ['v=DMARC1; p=none'] }), /quarantine/],
    // The record of the domain above: what it says of the domains below is said of ours.
    [
      'DMARC',
      'warn',
      (zone) => zone.set('_dmarc.acme.org', { TXT: ['v=DMARC1; p=reject; sp=none'] }),
      /quarantine/,
    ],
    // The record of our own: what it says of the domains below is no matter of ours.
    [
      'DMARC',
      'warn',
      (zone) => zone.set('_dmarc.mail.acme.org', { TXT: ['v=DMARC1; sp=reject; p=none'] }),
      /quarantine/,
    ],
    ['MTA-STS', 'warn', (zone) => zone.delete('_smtp._tls.mail.acme.org'), /TLSRPTv1/],
  ])('%s: %s', async (name, outcome, change, mend) => {
    change(dns.zone)
    const finding = (await findings()).get(name)!
    expect(finding.outcome).toBe(outcome)
    expect(finding.mend).toMatch(mend)
  })

  test('what is out of reach', async () => {
    peer.answer('CONNECT', '554 5.7.1 Not you')
    await receiver.stop()
    receiver = await WebhookReceiver.start()
    const found = await findings(
      { CLAMAV_URL: 'tcp://127.0.0.1:1' },
      {
        readDatabase: async () => ({ missing: null, problem: 'gone', webhooks: ['http://127.0.0.1:1/hook'] }),
      },
    )
    for (const name of ['Database', 'ClamAV', 'Way out']) expect(found.get(name)!.outcome, name).toBe('fail')
    for (const name of ['SMTP listener', 'Webhooks']) expect(found.get(name)!.outcome, name).toBe('warn')
  })

  test.each(['0.105.2', '1.0.9', '1.3.2'])(
    'a clamd of version %s, which makes all pixels of any image',
    async (version) => {
      const old = await clamdOfVersion(clamdUrl(), `ClamAV ${version}/27870/Mon Jan  5 08:25:21 2026`)
      const finding = (await findings({ CLAMAV_URL: old.url })).get('ClamAV')
      await old.close()
      expect(finding).toMatchObject({ outcome: 'warn', found: expect.stringContaining('older than 1.4') })
    },
  )

  test('a clamd that knows the EICAR test file alone, ours or another', async () => {
    const program = '/usr/sbin/clamd'
    const found = async (url: string, hasSignatures: boolean) =>
      (await findings({ CLAMAV_URL: url }, { clamd: { program, hasSignatures, running: null } })).get(
        'ClamAV',
      )!
    expect(await found(clamdUrl(), true)).toMatchObject({
      outcome: 'warn',
      found: expect.stringMatching(/EICAR test file and no malware$/),
      mend: expect.stringMatching(/^Run freshclam .+CLAMAV_URL/),
    })
    expect(await found('managed:', false)).toMatchObject({
      outcome: 'warn',
      found: expect.stringContaining(program),
      mend: expect.stringMatching(/^Run freshclam .+CLAMAV_URL/),
    })
    expect(await found('managed:', true)).toMatchObject({ outcome: 'ok' })
    const relays = await findings({ CLAMAV_URL: 'managed:', ROLES: 'smtp,relay' })
    expect(relays.get('ClamAV'), 'which these never ask').toMatchObject({
      outcome: 'skip',
      found: expect.stringContaining('smtp, relay'),
    })
    expect(await found(clamd.url, false)).toMatchObject({
      outcome: 'ok',
      found: `${clamd.url}, signatures 27870 of Mon Jan  5 08:25:21 2026`,
    })
  })

  test("the service's own clamd that keeps silent, or is not there", async () => {
    const asked = async (running: string, deadlineMs: number) => {
      const own = { program: '/usr/sbin/clamd', hasSignatures: true, running }
      return (await findings({ CLAMAV_URL: 'managed:' }, { clamd: own, deadlineMs })).get('ClamAV')!
    }
    const silent = createServer()
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    expect(await asked(`tcp://127.0.0.1:${port}`, 1_000)).toMatchObject({
      outcome: 'fail',
      found: "the service's own clamd: no answer in time",
      mend: expect.stringContaining('start the service anew'),
    })
    silent.close()
    expect(await asked('unix:/nowhere/clamd.sock', 30_000)).toMatchObject({
      outcome: 'fail',
      found: "the service's own clamd: ENOENT",
    })
    expect(await asked(clamdUrl(), 30_000)).toMatchObject({ outcome: 'ok' })
  })

  test('a disk that is full, nearly full, or has room', async () => {
    const found = async (freeBytes: number) =>
      (await findings({}, { disk: { folder: '/data', freeBytes } })).get('Disk')!
    expect(await found(diskRoom.fail - 1)).toMatchObject({
      outcome: 'fail',
      found: '255 MB left for /data',
      mend: expect.stringContaining('Make room'),
    })
    expect(await found(diskRoom.fail)).toMatchObject({ outcome: 'warn' })
    expect(await found(diskRoom.warn)).toMatchObject({ outcome: 'ok' })
    expect(readDisk(tmpdir())).toEqual({ folder: tmpdir(), freeBytes: expect.any(Number) })
    expect(readDisk('/nowhere')).toBeNull()
  })

  test('a relay that takes the password, and one that does not', async () => {
    const host = await SmtpPeer.start({ password: 'sesame' })
    const url = (password: string) => `smtp://agent:${password}@127.0.0.1:${host.port}?tls=off`
    expect((await findings({ RELAY_URL: url('sesame') })).get('Way out')!.outcome).toBe('ok')
    const refused = (await findings({ RELAY_URL: url('guess') })).get('Way out')!
    expect(refused.outcome).toBe('fail')
    expect(JSON.stringify(refused)).not.toContain('guess')
    await host.close()
  })

  test('settings of a test drive', async () => {
    const found = await findings({
      INBOX_DOMAIN: 'inbox.localhost',
      SECRET_KEY: '',
      PUBLIC_URL: '',
      RELAY_URL: 'capture:',
    })
    expect(found.get('Settings')!.outcome).toBe('warn')
    expect(found.get('Way out')!.outcome).toBe('warn')
    expect(found.get('DNS')).toMatchObject({
      outcome: 'skip',
      found: 'not checked: no public DNS has inbox.localhost, a name for local use or for examples',
    })
    for (const name of ['MX', 'PTR', 'SPF', 'DKIM', 'DMARC', 'MTA-STS']) expect(found.has(name)).toBe(false)
    expect([...found.values()].filter(({ outcome }) => outcome === 'fail')).toEqual([])
  })
})

test('a listener that waits for the header of a balancer is not called away for that', async () => {
  for (const balancers of ['*', '10.0.0.11, 127.0.0.1'])
    expect((await findings({ SMTP_PROXY_PROTOCOL: balancers })).get('SMTP listener')).toEqual({
      name: 'SMTP listener',
      outcome: 'skip',
      found: 'not checked: it takes the PROXY protocol from here',
    })
  expect((await findings({ SMTP_PROXY_PROTOCOL: '10.0.0.11' })).get('SMTP listener')!.outcome).not.toBe(
    'skip',
  )
})

test('a database that is reached by a socket alone is well', async () => {
  const report = async () => ({ missing: [], problem: '', webhooks: [] })
  for (const url of ['postgresql://mail@/mail?host=/run/pg', 'postgres:///mail?host=%2Frun%2Fpg']) {
    const found = await findings({ DATABASE_URL: url }, { readDatabase: report })
    expect(found.get('Database'), url).toMatchObject({ outcome: 'ok', found: 'reached' })
  }
})

test('webhooks that could not be read are not said to be none', async () => {
  const webhooks = async (readDatabase: unknown) =>
    (await findings({}, { readDatabase })).get('Webhooks')!.found
  expect(await webhooks(null)).toMatch(/^not checked: the embedded database runs only/)
  expect(await webhooks(async () => ({ missing: null, problem: 'gone', webhooks: [] }))).toBe(
    'not checked: the database can not be used',
  )
  expect(await webhooks(async () => ({ missing: ['1'], problem: '', webhooks: [] }))).toMatch(/^not checked/)
  expect(await webhooks(async () => ({ missing: [], problem: '', webhooks: [] }))).toBe('no inbox has one')
})

test('a webhook at a name for examples, as documentation has it, is no warning', async () => {
  const readDatabase = async () => ({
    missing: [],
    problem: '',
    webhooks: ['https://agent.example.com/mail', 'https://HOOKS.example:8443/'],
  })
  const found = await checkWebhooks(await readDatabase(), fetch, 30_000)
  expect(found).toEqual([
    { name: 'Webhooks', outcome: 'skip', found: expect.stringMatching(/^agent\.example\.com: not checked/) },
    { name: 'Webhooks', outcome: 'skip', found: expect.stringMatching(/^hooks\.example:8443: not checked/) },
  ])
})

test('names that nobody else can look up are told from those of the public DNS', () => {
  for (const name of ['inbox.localhost', 'a.local', 'mail.TEST', 'x.example', 'agents.example.com', 'local'])
    expect(isLocalName(name), name).toBe(true)
  for (const name of [
    'mail.acme.org',
    'local.acme.org',
    'example.com.acme.org',
    'notlocal.de',
    'myexample.com',
  ])
    expect(isLocalName(name), name).toBe(false)
})

test('the advice on DMARC is the same in the documentation', () => {
  const docs = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8')
  expect(docs).toContain(dmarcAdvice)
  expect(docs).toContain(firstDmarcRecord('agents.example.com'))
})

test('the table says what to do below each finding that needs it', () => {
  const text = renderTable([
    { name: 'MX', outcome: 'ok', found: 'mx.acme.org' },
    { name: 'Way out', outcome: 'fail', found: 'refused', mend: 'Ask.' },
  ])
  expect(text.split('\n')).toEqual([
    'ok    MX       mx.acme.org',
    'FAIL  Way out  refused',
    '               → Ask.',
    '',
    '1 ok, 0 to look at, 1 to mend.',
  ])
})

function runCommand(file: string, args: string[], environment: Record<string, string>) {
  const path = fileURLToPath(new URL(`../../services/${file}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { env: { ...childEnvironment(), ...environment } })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  )
}

test('the command ends with 1 where nothing answers', async () => {
  dns.zone.clear()
  for (const name of ['mail.acme.org', 'mx.acme.org', '_dmarc.mail.acme.org', '_dmarc.acme.org', 'gmail.com'])
    dns.zone.set(name, 'silent')
  const { code, text } = await runCommand('doctor.ts', [], {
    ...settings(),
    DNS_SERVERS: dns.address,
    DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/mail',
    CLAMAV_URL: 'tcp://127.0.0.1:1',
    SMTP_TLS_CERT_FILE: '',
    SMTP_TLS_KEY_FILE: '',
  })
  expect(code).toBe(1)
  expect(text).toMatch(/^FAIL {2}MX/m)
  expect(text).toMatch(/^FAIL {2}Database/m)
  expect(text).not.toContain('hunter2')
})

test('the command tells a running service whose Postgres and clamd are gone from one that does not run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-email-doctor-'))
  for (const made of ['postgres', 'clamd/run-gone']) mkdirSync(join(folder, made), { recursive: true })
  const run = () =>
    runCommand('doctor.ts', [], { ...settings(), DATABASE_URL: '', CLAMAV_URL: 'managed:', DATA_DIR: folder })
  const own = ['postgres', 'clamd/run-gone'].map((home) => takeLock(join(folder, home, 'lock')))
  try {
    const { code, text } = await run()
    expect(code).toBe(1)
    expect(text).toMatch(/^FAIL {2}Database +a service runs, and its Postgres does not/m)
    expect(text).toMatch(/^FAIL {2}ClamAV +the service's own clamd: ENOENT/m)
    expect(text).toMatch(/^\S+ +Disk +\d+ MB left for /m)
    for (const release of own.splice(0)) release()
    expect((await run()).text).toMatch(/^- {5}Database +not checked: the embedded one runs only while/m)
  } finally {
    for (const release of own) release()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('keys are made once, for their owner alone, and their records verify', async () => {
  const out = mkdtempSync(join(tmpdir(), 'agent-email-dkim-'))
  try {
    const run = () =>
      runCommand('dkim-keygen.ts', ['--selector', 's9', '--out', out], { INBOX_DOMAIN: 'mail.acme.org' })
    const { code, text } = await run()
    expect(code).toBe(0)
    const files = readdirSync(out).toSorted()
    expect(files).toEqual(['mail.acme.org.s9-ed25519.pem', 'mail.acme.org.s9.pem'])
    for (const file of files) {
      expect(statSync(join(out, file)).mode & 0o777).toBe(0o600)
      const made = readDkimKey(readFileSync(join(out, file), 'utf8'), 'mail.acme.org', 's9')
      const published = text.replaceAll('" "', '')
      expect(published).toContain(dkimRecord(made.privateKey))
    }
    expect(text).toContain('DKIM_SELECTOR=s9,s9-ed25519')
    expect(text).toMatch(/^_dmarc\.mail\.acme\.org\. IN TXT "v=DMARC1/m)
    const contents = () => files.map((file) => readFileSync(join(out, file), 'utf8'))
    const before = contents()
    const again = await run()
    expect(again.code).toBe(0)
    expect(again.text).toContain('They exist already')
    expect(again.text).toContain('--selector')
    expect(again.text.split('\n').filter((line) => line.includes(' IN TXT '))).toEqual(
      text.split('\n').filter((line) => line.includes(' IN TXT ')),
    )
    expect(contents()).toEqual(before)
    expect(text).not.toContain('name for local use')
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
