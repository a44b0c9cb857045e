/** A second look at files that failed: few of them only, by their second outcome, and never in silence. */
import { expect, test } from 'vitest'
import { countTests } from '../support/count-tests.ts'
import type { TestRun } from '../support/run-tests.ts'
import { secondLookFiles, withSecondLook } from '../support/second-look.ts'

const run = (status: number, files: Record<string, string[]>): TestRun => ({
  status,
  report: {
    testResults: Object.entries(files).map(([name, outcomes]) => ({
      name,
      status: outcomes.includes('failed') || outcomes.length === 0 ? 'failed' : 'passed',
      assertionResults: outcomes.map((outcome) => ({ status: outcome })),
    })),
  },
})

async function look(first: TestRun, second: TestRun) {
  const said: string[] = []
  const asked: string[][] = []
  const runFiles = async (...args: string[]) => {
    asked.push(args)
    return second
  }
  const { report, status } = await withSecondLook(first, runFiles, (line) => said.push(line))
  return { counts: countTests(report, status), said, asked }
}

test('a run without failures is left as it is', async () => {
  expect(await look(run(0, { a: ['passed'] }), run(0, {}))).toEqual({
    counts: { passed: 1, failed: 0 },
    said: [],
    asked: [],
  })
})

test('a run that failed though no file did is made again as a whole, and counts as the second one does', async () => {
  const first = run(1, { a: ['passed'] })
  for (const [status, failed] of [
    [0, 0],
    [1, 1],
  ] as const) {
    const { counts, said, asked } = await look(first, run(status, { a: ['passed', 'passed'] }))
    expect(counts).toEqual({ passed: 2, failed })
    expect(asked).toEqual([[]])
    expect(said.at(-1)).toMatch(/^\nUNSTABLE/)
  }
})

test('a file that passes alone counts as passed, and is named', async () => {
  const first = run(1, { a: ['passed'], b: ['passed', 'failed'] })
  const { counts, said, asked } = await look(first, run(0, { b: ['passed', 'passed'] }))
  expect(counts).toEqual({ passed: 3, failed: 0 })
  expect(asked).toEqual([['--maxWorkers=1', 'b']])
  expect(said.at(-1)).toBe('UNSTABLE, to be mended (passed only the second time): b')
})

test('a file that fails again counts as failed', async () => {
  const first = run(1, { a: ['passed'], b: ['failed'], c: [] })
  const { counts, said } = await look(first, run(1, { b: ['failed'], c: ['passed'] }))
  expect(counts).toEqual({ passed: 2, failed: 1 })
  expect(said.at(-1)).toMatch(/: c$/)
})

test('a second run that fails outside its tests, or leaves a file out, does not pass', async () => {
  const first = run(1, { a: ['failed'] })
  expect((await look(first, run(1, { a: ['passed'] }))).counts).toEqual({ passed: 1, failed: 1 })
  expect((await look(first, run(1, {}))).counts).toEqual({ passed: 0, failed: 1 })
})

test('many failing files are no accident, and not run again', async () => {
  const files = Array.from({ length: secondLookFiles + 1 }, (_, index) => [`f${index}`, ['failed']])
  const { counts, asked } = await look(run(1, Object.fromEntries(files)), run(0, {}))
  expect(counts.failed).toBe(secondLookFiles + 1)
  expect(asked).toEqual([])
})
