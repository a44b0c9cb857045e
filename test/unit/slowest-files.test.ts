/** The slowest files of a run, longest first, and the sums of their folders. */
import { expect, test } from 'vitest'
import { slowestFiles } from '../support/slowest-files.ts'

const file = (name: string, endTime: number) => ({
  name: `/project/test/${name}`,
  status: 'passed',
  startTime: 0,
  endTime,
  assertionResults: [],
})

test('the slowest come first, no more than asked for, and each folder has its sum', () => {
  const testResults = [
    file('unit/a.test.ts', 1_000),
    file('flow/b.test.ts', 90_500),
    file('unit/c.test.ts', 2_000),
  ]
  expect(slowestFiles({ testResults }, '/project', 2)).toEqual([
    'The 2 slowest files:',
    '    90.5 s  test/flow/b.test.ts',
    '     2.0 s  test/unit/c.test.ts',
    'By folder: flow 91 s in 1 files, unit 3 s in 2 files',
  ])
})
