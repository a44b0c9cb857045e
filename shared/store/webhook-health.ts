/** Webhooks that fail, and those that are switched off for it, in the database. */
import type { Sql } from '../lib/sql.ts'

interface InboxOf {
  tenantId: string
  inboxId: string
}

/** Inboxes in one order, so that two transactions can't wait for each other. */
const keysOf = (inboxes: readonly InboxOf[]): [string[], string[]] => {
  const byId = new Map(inboxes.map(({ tenantId, inboxId }) => [inboxId, tenantId]))
  const ids = [...byId.keys()].sort()
  return [ids.map((id) => byId.get(id)!), ids]
}

/** Notes which webhooks answered as they should, and which did not: written only where that is news. */
export async function noteWebhookHealth(
  tx: Sql,
  { succeeded, failed }: { succeeded: readonly InboxOf[]; failed: readonly InboxOf[] },
): Promise<void> {
  await Promise.all([
    succeeded.length === 0
      ? undefined
      : tx.query(
          `delete from webhook_health h using unnest($1::text[], $2::text[]) as w(tenant_id, id)
           where h.tenant_id = w.tenant_id and h.inbox_id = w.id and h.disabled_at is null`,
          keysOf(succeeded),
        ),
    failed.length === 0
      ? undefined
      : tx.query(
          `insert into webhook_health (tenant_id, inbox_id, failing_since)
           select w.tenant_id, w.id, now() from unnest($1::text[], $2::text[]) as w(tenant_id, id)
           join inboxes i on i.tenant_id = w.tenant_id and i.id = w.id
           where not exists (select from webhook_health h where h.tenant_id = w.tenant_id and h.inbox_id = w.id)
           on conflict do nothing`,
          keysOf(failed),
        ),
  ])
}

/** Switches off those that have failed for so many days without a success; answers them, and since when each failed. */
export async function disableFailingWebhooks(
  tx: Sql,
  inboxes: readonly InboxOf[],
  days: number,
): Promise<(InboxOf & { failingSince: string })[]> {
  if (inboxes.length === 0) return []
  return tx.query(
    `update webhook_health h set disabled_at = now()
     from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     where h.tenant_id = w.tenant_id and h.inbox_id = w.id and h.disabled_at is null
       and h.failing_since <= now() - make_interval(days => $3)
     returning h.tenant_id as "tenantId", h.inbox_id as "inboxId", h.failing_since as "failingSince"`,
    [...keysOf(inboxes), days],
  )
}

/** Of these messages one in each inbox that is there, and stays until the transaction ends: by inbox. */
export async function holdMessages(
  tx: Sql,
  messages: readonly (InboxOf & { messageId: string })[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ inboxId: string; id: string }>(
    `select m.inbox_id as "inboxId", m.id from unnest($1::text[], $2::text[]) as w(tenant_id, id)
     join messages m on m.tenant_id = w.tenant_id and m.id = w.id order by m.id for key share of m`,
    [messages.map(({ tenantId }) => tenantId), messages.map(({ messageId }) => messageId)],
  )
  return new Map(rows.map(({ inboxId, id }) => [inboxId, id]))
}

/** Switches a webhook on, and forgets how it failed. */
export async function enableWebhook(tx: Sql, tenantId: string, inboxId: string): Promise<void> {
  await tx.query('delete from webhook_health where tenant_id = $1 and inbox_id = $2', [tenantId, inboxId])
}

/** SQL: since when the webhook of the inbox row `i` is switched off; null where it isn't. */
export const webhookDisabledAt = `(select h.disabled_at from webhook_health h
  where h.tenant_id = i.tenant_id and h.inbox_id = i.id)`
