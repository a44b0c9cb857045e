/** `npm run quickstart`, as a newcomer runs it: the demo, the second start, Ctrl-C. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../services/local/embedded-postgres.ts'
import { rememberedHome } from '../../services/local/postgres-home.ts'
import { clusterProcesses } from '../../services/local/postgres-processes.ts'
import { createLog } from '../../shared/lib/log.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { bundleService } from '../support/bundle.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { bundleFolder } from '../support/service-program.ts'
import { removeData } from '../support/start-postgres.ts'

const path = 'services/quickstart/quickstart.ts'
const sources = fileURLToPath(new URL(`../../${path}`, import.meta.url))

let dataDir: string
let bundled: string
/** What is started: the sources, as by a newcomer, until both starts that the README shows were made. */
let program = sources
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quickstart-'))
  bundled = bundleFolder === undefined ? sources : await bundleService(join(bundleFolder, 'quickstart'), path)
})
afterAll(() => removeData(dataDir))

const leftOver = () => clusterProcesses(join(rememberedHome(dataDir) ?? join(dataDir, 'postgres'), 'data'))

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
/** A line without times, ports, keys, ids and folders; of the table of mails without what stands behind the score. */
const essence = (line: string): string =>
  /^\s+note: |^ {40}/.test(line)
    ? ''
    : line
        .replace(/^(\s+(?:A|An) \w[\w ]*?\s{2,}\w+\s+)\d+ .*$/, '$1')
        .replace(/\S*quickstart-\w+/g, '.data')
        .replace(/sign-in\/\S+/, 'sign-in/id')
        .replace(/\b(?:svc_(?:live|test)|msg)_\w+…?/g, 'id')
        .replace(/\d+(?:\.\d+)*/g, '0')
        .replace(/\s+/g, ' ')

/** In a process group of its own, as a terminal would start it; ports are free ones unless given. */
function start(...args: string[]): ChildProcess {
  const child = startWith({}, ...args)
  child.stderr!.pipe(process.stderr)
  return child
}

function startWith(settings: Record<string, string>, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { ...childEnvironment(), DATA_DIR: dataDir, SMTP_PORT: '0', HTTP_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

/** The lines it prints up to the one that begins with `last`, or to its end. */
async function linesOf(child: ChildProcess, last?: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface(child.stdout!)) {
    lines.push(line)
    if (last !== undefined && line.startsWith(last)) break
  }
  return lines
}

test('with --exit it ends well: one mail clean, two withheld, no process left, keys for the owner only', async () => {
  const child = start('--exit')
  const ended = once(child, 'exit')
  const lines = await linesOf(child)
  expect(await ended).toEqual([0, null])
  expect(lines.find((line) => line.includes('A clean mail'))).toMatch(/ clean +\d+ /)
  expect(lines.find((line) => line.includes('A prompt injection'))).toMatch(/ withheld +(7[1-9]|[89]\d|100) /)
  expect(lines.find((line) => line.includes('An EICAR attachment'))).toMatch(/ withheld +100 .*Eicar/)
  expect(lines.filter((line) => line.includes('connection lost'))).toEqual([])
  // What the README shows of it, but for what differs from machine to machine and with each new weight.
  const said = new Set(lines.map(essence))
  const shown = /^```console\n\$ npm run quickstart\n([\s\S]*?)^```$/m.exec(readme)![1]!.split('\n')
  expect(shown.map(essence).filter((line) => !said.has(line))).toEqual([])
  expect(leftOver()).toEqual([])
  expect(statSync(join(dataDir, 'quickstart.json')).mode & 0o777).toBe(0o600)
})

test('started again it uses the same account, sends nothing anew, its curl lines work, and Ctrl-C stops everything', async () => {
  const child = start()
  const ended = once(child, 'exit')
  const lines = await linesOf(child, 'Running until Ctrl-C')
  expect(lines).toContain('Finding the account and inbox of the first start ...')
  expect(lines).toContain('Starting Postgres (embedded) ...')
  // What the first start has sent is shown, and not sent anew.
  expect(lines.filter((line) => line.startsWith('Sending'))).toEqual([])
  expect(lines.filter((line) => line.startsWith('  still there, and none is sent anew'))).toHaveLength(2)
  expect(lines.find((line) => line.includes('A prompt injection'))).toMatch(/ withheld +\d+ /)
  expect(lines.find((line) => line.includes('An EICAR attachment'))).toMatch(/ withheld +100 .*Eicar/)
  expect(lines.find((line) => line.startsWith('Ready'))).toContain('What earlier starts have left')
  const commands = lines.filter((line) => line.trim().startsWith('curl '))
  expect(commands).toHaveLength(3)
  for (const command of commands) expect((await follow(command)).status).toBe(200)
  const config = mkdtempSync(join(tmpdir(), 'quickstart-config-'))
  for (const line of lines.filter((one) => one.trim().startsWith('npx agent-email ')))
    expect(await run(line.trim(), { XDG_CONFIG_HOME: config })).toMatch(/The key is valid|withheld/)
  rmSync(config, { recursive: true })
  const link = /Dashboard +(http\S+)/.exec(lines.join('\n'))![1]!
  const page = await (await fetch(link)).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!
  const form = new URLSearchParams({ token: field('token'), user: field('user') })
  const signedIn = await fetch(link, { method: 'POST', body: form, redirect: 'manual' })
  expect(signedIn.headers.get('location')).toBe('/dashboard')
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const queue = await fetch(new URL('/dashboard', link), { headers: { cookie }, redirect: 'manual' })
  expect(queue.status).toBe(200)
  // However often it starts, one of each way waits there.
  const waiting = [...(await queue.text()).matchAll(/<p class="title"><a[^>]*>([^<]*)</g)].map(
    ([, title]) => title,
  )
  expect(waiting.toSorted()).toEqual(['Invoice 4711', 'Your new delivery date'])
  program = bundled
  await refuseToStartTwice(child.pid!, lines)
  await blockSenderOfWhatWaits(new URL(link).origin)
  await empty(new URL(link).origin)
  process.kill(-child.pid!, 'SIGINT')
  expect(await ended).toEqual([0, null])
  expect(leftOver()).toEqual([])
})

/** A second start says what runs, where that is reached and what to do, and leaves it alone. */
async function refuseToStartTwice(pid: number, first: string[]): Promise<void> {
  const second = startWith({ RELAY_URL: 'smtp://127.0.0.1:1' }, '--exit')
  const [lines, said, [code]] = await Promise.all([
    linesOf(second),
    text(second.stderr!),
    once(second, 'exit'),
  ])
  const at = (what: string) => new RegExp(`^  ${what} {2,}([^\\s,]+)`, 'm').exec(first.join('\n'))![1]!
  expect(code).toBe(1)
  expect(said.replaceAll('quickstart: ', '').replace(/the data in \S+ /, 'the data in .data ')).toBe(
    `A quickstart runs already, with the data in .data (process ${pid}):
  API        ${at('API')}
  Dashboard  ${new URL('/dashboard', at('API'))}
  SMTP       ${at('SMTP')}
Use that one, or stop it (Ctrl-C in its terminal, or kill ${pid}) and start again. To start another beside it, set DATA_DIR to another folder.
`,
  )
  expect([first, lines].map((all) => all.some((line) => line.includes('but for RELAY_URL')))).toEqual([
    false,
    true,
  ])
  // It has started nothing that it could stop.
  expect(lines.filter((line) => line.includes('...'))).toEqual([])
  expect((await fetch(new URL('/livez', at('API')))).status).toBe(200)
}

/** Calls the API with one of the demo's keys. @returns the answer. */
async function call(
  origin: string,
  key: 'live_key' | 'sandbox_key',
  method: string,
  path: string,
  body?: object,
) {
  const keys = JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8'))
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${keys[key]}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  expect(response.ok, path).toBe(true)
  const said = await response.text()
  return said === '' ? null : JSON.parse(said)
}

/** As a reviewer who goes by what the queue offers. */
async function blockSenderOfWhatWaits(origin: string): Promise<void> {
  const { messages } = await call(origin, 'live_key', 'GET', '/review_queue?direction=inbound')
  const config = { domains: ['customer.example'], direction: 'inbound' }
  const policy = { name: 'Block', type: 'domain_blocklist', action: 'block', config }
  await call(origin, 'live_key', 'POST', '/policies', policy)
  await call(origin, 'live_key', 'POST', `/messages/${messages[0].id}/release`)
}

/** Deletes all mail of the demo. */
async function empty(origin: string): Promise<void> {
  const { approvals } = await call(origin, 'live_key', 'GET', '/approvals?status=pending')
  for (const { id } of approvals) await call(origin, 'live_key', 'POST', `/approvals/${id}/reject`, {})
  for (const key of ['live_key', 'sandbox_key'] as const) {
    const { messages } = await call(origin, key, 'GET', '/messages?limit=100')
    for (const { id } of messages) await call(origin, key, 'DELETE', `/messages/${id}`)
  }
}

test('started again with empty inboxes it sends anew, without credits, which an agent may have used up, and where its sender is blocked', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
  const database = openDatabase(url, 1, createLog('silent'))
  const used = await database.query(
    `update accounts set credits = 0 where organization_name = 'Quickstart' returning id`,
  )
  await database.close()
  await stop()
  expect(used).toHaveLength(1)
  const child = start('--exit')
  const ended = once(child, 'exit')
  const lines = await linesOf(child)
  expect(lines.join('\n')).toContain('201 queued → sent')
  expect(await ended).toEqual([0, null])
})

test('started again it makes another account where its file of keys was cut short, as on a full disk', async () => {
  writeFileSync(join(dataDir, 'quickstart.json'), '{"live_key": "svc_')
  const child = start('--exit')
  const ended = once(child, 'exit')
  const lines = await linesOf(child)
  expect(lines.join('\n')).toContain('201 queued → sent')
  expect(await ended).toEqual([0, null])
  expect(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8'))).toHaveProperty('live_key')
})

test('cut off before it sends anything, it is completed by the next start, and what waited and was deleted waits again', async () => {
  // An account of its own.
  writeFileSync(join(dataDir, 'quickstart.json'), '{}')
  const cut = start()
  const interrupted = once(cut, 'exit')
  for await (const line of createInterface(cut.stdout!))
    if (line.startsWith('Waiting for what becomes of them')) process.kill(-cut.pid!, 'SIGINT')
  expect(await interrupted).toEqual([1, null])

  const next = start()
  const ended = once(next, 'exit')
  const completed = await linesOf(next, 'Running until Ctrl-C')
  expect(completed).toContain('Finding the account and inbox of the first start ...')
  // What came in is there; of what was to leave, the first may have been sent, and nothing waits.
  const [received, sent] = completed
    .filter((line) => /^ {2}(?:still there|there is none)/.test(line))
    .map((line) => line.trim().replace(/ \(.*/, ''))
  expect(received).toBe('still there, and none is sent anew')
  expect(['there is none', 'still there, but not what is to wait for you']).toContain(sent)
  expect(completed.join('\n')).toContain('both wait in the dashboard')
  for (const [name, became] of [
    ['A clean mail', / clean +\d+ /],
    ['A prompt injection', / withheld +\d+ /],
    ['An EICAR attachment', / withheld +100 .*Eicar/],
  ] as const)
    expect(completed.find((line) => line.includes(name))).toMatch(became)
  const origin = originOf(completed)
  const both = ['Invoice 4711', 'Your new delivery date']
  const subjects = (messages: { subject: string }[]) => messages.map(({ subject }) => subject).toSorted()
  const { messages: waiting } = await call(origin, 'live_key', 'GET', '/review_queue')
  expect(subjects(waiting)).toEqual(both)
  const { approvals } = await call(origin, 'live_key', 'GET', '/approvals?status=pending')
  for (const { id } of approvals) await call(origin, 'live_key', 'POST', `/approvals/${id}/reject`, {})
  for (const { id } of waiting) await call(origin, 'live_key', 'DELETE', `/messages/${id}`)
  process.kill(-next.pid!, 'SIGINT')
  expect(await ended).toEqual([0, null])

  const last = start()
  const over = once(last, 'exit')
  const again = await linesOf(last, 'Running until Ctrl-C')
  expect(again.join('\n')).toContain('still there, but not what is to wait for you')
  // Nothing else is sent anew.
  expect(again.filter((line) => line.startsWith('Sending'))).toEqual([])
  const { messages } = await call(originOf(again), 'live_key', 'GET', '/review_queue')
  expect(subjects(messages)).toEqual(both)
  process.kill(-last.pid!, 'SIGINT')
  expect(await over).toEqual([0, null])
})

const originOf = (lines: string[]) => new URL(/^ {2}API {2,}(http\S+)/m.exec(lines.join('\n'))![1]!).origin

test('a default port that is taken gives way, and one that was chosen is refused before anything starts', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const refused = startWith({ HTTP_HOST: '127.0.0.1', HTTP_PORT: String(port) }, '--exit')
  const [lines, said, [code]] = await Promise.all([
    linesOf(refused),
    text(refused.stderr!),
    once(refused, 'exit'),
  ])
  taken.close()
  expect(code).toBe(1)
  expect(said).toBe(
    `quickstart: HTTP_PORT: port ${port} of 127.0.0.1 is taken by another program: stop that, or set another port (0: any free one)\n`,
  )
  expect(lines.some((line) => line.includes('Postgres'))).toBe(false)

  // Whoever has it, it is taken then.
  const usual = createServer()
  usual.on('error', () => {}).listen(2525, '0.0.0.0')
  await Promise.race([once(usual, 'listening'), once(usual, 'error')])
  const child = startWith({ SMTP_PORT: '' }, '--exit')
  const [, ended] = await Promise.all([
    linesOf(child).then((all) => expect(all.join('\n')).toContain('Port 2525 is taken by another program')),
    once(child, 'exit'),
  ])
  usual.close()
  expect(ended).toEqual([0, null])
})

/** Runs a printed line in the checkout, as it stands there. @returns what it says. @throws where it fails. */
function run(line: string, settings: Record<string, string>): Promise<string> {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const options = { cwd, env: { ...childEnvironment(), ...settings } }
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', line], options, (error, said) => (error === null ? resolve(said) : reject(error)))
  })
}

/** Does what a printed curl line says; the machine may have no curl. */
function follow(command: string): Promise<Response> {
  const [, name, value] = /-H '([^:]+): ([^']+)'/.exec(command)!
  const [, url] = /'(http[^']+)'$/.exec(command)!
  return fetch(url!, { method: command.includes('-X POST') ? 'POST' : 'GET', headers: { [name!]: value! } })
}
