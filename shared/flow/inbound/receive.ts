/** Stage `receive`: puts accepted messages on record, and gives each a job of its own: to be scanned, or assessed at once. */
import { auditEntry } from '../../domain/audit.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import { findReceived } from '../../store/inbound-message.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Receiving } from './pipeline-items.ts'

export const receive: Stage<Receiving, Pick<InboundParts, 'queue'>> = {
  name: 'receive',
  async commit(tx, items, { queue }) {
    const received = items.flatMap(({ job }) => job.data.messages)
    // Those that are gone by now went with their inbox.
    const present = await findReceived(tx, received)
    const jobs = (needsScan: boolean) =>
      received
        .filter((one) => one.needsScan === needsScan && present.has(one.messageId))
        .map(({ tenantId, messageId }) => ({ data: { tenantId, messageId } }))
    await Promise.all([
      insertAuditEntries(
        tx,
        [...present].map(([id, { tenantId, inboxId, envelope, sizeBytes }]) =>
          auditEntry(tenantId, inboxId, 'msg_recv', 'low', 'Message received.', {
            message_id: id,
            mail_from: envelope?.mailFrom,
            peer_address: envelope?.peerAddress,
            size_bytes: sizeBytes,
          }),
        ),
      ),
      queue.enqueue(tx, 'scan', jobs(true)),
      queue.enqueue(tx, 'assess', jobs(false)),
      queue.finish(
        tx,
        'receive',
        items.map(({ job }) => job),
      ),
    ])
  },
}
