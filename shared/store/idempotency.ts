/** Requests with an Idempotency-Key in the database: claimed before their work, completed with their response. */
import type { Sql } from '../lib/sql.ts'

/** What a request names of an inbox: by that, the inbox is found which it is about. */
export interface RequestAbout {
  slug?: string | undefined
  messageId?: string | undefined
  approvalId?: string | undefined
  draftId?: string | undefined
  /** The one that its caller is limited to. */
  inboxId?: string | null | undefined
}

export interface NewClaim {
  tenantId: string
  requestHash: string
  fingerprint: string
  scopes: readonly string[]
  accountId: string | null
  about: RequestAbout
  /** For effects to refer to, should the request be a new one. */
  id: string
  /** Of this attempt. */
  token: string
  leaseSeconds: number
  /** Hours after which a request is forgotten. */
  keptHours: number
}

/** What is kept of a request that came before. */
export interface KeptRequest {
  fingerprint: string
  scopes: string[]
  /** Null while it is running. */
  status: number | null
  /** Sealed. */
  response: string | null
}

/** A request that the caller now works on. */
export interface Claim {
  tenantId: string
  requestHash: string
  token: string
  /** The one of the first attempt. */
  id: string
}

/**
 * Claims a request that is new, forgotten, or whose attempt came to nothing and lets go of it; else answers what is
 * kept of it. Undefined: it was deleted between.
 */
export async function claimRequest(sql: Sql, claim: NewClaim): Promise<Claim | KeptRequest | undefined> {
  const { tenantId, requestHash, token, about } = claim
  const [claimed] = await sql.query<{ id: string }>(
    `with about as materialized (
       select i.id from inboxes i where i.tenant_id = $1 and i.deleted_at is null and i.id = coalesce(
         (select s.id from inboxes s where s.tenant_id = $1 and s.slug = $10),
         (select m.inbox_id from messages m where m.tenant_id = $1 and m.id = $11),
         (select a.inbox_id from approvals a where a.tenant_id = $1 and a.id = $12),
         (select d.inbox_id from drafts d where d.tenant_id = $1 and d.id = $14), $13::text)
       for key share)
     insert into idempotency_keys as k (tenant_id, request_hash, fingerprint, scopes, account_id, id, token, lease_until,
       inbox_id)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), (select id from about))
     on conflict (tenant_id, request_hash) do update set
       id = case when k.created_at < now() - make_interval(hours => $9) then excluded.id else k.id end,
       created_at = case when k.created_at < now() - make_interval(hours => $9) then now() else k.created_at end,
       fingerprint = excluded.fingerprint, scopes = excluded.scopes, account_id = excluded.account_id, token = excluded.token,
       lease_until = excluded.lease_until, inbox_id = excluded.inbox_id, status = null, response = null
     where k.created_at < now() - make_interval(hours => $9)
       or k.status is null and k.lease_until <= now() and k.fingerprint = excluded.fingerprint
     returning id`,
    [
      tenantId,
      requestHash,
      claim.fingerprint,
      claim.scopes,
      claim.accountId,
      claim.id,
      token,
      claim.leaseSeconds,
      claim.keptHours,
      about.slug ?? null,
      about.messageId ?? null,
      about.approvalId ?? null,
      about.inboxId ?? null,
      about.draftId ?? null,
    ],
  )
  if (claimed !== undefined) return { tenantId, requestHash, token, id: claimed.id }
  const [kept] = await sql.query<KeptRequest>(
    `select fingerprint, scopes, status, response from idempotency_keys where tenant_id = $1 and request_hash = $2`,
    [tenantId, requestHash],
  )
  return kept
}

/**
 * Whether a request is kept that is known by one of two hashes, `before`; whoever else asks for the two of them, in
 * whichever order, waits for the end of this transaction.
 */
export async function findLockedRequest(
  tx: Sql,
  before: Pick<NewClaim, 'tenantId' | 'requestHash' | 'keptHours'>,
  newest: Pick<NewClaim, 'requestHash'>,
): Promise<boolean> {
  const both = [before.requestHash, newest.requestHash].toSorted().join(' ')
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [both])
  const rows = await tx.query(
    `select 1 from idempotency_keys where tenant_id = $1 and request_hash = $2
       and created_at >= now() - make_interval(hours => $3)`,
    [before.tenantId, before.requestHash, before.keptHours],
  )
  return rows.length > 0
}

/** Keeps the response (sealed) of a claimed request; false where somebody else has taken the claim over. */
export async function completeRequest(
  tx: Sql,
  { tenantId, requestHash, token }: Claim,
  { status, response, accountId }: { status: number; response: string; accountId: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `update idempotency_keys set status = $4, response = $5, account_id = coalesce($6, account_id)
     where tenant_id = $1 and request_hash = $2 and token = $3 and status is null returning 1`,
    [tenantId, requestHash, token, status, response, accountId],
  )
  return rows.length === 1
}

/** Claims a request for longer, by who works on it; one whose time is over stays so. */
export async function renewRequest(
  sql: Sql,
  { tenantId, requestHash, token }: Claim,
  leaseSeconds: number,
): Promise<void> {
  await sql.query(
    `update idempotency_keys set lease_until = now() + make_interval(secs => $4)
     where tenant_id = $1 and request_hash = $2 and token = $3 and status is null and lease_until > now()`,
    [tenantId, requestHash, token, leaseSeconds],
  )
}

/** Lets go of a claim whose attempt came to nothing: the next one with the same body is worked on at once. */
export async function releaseRequest(sql: Sql, { tenantId, requestHash, token }: Claim): Promise<void> {
  await sql.query(
    `update idempotency_keys set lease_until = now()
     where tenant_id = $1 and request_hash = $2 and token = $3 and status is null`,
    [tenantId, requestHash, token],
  )
}

/** Forgets a claim: its key may be used for another body. */
export async function forgetRequest(sql: Sql, { tenantId, requestHash, token }: Claim): Promise<void> {
  await sql.query(
    `delete from idempotency_keys where tenant_id = $1 and request_hash = $2 and token = $3 and status is null`,
    [tenantId, requestHash, token],
  )
}

/** Forgets what is kept of the requests about an inbox. One that is still running has its response kept no more. */
export async function forgetRequestsAbout(sql: Sql, tenantId: string, inboxId: string): Promise<void> {
  await sql.query('delete from idempotency_keys where tenant_id = $1 and inbox_id = $2', [tenantId, inboxId])
}

/** Requests that one call deletes at most. */
const oldRequests = 1_000

/** Deletes requests older than `keptHours`; never waits for those that are being claimed. */
export async function deleteOldRequests(sql: Sql, keptHours: number): Promise<void> {
  await sql.query(
    `with old as materialized (
       select tenant_id, request_hash from idempotency_keys where created_at < now() - make_interval(hours => $1)
       order by created_at limit $2 for update skip locked)
     delete from idempotency_keys k using old o where k.tenant_id = o.tenant_id and k.request_hash = o.request_hash`,
    [keptHours, oldRequests],
  )
}
