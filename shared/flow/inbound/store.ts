/** Stage `store`: the raw message, its row, attachments and job, all in one transaction. */
import { unheard } from '../../lib/sql.ts'
import { blobs } from '../../store/blobs.ts'
import { insertArrivals } from '../../store/inbound-message.ts'
import type { Stage } from '../stage.ts'
import type { InboundParts } from './parts.ts'
import type { Accepting } from './pipeline-items.ts'

export const store: Stage<Accepting, Pick<InboundParts, 'queue'>> = {
  name: 'store',
  async commit(tx, items, { queue }) {
    const stored = items.filter(({ outcome }) => outcome === 'stored')
    if (stored.length === 0) return
    const arrivals = stored.map(({ arrival }) => arrival)
    // Sent together, and with the commit.
    const last = unheard(tx)
    await Promise.all([
      insertArrivals(
        last,
        stored.map(({ arrival, threadId, exceeded = [] }) => ({ arrival, threadId: threadId!, exceeded })),
      ),
      blobs.put(
        last,
        arrivals.map(({ tenantId, id, rawSha256, coded }) => ({
          tenantId,
          messageId: id,
          sha256: rawSha256,
          coded,
        })),
      ),
      // One job for all: a job each costs the database as much as the messages themselves.
      queue.enqueue(last, 'receive', [
        {
          data: {
            messages: arrivals.map(({ tenantId, id, head }) => ({
              tenantId,
              messageId: id,
              needsScan: head.needsScan,
            })),
          },
        },
      ]),
    ])
  },
}
