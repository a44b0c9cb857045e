/** Every command line of the documentation that calls the service, run against the service as it is printed. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type House, startHouse } from '../support/house.ts'

const top = new URL('../../', import.meta.url)
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(new URL('docs/', top))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/**
 * A block ```sh. One that has `curl` in it is run by bash, with `AGENT_EMAIL_URL`, `AGENT_EMAIL_KEY` (a live key) and
 * what else the document names. One that needs what a test can't have says why behind the language: ```sh not-run: docker; one that
 * another test runs names it: ```sh run-by: test/….
 */
interface Block {
  document: string
  line: number
  /** What stands behind the language. */
  note: string
  text: string
}

const blocksOf = (document: string): Block[] => {
  const text = readFileSync(new URL(document, top), 'utf8')
  return [...text.matchAll(/^```(?:sh|bash|shell)\b(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    document,
    line: text.slice(0, match.index).split('\n').length + 1,
    note: match[1]!.trim(),
    text: match[2]!,
  }))
}
const all = [...documents, 'clients/typescript/README.md', 'clients/python/README.md'].flatMap(blocksOf)
const blocks = all.filter(({ text }) => text.includes('curl'))

let house: House
let folder: string
let message: string
let receiverPort: number
beforeAll(async () => {
  house = await startHouse()
  folder = mkdtempSync(join(tmpdir(), 'agent-email-documented-'))
  await house.createInbox({ slug: 'support-agent' })
  message = (await house.send({ subject: 'Order' }, { rcptTo: ['support-agent@inbox.localhost'] })).id
  await house.drain()
  const audit = readFileSync(new URL('docs/AUDIT.md', top), 'utf8')
  writeFileSync(join(folder, 'verify.mjs'), /^```js\n([\s\S]*?)^```$/m.exec(audit)![1]!)
  const guide = readFileSync(new URL('docs/GUIDE.md', top), 'utf8')
  writeFileSync(join(folder, 'receiver.mjs'), /^```js receiver\n([\s\S]*?)^```$/m.exec(guide)![1]!)
  receiverPort = await freePort()
})
afterAll(async () => {
  await house.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Any answer but 2xx is an error; of a stream, which has no end, the beginning is enough. */
const prelude = `set -eo pipefail
curl() {
  case " $* " in
    *" -N "*) command curl --fail-with-body --max-time 2 "$@" || [ $? = 28 ] ;;
    *" smtp:"* | *" -sf "*) command curl "$@" ;;
    *) command curl --fail-with-body "$@" ;;
  esac
}
`

/** The words of a block with what belongs to this service in it. */
function here(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) => !/^export (?:AGENT_EMAIL_KEY=svc_|(?:AGENT_EMAIL_(?:URL|SMTP)|INBOX_DOMAIN)=)/.test(line),
    )
    .join('\n')
    .replaceAll('127.0.0.1:2525', `127.0.0.1:${house.smtpPort}`)
    .replaceAll('127.0.0.1:9000', `127.0.0.1:${receiverPort}`)
    .replaceAll(/(?:http:\/\/)?(?:127\.0\.0\.1|localhost):8080/g, house.httpUrl)
}

function run(text: string): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env.PATH,
    AGENT_EMAIL_URL: house.httpUrl,
    AGENT_EMAIL_KEY: house.key,
    INBOX_DOMAIN: 'inbox.localhost',
    AGENT_EMAIL_SMTP: `127.0.0.1:${house.smtpPort}`,
    PORT: String(receiverPort),
    MESSAGE: message,
  }
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--norc', '-c', `${prelude}${here(text)}`],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
        resolve({ code, output: `${stdout}${stderr}` })
      },
    )
  })
}

test('every block of commands is run here, or names the test that runs it, or says why none does', () => {
  for (const { document, line, note, text } of all) {
    const at = `${document}:${line}`
    if (note === '') expect(text, at).toContain('curl')
    else expect(note, at).toMatch(/^(?:not-run: \w|run-by: test\/[\w/-]+\.test\.ts$)/)
    const runner = /^run-by: (.*)/.exec(note)?.[1]
    if (runner !== undefined) expect(existsSync(new URL(runner, top)), at).toBe(true)
  }
})

test('the documentation has commands, and few of them can not be run here', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(8)
  const kept = blocks.filter(({ note }) => note !== '')
  for (const { note, document, line } of kept) expect(note, `${document}:${line}`).toMatch(/^not-run: \w/)
  expect(kept.length).toBeLessThanOrEqual(3)
})

test.each(blocks.filter(({ note }) => note === ''))(
  '$document:$line works as it is printed',
  { timeout: 240_000 },
  async ({ text }) => {
    // Those that wait for mail get some.
    const mails = setInterval(() => {
      for (const [from, to] of [
        ['you@example.com', 'billing-bot'],
        ['login@shop.example', 'support-agent'],
      ] as const)
        house
          .send({ from, subject: 'Your code' }, { mailFrom: from, rcptTo: [`${to}@inbox.localhost`] })
          .catch(() => {})
    }, 500)
    try {
      const { code, output } = await run(text)
      expect(output).not.toContain('"error":{')
      expect(code, output).toBe(0)
    } finally {
      clearInterval(mails)
    }
  },
)
