/** Whom an inbox has mail from: what a look-alike would imitate, and whose mail has been clean so far. */
import type { Sql } from '../lib/sql.ts'
import { inboxIsThere } from './inbox-deletion.ts'

/** What the inbox has from one proven domain, of its newest mail. */
export interface SenderHistory {
  /** The address where anyone may have one at its domain, else the domain; in lower case. */
  sender: string
  /** Messages that were clean, and that nobody has said anything else of. */
  clean: number
  /** Messages that were flagged, withheld, or said to be bad. */
  bad: number
  /** Days since the oldest of the clean ones. */
  days: number
}

/** Messages that are looked at, newest first. */
const newest = 200

/**
 * Domains of the newest clean mail of an inbox, and the history of those senders whose name was proven each time (DMARC
 * pass by our own evaluation): one index scan of at most 200 rows.
 */
export async function findKnownSenders(
  sql: Sql,
  tenantId: string,
  inboxId: string,
): Promise<{ domains: string[]; senders: SenderHistory[] }> {
  const rows = await sql.query<{
    address: string
    verdict: string
    status: string
    proven: boolean
    label: string | null
    days: number
  }>(
    `select lower(m."from") as address, m.verdict, m.status, coalesce(m.authentication -> 'dmarc' ->> 'result' = 'pass', false) as proven,
       (select f.label from feedback f where f.tenant_id = m.tenant_id and f.message_id = m.id order by f.id desc limit 1) as label,
       extract(epoch from now() - m.created_at)::float8 / 86400 as days
     from messages m where m.tenant_id = $1 and m.inbox_id = $2 and m.direction = 'inbound' and m.verdict is not null
       and ${inboxIsThere('m')}
     order by m.id desc limit ${newest}`,
    [tenantId, inboxId],
  )
  const domains = new Set<string>()
  const senders = new Map<string, SenderHistory>()
  for (const { address, verdict, status, proven, label, days } of rows) {
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (verdict === 'clean' && domain !== '') domains.add(domain)
    if (!proven) continue
    const bad =
      label === null
        ? verdict !== 'clean' && !(verdict === 'withheld' && status !== 'withheld')
        : label !== 'clean'
    for (const sender of [address, domain]) {
      const known = senders.get(sender) ?? { sender, clean: 0, bad: 0, days: 0 }
      if (bad) known.bad++
      else {
        known.clean++
        known.days = Math.max(known.days, days)
      }
      senders.set(sender, known)
    }
  }
  return { domains: [...domains], senders: [...senders.values()] }
}
