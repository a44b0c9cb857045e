/** Clients that others' generators make of the OpenAPI document: they compile, and they work. */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../shared/domain/endpoints.ts'
import { type House, startHouse } from '../support/house.ts'

const at = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const document = at('services/api/openapi.json')

let house: House
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-email-generated-'))
  symlinkSync(at('node_modules'), join(folder, 'node_modules'))
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
    execFile(
      program,
      args,
      { cwd: folder, env: { PATH, HOME, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}\n${stderr}`)),
    )
  })
}

const compilerOptions = {
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: ['node'],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
}

/** Compiles test/generated/`name`.ts in the folder, runs it against the service, and answers what it has called. */
async function calledBy(name: string): Promise<string[]> {
  copyFileSync(at(`test/generated/${name}.ts`), join(folder, `${name}.ts`))
  const project = join(folder, `${name}.json`)
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  await run(process.execPath, [at('node_modules/@typescript/native/bin/tsc'), '--project', project])
  const env = { AGENT_EMAIL_URL: house.httpUrl, AGENT_EMAIL_KEY: house.key }
  return JSON.parse(await run(process.execPath, [`${name}.ts`], env)) as string[]
}

const names = Object.keys(endpoints)

test('types of openapi-typescript, with openapi-fetch', { timeout: 300_000 }, async () => {
  const generator = at('node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, document, '--exclude-deprecated', '--output', 'schema.ts'])
  const called = await calledBy('openapi-fetch')
  expect(names).toEqual(expect.arrayContaining(called))
  expect(called.length).toBeGreaterThanOrEqual(40)
})

test('the client of @hey-api/openapi-ts', { timeout: 300_000 }, async () => {
  const config = join(folder, 'openapi-ts.config.mjs')
  const settings = {
    input: document,
    output: { path: 'client', module: { extension: '.ts' } },
    parser: { filters: { deprecated: false } },
    logs: { file: false },
  }
  writeFileSync(config, `export default ${JSON.stringify(settings)}\n`)
  await run(process.execPath, [at('node_modules/@hey-api/openapi-ts/bin/run.js'), '--file', config])
  const called = await calledBy('hey-api')
  expect(names).toEqual(expect.arrayContaining(called))
  expect(called.length).toBeGreaterThanOrEqual(20)
})

test('the generators and the program of the guide, as they are printed', { timeout: 300_000 }, async () => {
  const guide = readFileSync(at('docs/GUIDE.md'), 'utf8')
  const [, commands] = /^```sh run-by: test\/e2e\/generated-clients\.test\.ts\n([\s\S]*?)^```$/m.exec(guide)!
  const [, program] = /^```ts\n(import createClient from 'openapi-fetch'[\s\S]*?)^```$/m.exec(guide)!
  copyFileSync(document, join(folder, 'openapi.json'))
  await run('bash', ['--norc', '-ec', commands!])
  expect(existsSync(join(folder, 'client/sdk.gen.ts'))).toBe(true)
  await house.createInbox({ slug: 'helpdesk' })
  writeFileSync(join(folder, 'helpdesk.mts'), program!)
  const env = { AGENT_EMAIL_URL: house.httpUrl, AGENT_EMAIL_KEY: house.key }
  expect(await run(process.execPath, ['helpdesk.mts'], env)).toBe('[]\n')
})
