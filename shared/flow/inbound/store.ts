/** Stage `store`: the raw message, its row, attachments, audit entry and job, all in one transaction. */
import { auditEntry } from '../../domain/audit.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { insertArrivals } from '../../store/inbound-message.ts'
import { insertRawMessages } from '../../store/raw-message.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Accepting } from './pipeline-items.ts'

export const store: Stage<Accepting, Pick<InboundParts, 'queue'>> = {
  name: 'store',
  async commit(tx, items, { queue }) {
    const stored = items.filter(({ outcome }) => outcome === 'stored')
    if (stored.length === 0) return
    const arrivals = stored.map(({ arrival }) => arrival)
    const job = ({ arrival: { tenantId, id } }: Accepting) => ({ data: { tenantId, messageId: id } })
    const toScan = stored.filter(({ arrival }) => arrival.mail.needsScan)
    // Sent together, run in this order.
    await Promise.all([
      insertArrivals(tx, arrivals, new Map(stored.map(({ arrival, threadId }) => [arrival.id, threadId!]))),
      insertRawMessages(
        tx,
        arrivals.map(({ tenantId, id, rawSha256, raw }) => ({
          tenantId,
          messageId: id,
          sha256: rawSha256,
          content: raw,
        })),
      ),
      insertAuditEntries(
        tx,
        arrivals.map(({ tenantId, inboxId, id, envelope, raw }) =>
          auditEntry(tenantId, inboxId, 'msg_recv', 'low', 'Message received.', {
            message_id: id,
            mail_from: envelope.mailFrom,
            peer_address: envelope.peerAddress,
            size_bytes: raw.byteLength,
          }),
        ),
      ),
      queue.enqueue(tx, 'scan', toScan.map(job)),
      queue.enqueue(tx, 'assess', stored.filter((item) => !toScan.includes(item)).map(job)),
    ])
  },
}
