/** Credits in the database: the balance, and one ledger entry for each change of it. */
import type { Page } from '../domain/pagination.ts'
import type { Sql } from '../lib/sql.ts'

export interface Debit {
  accountId: string
  /** Id of the ledger entry (`crd_`). */
  entryId: string
  /** Positive. */
  amount: number
  reason: string
  reference: string | null
}

/** Takes credits and writes the ledger entry, in the transaction of the effect; false where the balance is too low. */
export async function debit(
  tx: Sql,
  { accountId, entryId, amount, reason, reference }: Debit,
): Promise<boolean> {
  const rows = await tx.query(
    `with debited as (
       update accounts set credits = credits - $3, updated_at = now() where id = $1 and credits >= $3 returning credits)
     insert into credit_entries (account_id, id, amount, reason, balance_after, reference)
     select $1, $2, -$3::bigint, $4, credits, $5 from debited returning id`,
    [accountId, entryId, amount, reason, reference],
  )
  return rows.length === 1
}

export interface Balance {
  balance: number
  plan: string
  updated_at: string
}

export async function findBalance(sql: Sql, accountId: string): Promise<Balance | undefined> {
  const [row] = await sql.query<Balance>(
    'select credits as balance, plan, updated_at from accounts where id = $1',
    [accountId],
  )
  return row
}

export interface CreditEntryRow {
  id: string
  amount: number
  reason: string
  balance_after: number
  reference: string | null
  created_at: string
  sequence: number
}

/** Ledger entries of an account, newest first; one more than the page holds. */
export function listCreditEntries(sql: Sql, accountId: string, page: Page): Promise<CreditEntryRow[]> {
  return sql.query<CreditEntryRow>(
    `select id, amount, reason, balance_after, reference, created_at, sequence from credit_entries
     where account_id = $1 and ($2::bigint is null or sequence < $2) order by sequence desc limit $3`,
    [accountId, page.after?.[0] ?? null, page.limit + 1],
  )
}
