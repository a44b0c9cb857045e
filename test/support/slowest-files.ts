/** Where the time of a test run goes: its slowest files. */
import { relative } from 'node:path'
import type { TestReport } from './count-tests.ts'

/** Lines for the `count` files that took longest, in seconds, and a last one for the files of all folders together. */
export function slowestFiles({ testResults }: TestReport, top: string, count = 10): string[] {
  const files = testResults
    .map(({ name, startTime = 0, endTime = 0 }) => ({
      name: relative(top, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
  const folders = Object.entries(Object.groupBy(files, ({ name }) => name.split('/')[1] ?? ''))
    .map(([folder, those = []]) => ({ folder, seconds: sum(those), files: those.length }))
    .toSorted((a, b) => b.seconds - a.seconds)
  return [
    `The ${Math.min(count, files.length)} slowest files:`,
    ...files.slice(0, count).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`),
    `By folder: ${folders.map(({ folder, seconds, files }) => `${folder} ${seconds.toFixed(0)} s in ${files} files`).join(', ')}`,
  ]
}

const sum = (files: readonly { seconds: number }[]) => files.reduce((all, { seconds }) => all + seconds, 0)
