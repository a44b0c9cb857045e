/** Checks that reports about mail are understood: the right recipient, the right codes, hard or soft, or a complaint. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from '../../shared/mail/report/read-report.ts'
import { readExpectations } from './corpus.ts'
import type { Report } from './report.ts'

/** What one report says of one recipient. */
interface Expected {
  /** Enhanced status code; `x.0.9xx` where the report gives none. */
  dsn: string
  replycode: string
  reason: string
  hardbounce: boolean
}

const family = 'bounces'
/** Share of the reports that must be understood. */
const floor = 0.95

export function expectBounces(report: Report): void {
  report.expect(family, floor)
}

/** Reads each report of the folder. */
export function checkBounces(folder: string, report: Report): void {
  for (const [path, expected] of Object.entries(
    readExpectations<Expected[]>(folder, 'bounce_expected.json'),
  )) {
    const wrong = misread(readFileSync(join(folder, path)), expected)
    report.check(family, wrong === null, `${path}: ${wrong}`)
  }
}

/** What is wrong about the reading of `raw`; null where nothing is. */
function misread(raw: Buffer, expected: readonly Expected[]): string | null {
  const read = readReport(raw)
  if (expected.every(({ reason }) => reason === 'vacation')) return null
  if (expected.every(({ reason }) => reason === 'feedback'))
    return read?.kind === 'complaint' ? null : 'is a complaint'
  if (read?.kind !== 'bounce') return 'is a bounce'
  const { recipients } = read
  const named = finalRecipients(raw).filter(
    (address) => !recipients.some((one) => one.address.toLowerCase() === address),
  )
  if (named.length > 0) return `names ${named.join(', ')}`
  if (recipients.some(({ address }) => !address.includes('@'))) return 'names a recipient'
  for (const { dsn, replycode, hardbounce, reason } of expected) {
    if (!/\.0\.9\d\d$/.test(dsn) && !recipients.some(({ enhancedCode }) => enhancedCode === dsn))
      return `gives ${dsn}`
    if (replycode !== '' && !recipients.some(({ code }) => String(code) === replycode))
      return `gives ${replycode}`
    if (!recipients.some(({ hard }) => hard === hardbounce))
      return `is ${hardbounce ? 'hard' : 'soft'} (${reason})`
  }
  return null
}

const finalRecipients = (raw: Buffer): string[] =>
  [...raw.toString('latin1').matchAll(/^final-recipient:\s*[\w-]+\s*;\s*<?([^\s>]+)/gim)].map(([, address]) =>
    address!.toLowerCase(),
  )
