/** Counting a test run: nothing that didn't run passes. */
import { expect, test } from 'vitest'
import { countTests } from '../support/count-tests.ts'

const file = (status: string, ...tests: string[]) => ({
  name: 'some.test.ts',
  status,
  assertionResults: tests.map((outcome) => ({ status: outcome })),
})

test('passed and failed tests are counted', () => {
  const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')] }
  expect(countTests(report, 1)).toEqual({ passed: 3, failed: 1 })
})

test('a skipped, pending or unwritten test is a failure', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped', 'pending', 'todo')] }
  expect(countTests(report, 0)).toEqual({ passed: 1, failed: 3 })
})

test('a file that fails before its tests is a failure', () => {
  expect(countTests({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
    passed: 1,
    failed: 1,
  })
})

test('a run that failed for no test is a failure', () => {
  expect(countTests({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1 })
})

test('a run without tests is a failure', () => {
  expect(countTests({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1 })
})
