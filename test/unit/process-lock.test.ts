/** The lock file that tells the living from the dead. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LockedError, startTime, takeLock } from '../../services/local/process-lock.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a lock held by a living process is refused, with that process named', () => {
  takeLock(file)
  expect(() => takeLock(file)).toThrow(LockedError)
  expect(() => takeLock(file)).toThrow(String(process.pid))
})

test('a released lock can be taken again, and leaves no files', () => {
  takeLock(file)()
  takeLock(file)()
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a process that has ended is taken over', () => {
  const { pid } = spawnSync('true')
  writeFileSync(file, `${pid} 1\n`)
  takeLock(file)()
  expect(readdirSync(folder)).toEqual([])
})

test('a later process with the number of a dead holder does not keep its lock', () => {
  writeFileSync(file, `${process.pid} ${Number(startTime(process.pid)) - 1}\n`)
  const release = takeLock(file)
  expect(readdirSync(folder)).toEqual(['lock'])
  release()
})

test('a lock file cut short by a crash is taken over', () => {
  writeFileSync(file, '')
  takeLock(file)()
  expect(readdirSync(folder)).toEqual([])
})

test('releasing does not remove a lock that has passed to another', () => {
  const release = takeLock(file)
  writeFileSync(file, '1 1\n')
  release()
  expect(readdirSync(folder)).toEqual(['lock'])
})
