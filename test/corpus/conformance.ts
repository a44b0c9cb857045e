/** `npm run conformance -- DIR`: the whole service over a folder of real mail, black box, against expectations. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startManagedClamd } from '../../services/local/managed-clamd.ts'
import { createLog } from '../../shared/lib/log.ts'
import type { ZoneEntry } from '../support/dns-server.ts'
import { startFakeClamd } from '../support/fake-clamd.ts'
import { type House, openHouse } from '../support/open-house.ts'
import { databaseUrl, startTestPostgres, templateName } from '../support/start-postgres.ts'
import { arcChecks, spfChecks } from './authentication.ts'
import { checkBounces, expectBounces } from './bounces.ts'
import { type CorpusMail, readMails } from './corpus.ts'
import { checkEvasion, checkHam, expectEvasion } from './evasion.ts'
import { checkHtml } from './html.ts'
import { checkMime, expectMime } from './mime.ts'
import { Report } from './report.ts'
import { checkThreads, expectThreads } from './threads.ts'

/** Failures of a family that are listed. */
const shown = 40

async function main(folder: string, only: string[]): Promise<boolean> {
  const mails = readMails(folder)
  process.stdout.write(`${mails.length} mails in ${folder}\n`)
  const report = new Report()
  expectMime(report)
  expectThreads(report)
  expectEvasion(report)
  expectBounces(report)
  report.expect('html harmless', 1)
  report.expect('spf', 0.93)
  report.expect('arc', 1)
  const postgres = await startTestPostgres()
  try {
    const wants = (pass: string) => only.length === 0 || only.includes(pass)
    if (wants('content')) await contentPass(postgres.url, folder, mails, report)
    if (wants('virus')) await virusPass(postgres.url, folder, mails, report)
    if (wants('bounces')) checkBounces(folder, report)
    if (wants('authentication')) await authenticationPass(postgres.url, folder, report)
  } finally {
    await postgres.stop()
  }
  return report.print(shown)
}

/** A clamd that finds nothing: the content of every attachment is to be compared, viruses included. */
async function contentPass(
  postgresUrl: string,
  folder: string,
  mails: CorpusMail[],
  report: Report,
): Promise<void> {
  const clamd = await startFakeClamd({ reply: 'stream: OK\0' })
  try {
    await withHouse(postgresUrl, { CLAMAV_URL: clamd.url }, async (house) => {
      checkHam(await step('mails', () => checkMime(house, folder, mails, report)), report)
      await step('threads', () => checkThreads(house, folder, mails, report))
      await step('html', () => checkHtml(house, folder, report))
    })
  } finally {
    await clamd.close()
  }
}

/** A real clamd, with the signatures of the folder beside our own. */
async function virusPass(
  postgresUrl: string,
  folder: string,
  mails: CorpusMail[],
  report: Report,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-email-clamd-'))
  const machineDatabases = join(folder, 'av-hermetic-db')
  const clamd = await startManagedClamd({
    dataDir,
    log: createLog('error'),
    machineDatabases: existsSync(machineDatabases) ? machineDatabases : join(dataDir, 'no-databases'),
  })
  if (clamd === null) throw new Error('clamd is not installed')
  try {
    await withHouse(postgresUrl, { CLAMAV_URL: clamd.url }, (house) =>
      step('evasion', () => checkEvasion(house, folder, mails, report)),
    )
  } finally {
    await clamd.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Peers are where the PROXY header says they are. */
async function authenticationPass(postgresUrl: string, folder: string, report: Report): Promise<void> {
  const settings = { CLAMAV_URL: 'tcp://127.0.0.1:1', SMTP_PROXY_PROTOCOL: '127.0.0.1' }
  await step('authentication', async () => {
    for (const { names, run } of [...spfChecks(folder, report), ...arcChecks(folder, report)])
      await withHouse(postgresUrl, settings, run, names)
  })
}

async function withHouse(
  postgresUrl: string,
  settings: { CLAMAV_URL: string; [name: string]: string },
  work: (house: House) => Promise<void>,
  names?: Record<string, ZoneEntry>,
): Promise<void> {
  const name = `conformance_${Date.now()}`
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  await admin.end()
  const url = databaseUrl(postgresUrl, name)
  const house = await openHouse(
    { DATABASE_URL: url, SMTP_MAX_CLIENTS_PER_ADDRESS: '1000', ...settings },
    names,
  )
  try {
    await work(house)
  } finally {
    await house.stop()
  }
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  process.stdout.write(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`)
  return result
}

const [folder, ...only] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write('usage: npm run conformance -- DIR [content] [virus] [bounces] [authentication]\n')
  process.exit(64)
}
process.exit((await main(resolve(folder), only)) ? 0 : 1)
