/** A second look, alone and in quiet, at the few files of a run that failed: was it the machine, or the project? */
import type { FileOutcome } from './count-tests.ts'
import type { TestRun } from './run-tests.ts'

/** More files than these are no accident of a busy machine: they are not run again. */
export const secondLookFiles = 10

/**
 * Runs the files of `first` that failed once more, one at a time with nothing beside them, and answers a run with
 * their second outcome. What passes only then is named: it is a defect of the test (or worse, of the service).
 * A run that failed though none of its files did (a worker that was lost, an error outside all tests) is made again as a
 * whole.
 */
export async function withSecondLook(
  first: TestRun,
  runFiles: (...args: string[]) => Promise<TestRun>,
  say: (line: string) => void = console.log,
): Promise<TestRun> {
  const failed = first.report.testResults.filter(({ status }) => status !== 'passed')
  if (first.status === 0 || failed.length > secondLookFiles) return first
  if (failed.length === 0) {
    say('\nUNSTABLE, to be mended: the run failed, and none of its files; once more, all of it')
    return runFiles()
  }
  say(`\nOnce more, alone: ${namesOf(failed)}`)
  const second = await runFiles('--maxWorkers=1', ...failed.map(({ name }) => name))
  const ofSecond = new Map(second.report.testResults.map((file) => [file.name, file]))
  const mended = failed.filter(({ name }) => ofSecond.get(name)?.status === 'passed')
  if (mended.length > 0) say(`UNSTABLE, to be mended (passed only the second time): ${namesOf(mended)}`)
  const testResults = first.report.testResults.map((file) => ofSecond.get(file.name) ?? file)
  return { report: { testResults }, status: second.status }
}

const namesOf = (files: FileOutcome[]) => files.map(({ name }) => name).join(', ')
