/** Counts a test run from vitest's JSON report, so that nothing which didn't run passes. */

export interface Counts {
  passed: number
  failed: number
}

/** One test of the report; `duration` is in milliseconds. */
export interface TestOutcome {
  status: string
  fullName?: string
  duration?: number | null
}

/** What is read of the report. */
export interface TestReport {
  testResults: FileOutcome[]
}

/** One file of the report: `name` is its path, times are in milliseconds since 1970. */
export interface FileOutcome {
  name: string
  startTime?: number
  endTime?: number
  status: string
  assertionResults: TestOutcome[]
}

/**
 * A skipped or unfinished test counts as failed, and so does a file that failed outside its tests. A run that
 * failed (`exitStatus`) with none of these, by an unhandled error say, counts as one failure.
 */
export function countTests(report: TestReport, exitStatus: number): Counts {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status !== 'passed' && assertionResults.every((test) => test.status === 'passed'),
  ).length
  const failed = tests.length - passed + brokenFiles
  const unexplained = failed === 0 && (exitStatus !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed }
}
