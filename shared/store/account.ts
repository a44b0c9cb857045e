/** Accounts, their tenants and users, in the database. */
import type { AccountOverview } from '../domain/account.ts'
import type { Mode } from '../domain/principal.ts'
import type { Sql } from '../lib/sql.ts'

export interface NewAccount {
  id: string
  organizationName: string
  contactEmail: string
  credits: number
  liveTenantId: string
  sandboxTenantId: string
  userId: string
  /** Whether somebody vouches for the user's address. */
  confirmed: boolean
  /** Of the first ledger entry. */
  creditEntryId: string
}

/** Stores an account with its two tenants, its first user and its first credits; answers when, as ISO 8601. */
export async function insertAccount(tx: Sql, account: NewAccount): Promise<string> {
  const [row] = await tx.query<{ created_at: string }>(
    'insert into accounts (id, organization_name, contact_email, credits) values ($1, $2, $3, $4) returning created_at',
    [account.id, account.organizationName, account.contactEmail, account.credits],
  )
  await tx.query("insert into tenants (id, account_id, mode) values ($1, $3, 'live'), ($2, $3, 'sandbox')", [
    account.liveTenantId,
    account.sandboxTenantId,
    account.id,
  ])
  await tx.query(
    'insert into users (account_id, id, email, email_confirmed_at) values ($1, $2, $3, case when $4 then now() end)',
    [account.id, account.userId, account.contactEmail, account.confirmed],
  )
  await tx.query(
    `insert into credit_entries (account_id, id, amount, reason, balance_after) values ($1, $2, $3, 'sign_up', $3)`,
    [account.id, account.creditEntryId, account.credits],
  )
  return row!.created_at
}

/** An account with its users, oldest first, and those of its tenants that `mode` sees: a live key both. */
export async function findAccount(
  sql: Sql,
  accountId: string,
  mode: Mode,
): Promise<AccountOverview | undefined> {
  const [row] = await sql.query<AccountOverview>(
    `select a.id, a.organization_name, a.contact_email, a.credits, a.created_at, a.plan,
       (select coalesce(json_agg(json_build_object('id', u.id, 'email', u.email, 'role', u.role,
          'email_confirmed_at', to_char(u.email_confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'created_at', to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by u.id), '[]')
        from users u where u.account_id = a.id) as users,
       (select json_agg(json_build_object('id', t.id, 'mode', t.mode) order by t.mode) from tenants t
        where t.account_id = a.id and ($2 = 'live' or t.mode = $2)) as tenants
     from accounts a where a.id = $1 and a.deleted_at is null`,
    [accountId, mode],
  )
  return row
}
