/** Whom an inbox knows: whom it has mail from, whose it is, and who was in a thread before. */
import type { Correspondent, House, ThreadPast } from '../domain/correspondent.ts'
import { limits } from '../domain/limits.ts'
import type { Direction } from '../domain/status.ts'
import type { Sql } from '../lib/sql.ts'
import { inThread } from './in-thread.ts'
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

/** What an inbox knows of those who write to it. */
export interface KnownSenders {
  /** Domains that clean mail was from. */
  domains: string[]
  senders: SenderHistory[]
  correspondents: Correspondent[]
}

/**
 * Domains and authors of the newest clean mail of an inbox, and the history of those senders whose name was proven each
 * time (DMARC pass by our own evaluation): one index scan of at most `limits.knownMessages` rows.
 */
export async function findKnownSenders(sql: Sql, tenantId: string, inboxId: string): Promise<KnownSenders> {
  const rows = await sql.query<{
    address: string
    name: string
    replyTo: string
    verdict: string
    status: string
    proven: boolean
    label: string | null
    days: number
  }>(
    `select lower(m."from") as address, left(m.from_name, 200) as name, left(m.reply_to, 400) as "replyTo", m.verdict, m.status, coalesce(m.authentication -> 'dmarc' ->> 'result' = 'pass', false) as proven,
       (select f.label from feedback f where f.tenant_id = m.tenant_id and f.message_id = m.id order by f.id desc limit 1) as label,
       extract(epoch from now() - m.created_at)::float8 / 86400 as days
     from messages m where m.tenant_id = $1 and m.inbox_id = $2 and m.direction = 'inbound' and m.verdict is not null
       and ${inboxIsThere('m')}
     order by m.id desc limit $3`,
    [tenantId, inboxId, limits.knownMessages],
  )
  const domains = new Set<string>()
  const senders = new Map<string, SenderHistory>()
  const correspondents = new Map<string, Correspondent>()
  for (const { address, name, replyTo, verdict, status, proven, label, days } of rows) {
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (verdict === 'clean' && domain !== '') domains.add(domain)
    const bad =
      label === null
        ? verdict !== 'clean' && !(verdict === 'withheld' && status !== 'withheld')
        : label !== 'clean'
    if (!bad && domain !== '') {
      const known = correspondents.get(address) ?? { address, name: '', clean: 0, replyDomains: [] }
      known.clean++
      known.name ||= name
      for (const [, reply = ''] of replyTo.toLowerCase().matchAll(/@([a-z0-9.-]{1,253})/g))
        if (reply !== domain && !known.replyDomains.includes(reply)) known.replyDomains.push(reply)
      correspondents.set(address, known)
    }
    if (!proven) continue
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
  return {
    domains: [...domains],
    senders: [...senders.values()],
    correspondents: [...correspondents.values()],
  }
}

/** The house of a tenant: its account's name, and the addresses of its users, the first `limits.houseUsers` of them. */
export async function findHouse(sql: Sql, tenantId: string): Promise<House | undefined> {
  const rows = await sql.query<House>(
    `select a.organization_name as name,
       coalesce((select array_agg(lower(u.email)) from (select email from users where account_id = a.id order by id limit $2) u),
         '{}') as addresses
     from tenants t join accounts a on a.id = t.account_id where t.id = $1`,
    [tenantId, limits.houseUsers],
  )
  return rows[0]
}

/** One message of the past of another, `id`. */
interface PastRow {
  id: string
  direction: Direction
  address: string
  name: string
  recipients: string[]
  text: string | null
}

/**
 * SQL: the past of the rows `w` of `from`, each with its tenant and id, and whether texts are wanted: of the rows `n` of
 * messages that `come` before. `$4` to `$6` are the limits.
 */
const pastRows = (from: string, come: string) =>
  `select w.id, p.direction, lower(p."from") as address, left(p.from_name, 200) as name,
       coalesce((select array_agg(lower(r.address)) from outbound_recipients r
         where r.tenant_id = w.tenant_id and r.message_id = p.id), '{}') as recipients,
       case when w.texts then left(coalesce(c.body_sanitized, c.body), $4) end as text
     from ${from}
     cross join lateral (
       select * from (
         select n.id, n.direction, n.status, n.verdict, n."from", n.from_name from messages n
         where n.tenant_id = w.tenant_id and ${come}
         order by n.thread_id desc, n.id desc limit $6) o
       where case when o.direction = 'outbound' then o.status in ('queued', 'sent', 'bounced', 'complained')
           else o.verdict = 'clean' or (o.verdict = 'withheld' and o.status <> 'withheld') end
       order by o.id desc limit $5) p
     left join message_contents c on w.texts and c.tenant_id = w.tenant_id and c.message_id = p.id
     order by p.id desc`
const pastLimits = [limits.threadPastCharacters, limits.threadPastMessages, limits.threadPastLooked]

const beforeMessages = pastRows(
  `unnest($1::text[], $2::text[], $3::boolean[]) as w(tenant_id, id, texts)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id`,
  inThread('n', 'm.thread_id', { before: 'w.id' }),
)
const inWholeThread = pastRows(
  '(select $1::text, $2::text, $3::boolean) as w(tenant_id, id, texts)',
  inThread('n', 'w.id'),
)

/**
 * What came before messages in their threads, by message: the newest `limits.threadPastMessages` of each that left, or
 * were clean or released, of the newest `limits.threadPastLooked`; what an impostor has brought in before is no past. Texts only where they are wanted.
 */
export async function findThreadPasts(
  sql: Sql,
  wanted: readonly { tenantId: string; id: string; texts: boolean }[],
): Promise<Map<string, ThreadPast>> {
  if (wanted.length === 0) return new Map()
  const rows = await sql.query<PastRow>(beforeMessages, [
    wanted.map(({ tenantId }) => tenantId),
    wanted.map(({ id }) => id),
    wanted.map(({ texts }) => texts),
    ...pastLimits,
  ])
  return pastsOf(rows)
}

/** The same for a message that would come into a thread now; undefined where nothing came before. */
export async function findThreadPast(
  sql: Sql,
  { tenantId, threadId, texts }: { tenantId: string; threadId: string; texts: boolean },
): Promise<ThreadPast | undefined> {
  const rows = await sql.query<PastRow>(inWholeThread, [tenantId, threadId, texts, ...pastLimits])
  return pastsOf(rows).get(threadId)
}

function pastsOf(rows: readonly PastRow[]): Map<string, ThreadPast> {
  const pasts = new Map<string, ThreadPast>()
  for (const { id, direction, address, name, recipients, text } of rows) {
    const past = pasts.get(id) ?? { people: [], recipients: [], texts: [] }
    const met = past.people.some((known) => known.address === address && known.name === name)
    if (direction === 'inbound' && !met) past.people.push({ name, address })
    past.recipients.push(...recipients.filter((one) => !past.recipients.includes(one)))
    if (text !== null) past.texts.push(text)
    pasts.set(id, past)
  }
  return pasts
}
