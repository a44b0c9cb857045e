/** Counts a test run from vitest's JSON report, so that nothing which didn't run passes. */

export interface Counts {
  passed: number
  failed: number
}

/** What is read of the report. */
export interface TestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
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
