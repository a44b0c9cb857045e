/** Runs programs of the project, and the tests with a report of what each came to. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnvironment } from '../../config/env.ts'
import type { TestReport } from './count-tests.ts'

const top = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const programs = join(top, 'node_modules', '.bin')
const given = readEnvironment()
/** The project's own Node for all steps, whatever `node` is on this machine. */
const environment = {
  ...given,
  PATH: `${programs}${delimiter}${given.PATH ?? ''}`,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
}

/** A finished run: vitest's report, and its exit status. */
export interface TestRun {
  report: TestReport
  status: number
}

/**
 * Runs vitest with `args` beside its report; its own output is shown as it comes.
 * @throws where vitest wrote no report.
 */
export async function runTests(...args: string[]): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-email-verify-'))
  const file = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    // Test files and their threads read the same sources, and all services the same bundle: compiled once, each is read in half the time.
    const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
    const bundled = { SERVICE_BUNDLE: join(folder, 'service') }
    // Ahead, for those that are killed keep nothing of what they have compiled.
    await execute('node', ['test/support/compile-sources.ts'], 'pipe', compiled)
    const status = await execute('vitest', ['run', ...reporters, ...args], 'inherit', {
      ...compiled,
      ...bundled,
    })
    return { report: JSON.parse(readFileSync(file, 'utf8')) as TestReport, status }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program of the project; `pipe` shows its output only when it fails. @returns its exit status. */
export function execute(
  program: string,
  args: string[],
  output: 'inherit' | 'pipe',
  settings: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(programs, program), args, {
      cwd: top,
      env: { ...environment, ...settings },
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
