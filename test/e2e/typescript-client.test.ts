/** The TypeScript client as its users have it: packed, installed, compiled against, and run against the service. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate, generatedFile } from '../../clients/typescript/generate.ts'
import { operationTable } from '../../clients/typescript/src/operations.ts'
import { closePages, openChromium } from '../support/chromium.ts'
import { type House, startHouse } from '../support/house.ts'

const at = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const tsc = at('node_modules/@typescript/native/bin/tsc')

let house: House
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-client-'))
  const source = join(folder, 'source')
  cpSync(at('clients/typescript'), source, { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['@types', 'ai', '@langchain'])
    symlinkSync(at(`node_modules/${name}`), join(folder, 'node_modules', name))
  for (const project of ['tsconfig.json', 'tsconfig.cli.json'])
    await run(process.execPath, [tsc, '--project', join(source, project)])
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, source])
  const installed = join(folder, 'node_modules/agent-email')
  mkdirSync(installed)
  await run('tar', ['xzf', join(folder, 'agent-email-0.1.0.tgz'), '--strip-components=1', '-C', installed])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  house = await startHouse()
})
afterAll(async () => {
  await house.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program in the folder. @throws with all it has said where it fails. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env
    const options = { cwd: folder, env: { PATH, HOME, ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFile(program, args, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}\n${stderr}`)),
    )
  })
}

const compilerOptions = {
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
}

/** Compiles programs in the folder, against what the package says of itself. */
async function compile(...names: string[]): Promise<void> {
  const project = join(folder, `${names[0]}.json`)
  // The types of other libraries are theirs to mend.
  const withOthers = names.some((name) => /from 'ai'/.test(readFileSync(join(folder, name), 'utf8')))
  const options = { ...compilerOptions, skipLibCheck: withOthers }
  writeFileSync(project, JSON.stringify({ compilerOptions: options, files: names }))
  await run(process.execPath, [tsc, '--project', project])
}

const env = () => ({
  AGENT_EMAIL_URL: house.httpUrl,
  AGENT_EMAIL_KEY: house.key,
  SLUG: house.inbox.slug,
})

test('what it knows of the API is what the document says', async () => {
  for (const [name, text] of Object.entries(await generate()))
    expect(
      readFileSync(generatedFile(name), 'utf8') === text,
      `${name}: run clients/typescript/generate.ts`,
    ).toBe(true)
})

test('every operation is a method, but for those that are no client’s', () => {
  const folder = at('clients/typescript/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !['schema.ts', 'operations.ts'].includes(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const called = [...sources.matchAll(/\b(?:call|bytes|stream)\(\s*'(\w+)'/g)].map((match) => match[1]!)
  const missing = Object.keys(operationTable).filter((name) => !called.includes(name))
  expect(missing).toEqual(['receive_stripe_event'])
})

test('a program of the package compiles, and goes through the whole of it', {
  timeout: 240_000,
}, async () => {
  cpSync(at('test/generated/typescript-client.ts'), join(folder, 'program.ts'))
  await compile('program.ts')
  const { id } = await house.send({ subject: 'From outside', body: 'A question.' })
  await house.drain()
  const said = JSON.parse(await run(process.execPath, ['program.ts'], { ...env(), MESSAGE: id })) as unknown
  expect(said).toEqual({ done: true })
})

test('a page of the same origin uses the package in a browser', async () => {
  const dist = join(folder, 'node_modules/agent-email/dist')
  const { id } = await house.send({ subject: 'For a page', body: 'A question.' })
  await house.drain()
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.route(`${house.httpUrl}/client/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice('/client/'.length)
      return name === ''
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A page</title>' })
        : route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, name), 'utf8') })
    })
    await page.goto(`${house.httpUrl}/client/`)
    const said = await page.evaluate(
      async ({ AGENT_EMAIL_URL: baseUrl, AGENT_EMAIL_KEY: apiKey, SLUG: slug, id }) => {
        const { AgentEmail, NotFoundError, verifyWebhook } = await import(`${baseUrl}/client/index.js`)
        const client = new AgentEmail({ apiKey, baseUrl })
        const subjects: string[] = []
        for await (const { subject } of client.messages.list(slug)) subjects.push(subject)
        const { text } = await client.messages.agentView(id)
        const sent = await client.messages.send(slug, { to: 'ada@example.com', subject: 'Hi', body: 'Hi.' })
        let event = ''
        for await (const { type } of client.events.stream({ lastEventId: `evt_${'0'.repeat(26)}` })) {
          event = type
          break
        }
        const missing = await client.messages.get('msg_nothing').catch((error: unknown) => error)
        const forged = await verifyWebhook('{}', {}, 'whsec_dGVzdA==').catch((error: Error) => error.name)
        return { subjects, text, sent: sent.id, event, missing: missing instanceof NotFoundError, forged }
      },
      { ...env(), id },
    )
    expect(said).toEqual({
      subjects: expect.arrayContaining(['For a page']),
      text: 'A question.',
      sent: expect.stringMatching(/^msg_/),
      event: expect.stringMatching(/^message\./),
      missing: true,
      forged: 'WebhookVerificationError',
    })
  } finally {
    await closePages()
  }
})

interface ToldOfTools {
  aiSdk: unknown
  langChain: string
  refused: unknown
  called: unknown
  waited: unknown
  names: string[]
  openAi: unknown[]
  responses: unknown[]
  anthropic: unknown[]
}

test('models are given the tools of the service, and call them', async () => {
  cpSync(at('test/generated/tools.ts'), join(folder, 'tools.ts'))
  await compile('tools.ts')
  const { id } = await house.send({ subject: 'For a model', body: 'A question.' })
  await house.drain()
  const said = JSON.parse(await run(process.execPath, ['tools.ts'], env())) as ToldOfTools
  const { aiSdk, langChain, refused, called, waited, names, openAi, responses, anthropic } = said
  expect(aiSdk).toEqual(['Done.', [expect.stringContaining(id)]])
  expect(langChain).toMatch(/^<<<UNTRUSTED/)
  expect(langChain).toContain('For a model')
  expect(refused).toMatchObject({ isError: true, data: null, text: expect.stringMatching(/^not_found: /) })
  expect(called).toMatchObject({ isError: false, data: { slug: house.inbox.slug } })
  expect(waited).toMatchObject({ isError: false, data: { message: null } })
  expect(names).toContain('send_message')
  const first = { description: expect.any(String) }
  expect(openAi[0]).toEqual({
    type: 'function',
    function: { ...first, name: names[0], parameters: expect.objectContaining({ type: 'object' }) },
  })
  expect(responses[0]).toMatchObject({ type: 'function', name: names[0], strict: false })
  expect(anthropic[0]).toEqual({
    ...first,
    name: names[0],
    input_schema: expect.objectContaining({ type: 'object' }),
  })
})

test('the command line is in the package', async () => {
  const installed = join(folder, 'node_modules/agent-email')
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  const said = await run(process.execPath, [join(installed, bin['agent-email']!), '--help'])
  expect(said).toMatch(/^Usage: agent-email/)
})

test('the examples of its README compile, and run one after the other', async () => {
  const readme = readFileSync(at('clients/typescript/README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1]!)
  expect(examples.length).toBeGreaterThanOrEqual(5)
  for (const [index, text] of examples.entries()) writeFileSync(join(folder, `example-${index}.ts`), text)
  await compile(...examples.keys().map((index) => `example-${index}.ts`))
  for (const [index, text] of examples.entries()) {
    // What listens goes on for ever: it was compiled, and signatures are verified by another test.
    if (text.includes('createServer')) continue
    const said = await run(process.execPath, [`example-${index}.ts`], env())
    expect(said).not.toBe('')
    if (index === 0) {
      await house.send({ subject: 'Invoice' }, { rcptTo: ['billing-typescript@inbox.localhost'] })
      await house.drain()
    }
  }
})

test('the ten lines for authors of agents compile and run', async () => {
  const page = readFileSync(at('docs/AGENTS.md'), 'utf8')
  writeFileSync(join(folder, 'agent.ts'), /^```ts\n([\s\S]*?)^```$/m.exec(page)![1]!)
  await compile('agent.ts')
  // An inbox of its own: it takes the first mail of the last minute.
  const { slug, address } = await house.createInbox()
  await house.send({ subject: 'Hello', body: 'A question.' }, { rcptTo: [address] })
  await house.drain()
  expect(await run(process.execPath, ['agent.ts'], { ...env(), SLUG: slug })).toMatch(
    /A question\.\n(?:queued|sent|withheld)\n$/,
  )
})
