/** A program that logs much where nothing can be written, and then where there is room; it says what of that was written. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../shared/lib/log.ts'

/** Opens a file as standard error, whose number is the lowest that is free. */
function become(path: string): void {
  closeSync(2)
  if (openSync(path, 'a') !== 2) throw new Error('standard error is another number')
}

const folder = mkdtempSync(join(tmpdir(), 'agent-email-log-'))
const file = join(folder, 'log')
become('/dev/full')
const log = createLog('info')
for (let line = 0; line < 10_000; line++) log.info({ line, padding: 'x'.repeat(1_000) }, 'there is none')
become(file)
log.info('there may be')
log.info('there is room')
const written = readFileSync(file, 'utf8')
rmSync(folder, { recursive: true })
const last = JSON.parse(written.trimEnd().split('\n').at(-1)!) as { msg: string }
process.stdout.write(`${JSON.stringify({ kept: written.length, last: last.msg })}\n`)
