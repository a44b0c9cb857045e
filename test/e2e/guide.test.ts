/** README and GUIDE as a newcomer uses them: all commands pasted in one go, the agent and the receiver run as printed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type House, startHouse } from '../support/house.ts'
import { subjectScorer } from '../support/subject-scorer.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const guide = read('docs/GUIDE.md')

let house: House
let limited: House
let folder: string
let port: number
const started: ChildProcess[] = []
beforeAll(async () => {
  house = await startHouse({ RISK_SCORERS: subjectScorer })
  // Few enough that whoever pastes all commands meets the limit.
  limited = await startHouse({ RATE_LIMIT_PER_SECOND: '3', RATE_LIMIT_PER_MINUTE: '100' })
  port = await freePort()
  folder = mkdtempSync(join(tmpdir(), 'agent-email-guide-'))
  for (const [, name, code] of guide.matchAll(/^```js (agent|receiver)\n([\s\S]*?)^```$/gm))
    writeFileSync(join(folder, `${name}.mjs`), code!)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await house.stop()
  await limited.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a newcomer's shell has by the first lines of a document. */
const environment = (of = house) => ({
  PATH: process.env.PATH,
  AGENT_EMAIL_URL: of.httpUrl,
  AGENT_EMAIL_SMTP: `127.0.0.1:${of.smtpPort}`,
  INBOX_DOMAIN: 'inbox.localhost',
  AGENT_EMAIL_KEY: of.key,
  PORT: String(port),
})

/** The commands of a document, but for those that no test can run, as one script. */
const commandsOf = (text: string): string =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, code]) => code!)
    .filter((code) => code.includes('curl'))
    .join('\n')
    .replaceAll('127.0.0.1:9000', `127.0.0.1:${port}`)
    .replaceAll(/^export (?:AGENT_EMAIL_KEY=svc_|(?:AGENT_EMAIL_(?:URL|SMTP)|INBOX_DOMAIN)=).*\n/gm, '')

test.each(['README.md', 'docs/GUIDE.md', 'docs/MCP.md'])(
  '%s pasted in one go works, within the limit of requests a second that a key has',
  async (document) => {
    const script = `set -eo pipefail\n${commandsOf(read(document))}`
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(
        'bash',
        ['--norc', '-c', script],
        { cwd: folder, env: environment(limited) },
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
      ),
    )
    // What met the limit was said, and asked again.
    expect(output.replaceAll(/\{"error":\{"code":"rate_limited".*?\}\}/g, '')).not.toContain('"error":{')
    expect(code, output).toBe(0)
  },
)

/** Runs a script of the guide, as it is printed; its lines as they come. */
function run(name: string, settings: Record<string, string>) {
  const file = join(folder, `${name}.mjs`)
  const child = spawn(process.execPath, [file], {
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    line: async () => String((await lines.next()).value),
    end: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

test('its agent answers what it may read, and follows an answer that waits to its end', async () => {
  const { address, id, slug } = await house.createInbox()
  const key = await house.api('POST', '/api_keys', { name: 'agent', inbox_id: id })
  const agent = run('agent', { AGENT_KEY: String(key.body.key), SLUG: slug })
  const ask = (subject: string) =>
    house.send({ from: 'ada@peer.example', subject, body: 'Where is it?' }, { rcptTo: [address] })

  const doubtful = await ask('[50 points]')
  const first = await ask('My order')
  expect(await agent.line()).toMatch(new RegExp(`^${first.id} answered with msg_\\w+: 201 queued$`))
  expect((await house.message(doubtful.id)).verdict).toBe('flagged')

  for (const [how, ends] of [
    ['approve', 'sent'],
    ['reject', 'rejected Not like this.'],
  ] as const) {
    await house.api('PATCH', `/inboxes/${slug}`, { security_level: 'full_lockdown' })
    const next = await ask(`To ${how}`)
    const said = await agent.line()
    const [, sent] = new RegExp(`^${next.id} answered with (msg_\\w+): 202 withheld$`).exec(said)!
    const [, approval] = /^msg_\w+ waits for approval (apr_\w+) until /.exec(await agent.line())!
    const reason = how === 'reject' ? { reason: 'Not like this.' } : undefined
    const resolved = await house.api('POST', `/approvals/${approval}/${how}`, reason)
    expect(resolved.status, resolved.text).toBe(200)
    await house.drain()
    await house.api('PATCH', `/inboxes/${slug}`, { security_level: 'guarded_send' })
    // It looks after each wait: the next mail ends one.
    await ask('[50 points]')
    expect(await agent.line()).toMatch(new RegExp(`^${sent} is (?:queued|${ends})`))
  }
  await agent.end()
})

test('its receiver takes what the service has signed, once, and refuses all else', async () => {
  const url = `http://127.0.0.1:${port}/mail`
  const { address, slug } = await house.createInbox({ webhook_url: url })
  const { body } = await house.api('GET', `/inboxes/${slug}/webhook`)
  const receiver = run('receiver', { SECRET: String(body.secret) })
  expect(await receiver.line()).toBe(`listening on port ${port}`)

  expect((await fetch(url, { method: 'POST', body: '{"event":"message.received","data":{}}' })).status).toBe(
    401,
  )
  const { id } = await house.send({ subject: 'Hello' }, { rcptTo: [address] })
  expect(await receiver.line()).toBe(`message.received ${id} clean Hello`)
  await house.drain()
  expect((await house.message(id)).status).toBe('delivered')
  await receiver.end()
})
