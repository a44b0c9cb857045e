/** `npm run verify`: every check of the project, all of them even when one fails; the last line counts. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '../config/env.ts'
import { installClamd } from '../services/local/install-clamd.ts'
import { type Counts, countTests } from './support/count-tests.ts'

interface Step {
  name: string
  /** Answers the step's counts; one that throws has failed. */
  run: () => Promise<Counts>
}

const top = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = join(top, 'node_modules', '.bin')
const given = readEnvironment()
/** The project's own Node for all steps, whatever `node` is on this machine. */
const environment = {
  ...given,
  PATH: `${programs}${delimiter}${given.PATH ?? ''}`,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
}

const passed: Counts = { passed: 1, failed: 0 }
const failed: Counts = { passed: 0, failed: 1 }

const check = (name: string, program: string, ...args: string[]): Step => ({
  name,
  run: async () => ((await execute(program, args, 'pipe')) === 0 ? passed : failed),
})

const steps: Step[] = [
  {
    name: 'clamd, which the tests need',
    run: async () => ((await installClamd((line) => console.log(`  ${line}`))) ? passed : failed),
  },
  { name: 'curl, which the documentation uses', run: async () => (installCurl() ? passed : failed) },
  check('Biome: format and lint', 'biome', 'ci', '--colors=off', '.'),
  check('TypeScript', 'tsc', '--noEmit'),
  check('knip: nothing unused', 'knip'),
  check('example.env is what the settings say', 'node', 'config/write-example-env.ts', '--check'),
  check('schema.sql is what the migrations make', 'node', 'test/support/write-schema.ts', '--check'),
  check('openapi.json is what the API serves', 'node', 'services/api/write-openapi.ts', '--check'),
  { name: 'tests', run: runTests },
]

/** The documentation's commands are run as they are printed: @returns whether there is a curl, installed if need be. */
function installCurl(): boolean {
  const works = () => spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0
  if (works()) return true
  console.log('  installing curl')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'curl'], { stdio: 'ignore' })
  return works()
}

async function runTests(): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-email-verify-'))
  const report = join(folder, 'report.json')
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const status = await execute('vitest', args, 'inherit')
    return countTests(JSON.parse(readFileSync(report, 'utf8')), status)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program of the project; `pipe` shows its output only when it fails. @returns its exit status. */
function execute(program: string, args: string[], output: 'inherit' | 'pipe'): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(programs, program), args, {
      cwd: top,
      env: environment,
      stdio: ['ignore', output, output],
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(chunks))
      resolve(code ?? 1)
    })
  })
}

const total: Counts = { passed: 0, failed: 0 }
const failures: string[] = []
for (const [index, { name, run }] of steps.entries()) {
  console.log(`[${index + 1}/${steps.length}] ${name}`)
  const started = performance.now()
  const counts = await run().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error))
    return failed
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `[${index + 1}/${steps.length}] ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s)`,
  )
  if (counts.failed > 0) failures.push(name)
  total.passed += counts.passed
  total.failed += counts.failed
}
if (failures.length > 0) console.log(`Failed: ${failures.join('; ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
