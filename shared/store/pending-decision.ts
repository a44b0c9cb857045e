/** Decisions that may still be undone, in the database. */
import type { Sql } from '../lib/sql.ts'

export type PendingVerb = 'approve' | 'reject' | 'release' | 'delete'

/** What somebody decided on a message. */
export interface PendingDecision {
  messageId: string
  decision: PendingVerb
  /** Of the version that was looked at; empty where it has none. */
  contentSha256: string
  reason: string
}

/** One as it stands. */
export interface KnownDecision extends PendingDecision {
  keyId: string
  /** Why it came to nothing; null: it is carried out when its time has come. */
  failure: string | null
}

/** Keeps a decision for so many seconds; null where somebody has decided on that message already. Answers when it is due. */
export async function insertPendingDecision(
  tx: Sql,
  { tenantId, keyId }: { tenantId: string; keyId: string },
  { messageId, decision, contentSha256, reason }: PendingDecision,
  seconds: number,
): Promise<string | null> {
  const [row] = await tx.query<{ dueAt: string }>(
    `insert into pending_decisions as p (tenant_id, message_id, key_id, decision, content_sha256, reason, due_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
     on conflict (tenant_id, message_id) do update set key_id = excluded.key_id, decision = excluded.decision,
       content_sha256 = excluded.content_sha256, reason = excluded.reason, due_at = excluded.due_at, failure = null
     where p.failure is not null
     returning due_at as "dueAt"`,
    [tenantId, messageId, keyId, decision, contentSha256, reason, seconds],
  )
  return row?.dueAt ?? null
}

/** Those on these messages. */
export function findPendingDecisions(
  sql: Sql,
  tenantId: string,
  messageIds: readonly string[],
): Promise<KnownDecision[]> {
  return sql.query<KnownDecision>(
    `select message_id as "messageId", key_id as "keyId", decision, content_sha256 as "contentSha256", reason, failure
     from pending_decisions where tenant_id = $1 and message_id = any($2)`,
    [tenantId, messageIds],
  )
}

/** A decision that came to nothing, and whose message waits no more. */
export interface FailedDecision {
  messageId: string
  decision: PendingVerb
  failure: string
  subject: string
}

const failedOfSession = `p.tenant_id = $1 and p.key_id = $2 and p.failure is not null
  and exists (select from messages m where m.tenant_id = p.tenant_id and m.id = p.message_id and m.status <> 'withheld')`

/** Those of a session, the newest first. */
export function findFailedDecisions(
  sql: Sql,
  { tenantId, keyId }: { tenantId: string; keyId: string },
  count: number,
): Promise<FailedDecision[]> {
  return sql.query<FailedDecision>(
    `select p.message_id as "messageId", p.decision, p.failure, f.subject from pending_decisions p
     join messages f on f.tenant_id = p.tenant_id and f.id = p.message_id
     where ${failedOfSession} order by p.due_at desc limit $3`,
    [tenantId, keyId, count],
  )
}

/** Forgets those of a session on these messages. */
export async function deleteFailedDecisions(
  sql: Sql,
  { tenantId, keyId }: { tenantId: string; keyId: string },
  messageIds: readonly string[],
): Promise<void> {
  await sql.query(`delete from pending_decisions p where ${failedOfSession} and p.message_id = any($3)`, [
    tenantId,
    keyId,
    messageIds,
  ])
}

/** Takes this very decision back; false where it is due, or there is none such, as another was made meanwhile. */
export async function deletePendingDecision(
  sql: Sql,
  tenantId: string,
  { messageId, decision, keyId }: Pick<KnownDecision, 'messageId' | 'decision' | 'keyId'>,
): Promise<boolean> {
  const rows = await sql.query(
    `delete from pending_decisions
     where tenant_id = $1 and message_id = $2 and decision = $3 and key_id = $4 and due_at > now() and failure is null
     returning 1`,
    [tenantId, messageId, decision, keyId],
  )
  return rows.length === 1
}

/** One that is due, with the hash (hex) of the session that decided. */
export interface DueDecision extends PendingDecision {
  keyHash: string
  dueAt: string
}

/** Undefined where it was taken back, or is not due yet. */
export async function findDueDecision(
  sql: Sql,
  tenantId: string,
  messageId: string,
): Promise<DueDecision | undefined> {
  const [row] = await sql.query<DueDecision>(
    `select p.message_id as "messageId", p.decision, p.content_sha256 as "contentSha256", p.reason,
       p.due_at as "dueAt", encode(k.key_hash, 'hex') as "keyHash"
     from pending_decisions p join api_keys k on k.tenant_id = p.tenant_id and k.id = p.key_id
     where p.tenant_id = $1 and p.message_id = $2 and p.due_at <= now() and p.failure is null`,
    [tenantId, messageId],
  )
  return row
}

/** Has the session that decided go on for so many seconds, where its time was over before the decision is carried out. */
export async function prolongSessionOf(
  sql: Sql,
  tenantId: string,
  messageId: string,
  seconds: number,
): Promise<void> {
  await sql.query(
    `update api_keys k set expires_at = now() + make_interval(secs => $3) from pending_decisions p
     where p.tenant_id = $1 and p.message_id = $2 and p.due_at <= now() and p.failure is null
       and k.tenant_id = p.tenant_id and k.id = p.key_id and k.expires_at <= now()`,
    [tenantId, messageId, seconds],
  )
}

/** Makes what a session has decided due at once; answers the messages. */
export async function hastenDecisions(tx: Sql, tenantId: string, keyId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update pending_decisions set due_at = now()
     where tenant_id = $1 and key_id = $2 and failure is null returning message_id as id`,
    [tenantId, keyId],
  )
  return rows.map(({ id }) => id)
}

/** Ends one that was carried out, or keeps why it could not be. */
export async function settleDecision(
  sql: Sql,
  tenantId: string,
  messageId: string,
  failure: string | null,
): Promise<void> {
  if (failure === null)
    await sql.query('delete from pending_decisions where tenant_id = $1 and message_id = $2', [
      tenantId,
      messageId,
    ])
  else
    await sql.query('update pending_decisions set failure = $3 where tenant_id = $1 and message_id = $2', [
      tenantId,
      messageId,
      failure,
    ])
}
