/** Notices that tell reviewers of approvals, in the database. */
import type { Sql } from '../lib/sql.ts'

/** Somebody who may resolve an approval, and whether they have been told. */
export interface ToBeTold {
  userId: string
  email: string
  /** The language that they have chosen. */
  language: string | null
  /** Whether somebody has confirmed that they read it. */
  confirmed: boolean
  /** Null where there is no notice for them yet. */
  noticeId: string | null
  /** Whether the notice is sent, or never will be. */
  done: boolean
}

/**
 * The reviewers of an approval: the users of its account who may decide and want a notice of each, those invited once they
 * have come. Of a sandbox
 * nobody, since nothing of it leaves.
 */
export function findReviewers(
  sql: Sql,
  tenantId: string,
  approvalId: string,
  count: number,
): Promise<ToBeTold[]> {
  return sql.query<ToBeTold>(
    `select u.id as "userId", u.email, u.language, u.email_confirmed_at is not null as confirmed, n.id as "noticeId", (n.sent_at is not null or n.failure is not null) is true as done
     from approvals a
     join tenants t on t.id = a.tenant_id and t.mode = 'live'
     join accounts c on c.id = t.account_id and c.deleted_at is null
     join users u on u.account_id = c.id and u.email <> '' and u.role <> 'viewer' and u.notices = 'each'
       and (u.invited_by is null or u.email_confirmed_at is not null)
     left join approval_notices n on n.tenant_id = a.tenant_id and n.approval_id = a.id and n.user_id = u.id
     where a.tenant_id = $1 and a.id = $2 order by u.id limit $3`,
    [tenantId, approvalId, count],
  )
}

/** Writes a notice that is to be sent; answers its id, or that of the one there was. */
export async function insertNotice(
  sql: Sql,
  notice: { tenantId: string; id: string; approvalId: string; userId: string; email: string },
): Promise<string> {
  const { tenantId, id, approvalId, userId, email } = notice
  const [row] = await sql.query<{ id: string }>(
    `insert into approval_notices (tenant_id, id, approval_id, user_id, email, created_at) values ($1, $2, $3, $4, $5, now())
     on conflict (tenant_id, approval_id, user_id) do update set email = approval_notices.email returning id`,
    [tenantId, id, approvalId, userId, email],
  )
  return row!.id
}

/** Says that a notice was sent, or why it never will be. */
export async function settleNotice(
  tx: Sql,
  tenantId: string,
  id: string,
  failure: string | null,
): Promise<void> {
  await tx.query(
    `update approval_notices set sent_at = case when $3::text is null then now() end, failure = $3
     where tenant_id = $1 and id = $2`,
    [tenantId, id, failure],
  )
}

/** Whether a notice of the approval was made for the user, who is still there and may decide. */
export async function noticeStands(
  sql: Sql,
  tenantId: string,
  { noticeId, approvalId, userId }: { noticeId: string; approvalId: string; userId: string },
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from approval_notices n
     join tenants t on t.id = n.tenant_id
     join accounts c on c.id = t.account_id and c.deleted_at is null
     join users u on u.account_id = c.id and u.id = n.user_id and u.role <> 'viewer'
     where n.tenant_id = $1 and n.id = $2 and n.approval_id = $3 and n.user_id = $4`,
    [tenantId, noticeId, approvalId, userId],
  )
  return rows.length === 1
}

/** E-mail address of a user of the tenant's account. */
export async function findUserEmail(sql: Sql, tenantId: string, userId: string): Promise<string | undefined> {
  const [row] = await sql.query<{ email: string }>(
    `select u.email from tenants t join users u on u.account_id = t.account_id where t.id = $1 and u.id = $2`,
    [tenantId, userId],
  )
  return row?.email
}
