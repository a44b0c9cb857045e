/** Stage `scan`: the raw message and each attachment through the antivirus. */
import { setTimeout as sleep } from 'node:timers/promises'
import { scanMessage } from '../../antivirus/scan-message.ts'
import { type Scanner, ScannerUnavailableError } from '../../antivirus/scanner.ts'
import { isUnseen } from '../../domain/scan.ts'
import type { Log } from '../../lib/log.ts'
import { findBlob } from '../../store/blobs.ts'
import { recordScan } from '../../store/inbound-message.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Scanning } from './pipeline-items.ts'

/**
 * Throws while no honest answer can be had of the antivirus: the message stays `processing` and the scan
 * is tried again for as long as it takes. Nothing is ever let through unscanned.
 */
export const scan: Stage<
  Scanning,
  Pick<InboundParts, 'database' | 'parser' | 'scanner' | 'queue' | 'log' | 'metrics'>
> = {
  name: 'scan',
  async prepare(items, { database, parser, scanner, log, metrics }) {
    await untilAnswering(scanner, log)
    for (const item of items) {
      const raw = await findBlob(database, item.message.tenantId, item.message.id)
      if (raw === null) throw new Error('the raw message is missing')
      const files = await parser.filesToScan(raw)
      try {
        item.outcome = await scanMessage(scanner, raw, files, (text, most) =>
          parser.embeddedFiles(text, most),
        )
        if (isUnseen(item.outcome)) metrics.unseen.inc({ direction: 'inbound' })
      } catch (error) {
        if (error instanceof ScannerUnavailableError) away.add(scanner)
        throw error
      }
    }
  },
  async commit(tx, items, { queue }) {
    await Promise.all([
      ...items.map(({ message, outcome }) => recordScan(tx, message.tenantId, message.id, outcome!)),
      queue.enqueue(
        tx,
        'assess',
        items.map(({ job }) => ({ data: job.data })),
      ),
      queue.finish(
        tx,
        'scan',
        items.map(({ job }) => job),
      ),
    ])
  },
}

/** Scanners that gave no answer last time. */
const away = new WeakSet<Scanner>()
const tryEveryMs = 500
const patienceMs = 5_000

/**
 * Waits a while for a scanner that was away, before any message is read for it: else the mail that waits
 * would be read and parsed again with each attempt.
 * @throws ScannerUnavailableError when it stays away.
 */
async function untilAnswering(scanner: Scanner, log: Log): Promise<void> {
  if (!away.has(scanner)) return
  const until = Date.now() + patienceMs
  while (!(await scanner.ping())) {
    if (Date.now() > until) throw new ScannerUnavailableError('the antivirus is away')
    await sleep(tryEveryMs)
  }
  if (away.delete(scanner)) log.info('the antivirus answers again')
}
