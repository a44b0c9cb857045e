/** Stage `scan`: the raw message and each attachment through the antivirus. */
import { scanMessage } from '../../antivirus/scan-message.ts'
import { recordScan } from '../../store/inbound-message.ts'
import { findRawMessage } from '../../store/raw-message.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Scanning } from './pipeline-items.ts'

/**
 * Throws while no honest answer can be had of the antivirus: the message stays `processing` and the scan
 * is tried again for as long as it takes. Nothing is ever let through unscanned.
 */
export const scan: Stage<Scanning, Pick<InboundParts, 'database' | 'parser' | 'scanner' | 'queue'>> = {
  name: 'scan',
  async prepare(items, { database, parser, scanner }) {
    for (const item of items) {
      const raw = await findRawMessage(database, item.message.tenantId, item.message.id)
      if (raw === null) continue
      const attachments = item.message.mail.attachments.length > 0 ? await parser.attachmentContents(raw) : []
      item.outcome = await scanMessage(scanner, raw, attachments)
    }
  },
  async commit(tx, items, { queue }) {
    for (const { message, outcome } of items)
      if (outcome !== undefined) await recordScan(tx, message.tenantId, message.id, outcome)
    await queue.enqueue(
      tx,
      'assess',
      items.map(({ job }) => ({ data: job.data })),
    )
    await queue.finish(
      tx,
      'scan',
      items.map(({ job }) => job),
    )
  },
}
