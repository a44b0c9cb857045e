/** What a quickstart is told that starts where another process has the data. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from '../../services/local/process-lock.ts'
import { assertNoneRuns, keepAddresses } from '../../services/quickstart/running.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'running-'))
  mkdirSync(join(dataDir, 'postgres'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const addresses = { base: 'http://127.0.0.1:8080/api/v1', smtp: '127.0.0.1:2525' }
const start = () => assertNoneRuns(dataDir, '.data')

test('where nothing runs it may start, also where a killed one has left its note', () => {
  expect(start).not.toThrow()
  keepAddresses(dataDir, addresses)
  expect(start).not.toThrow()
})

test('where a quickstart runs it is told the addresses, until that ends', () => {
  const release = takeLock(join(dataDir, 'postgres/lock'))
  const forget = keepAddresses(dataDir, addresses)
  expect(start).toThrow(
    /quickstart runs already.*8080\/api\/v1.*8080\/dashboard.*127\.0\.0\.1:2525.*DATA_DIR/,
  )
  forget()
  release()
  expect(start).not.toThrow()
})

test('the note of a killed quickstart is not believed of a later process with its number', () => {
  takeLock(join(dataDir, 'postgres/lock'))
  keepAddresses(dataDir, addresses)
  const file = join(dataDir, 'quickstart-running.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), started: 'earlier' }))
  expect(start).toThrow(new RegExp(`Process ${process.pid} has the data in \\.data already`))
})

test('where something else runs, or one that is not up yet, it is told the process and what to do', () => {
  takeLock(join(dataDir, 'postgres/lock'))
  expect(start).toThrow(
    new RegExp(
      `Process ${process.pid} has the data in \\.data already: npm start.*kill ${process.pid}.*DATA_DIR`,
    ),
  )
})
