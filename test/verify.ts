/** `npm run verify`: every check of the project, all of them even when one fails; the last line counts. */
import { spawnSync } from 'node:child_process'
import { installClamd } from '../services/local/install-clamd.ts'
import { installChromium } from './support/chromium.ts'
import { type Counts, countTests } from './support/count-tests.ts'
import { installPackages } from './support/debian-packages.ts'
import { installPython } from './support/python.ts'
import { execute, runTests } from './support/run-tests.ts'
import { withSecondLook } from './support/second-look.ts'
import { installShells } from './support/shells.ts'
import { slowestFiles } from './support/slowest-files.ts'

interface Step {
  name: string
  /** Answers the step's counts; one that throws has failed. */
  run: () => Promise<Counts>
}

const passed: Counts = { passed: 1, failed: 0 }
const failed: Counts = { passed: 0, failed: 1 }

const check = (name: string, program: string, ...args: string[]): Step => ({
  name,
  run: async () => ((await execute(program, args, 'pipe')) === 0 ? passed : failed),
})

/** What the tests need, and what is not to run beside that. */
const before: Step[] = [
  {
    name: 'clamd, which the tests need',
    run: async () => ((await installClamd((line) => console.log(`  ${line}`))) ? passed : failed),
  },
  { name: 'curl, which the documentation uses', run: async () => ((await installCurl()) ? passed : failed) },
  { name: 'Python, which its client needs', run: async () => ((await installPython()) ? passed : failed) },
  {
    name: 'Chromium, which the dashboard is tried in',
    run: async () => ((await installChromium()) ? passed : failed),
  },
  {
    name: 'zsh and fish, which complete the command line',
    run: async () => ((await installShells()) ? passed : failed),
  },
  // As root its Postgres may make itself a user, as packages do: never two at once.
  check('schema.sql is what the migrations make', 'node', 'test/support/write-schema.ts', '--check'),
]

/** Run one after another beside what is installed, which waits for the network, and the tests, which wait for much. */
const beside: Step[] = [
  check('Biome: format and lint', 'biome', 'ci', '--colors=off', '.'),
  // Threads of it do work twice, and the other cores have the tests to run.
  check('TypeScript', 'tsc', '--noEmit', '--singleThreaded'),
  check('knip: nothing unused', 'knip'),
  check('example.env is what the settings say', 'node', 'config/write-example-env.ts', '--check'),
  check('openapi.json is what the API serves', 'node', 'services/api/write-openapi.ts', '--check'),
]

const tests: Step = {
  name: 'tests',
  run: async () => {
    const { report, status } = await withSecondLook(await runTests(), runTests)
    for (const line of slowestFiles(report, process.cwd())) console.log(line)
    return countTests(report, status)
  },
}

/** The documentation's commands are run as they are printed: @returns whether there is a curl, installed if need be. */
async function installCurl(): Promise<boolean> {
  const works = () => spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0
  if (works()) return true
  console.log('  installing curl')
  await installPackages('curl')
  return works()
}

const total: Counts = { passed: 0, failed: 0 }
const failures: string[] = []
const numbers = new Map([...before, ...beside, tests].map((step, index) => [step, index + 1]))

async function inTurn(...steps: Step[]): Promise<void> {
  for (const step of steps) {
    const { name, run } = step
    const title = `[${numbers.get(step)}/${numbers.size}] ${name}`
    console.log(title)
    const started = performance.now()
    const counts = await run().catch((error: unknown) => {
      console.log(error instanceof Error ? error.message : String(error))
      return failed
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${title}: ${counts.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
    if (counts.failed > 0) failures.push(name)
    total.passed += counts.passed
    total.failed += counts.failed
  }
}

await Promise.all([inTurn(...beside), inTurn(...before).then(() => inTurn(tests))])
if (failures.length > 0) console.log(`Failed: ${failures.join('; ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
