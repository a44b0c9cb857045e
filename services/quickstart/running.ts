/** Which process has the data of a folder already, and where it is reached: for whoever starts the quickstart twice. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { embeddedPostgresHolder } from '../local/embedded-postgres.ts'
import { startTime } from '../local/process-lock.ts'

/** A process is told from a later one with the same number by the time it `started`. */
const kept = z.object({ pid: z.number(), started: z.string(), base: z.string(), smtp: z.string() })

/** Where a quickstart is reached: `base` ends in /api/v1, `smtp` is `host:port`. */
type Addresses = Pick<z.output<typeof kept>, 'base' | 'smtp'>

const keptFile = (dataDir: string) => join(dataDir, 'quickstart-running.json')

/** Keeps where this quickstart is reached, until it ends. @returns what ends it. */
export function keepAddresses(dataDir: string, addresses: Addresses): () => void {
  const file = keptFile(dataDir)
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: startedAt(process.pid), ...addresses }))
  return () => {
    if (readKept(file)?.pid === process.pid) rmSync(file, { force: true })
  }
}

const startedAt = (pid: number) => startTime(pid) ?? ''

function readKept(file: string): z.output<typeof kept> | undefined {
  try {
    return kept.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Another process has the embedded Postgres of the folder; `lines` say which, where it is reached, and what to do. */
export class RunsAlreadyError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join(' '))
    this.lines = lines
  }
}

/** `shown` is the folder as people are told it. @throws RunsAlreadyError. */
export function assertNoneRuns(dataDir: string, shown: string): void {
  const pid = embeddedPostgresHolder(dataDir)
  if (pid === undefined) return
  const running = readKept(keptFile(dataDir))
  const elsewhere = 'To start another beside it, set DATA_DIR to another folder.'
  if (running?.pid !== pid || running.started !== startedAt(pid))
    throw new RunsAlreadyError([
      `Process ${pid} has the data in ${shown} already: npm start, npm run dev, or a quickstart that is not up yet.`,
      `Use that one, or stop it (kill ${pid}) and start again. ${elsewhere}`,
    ])
  const { base, smtp } = running
  throw new RunsAlreadyError([
    `A quickstart runs already, with the data in ${shown} (process ${pid}):`,
    `  API        ${base}`,
    `  Dashboard  ${new URL('/dashboard', base)}`,
    `  SMTP       ${smtp}`,
    `Use that one, or stop it (Ctrl-C in its terminal, or kill ${pid}) and start again. ${elsewhere}`,
  ])
}
