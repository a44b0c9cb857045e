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

/**
 * Takes credits and writes the ledger entry, in the transaction of the effect; null where the balance is too low.
 * `low`: it is now below the threshold of an auto top-up that is not under way.
 */
export async function debit(
  tx: Sql,
  { accountId, entryId, amount, reason, reference }: Debit,
): Promise<{ low: boolean } | null> {
  const [row] = await tx.query<{ low: boolean }>(
    `with debited as (
       update accounts set credits = credits - $3, updated_at = now() where id = $1 and credits >= $3
       returning credits, topup_below
     ), entered as (
       insert into credit_entries (account_id, id, amount, reason, balance_after, reference)
       select $1, $2, -$3::bigint, $4, credits, $5 from debited)
     select coalesce(credits < topup_below, false) as low from debited`,
    [accountId, entryId, amount, reason, reference],
  )
  return row ?? null
}

/** Gives credits and writes the ledger entry; answers the balance. */
export async function grant(
  tx: Sql,
  { accountId, entryId, amount, reason, reference }: Debit,
): Promise<number> {
  const [row] = await tx.query<{ credits: number }>(
    `with granted as (
       update accounts set credits = credits + $3, updated_at = now() where id = $1 returning credits
     ), entered as (
       insert into credit_entries (account_id, id, amount, reason, balance_after, reference)
       select $1, $2, $3::bigint, $4, credits, $5 from granted)
     select credits from granted`,
    [accountId, entryId, amount, reason, reference],
  )
  return row!.credits
}

/** Why credits are taken back, in the ledger. */
export const refundReason = 'refund'

/** Takes up to so many credits back, as far as there are any, and writes the ledger entry; answers how many. */
export async function takeBack(
  tx: Sql,
  { accountId, entryId, amount, reason, reference }: Debit,
): Promise<number> {
  const [row] = await tx.query<{ taken: number }>(
    `with had as materialized (
       select id, least(credits, $3::bigint) as taken from accounts where id = $1 and credits > 0 for no key update
     ), left_over as (
       update accounts a set credits = a.credits - h.taken, updated_at = now() from had h where a.id = h.id
       returning a.credits, h.taken
     ), entered as (
       insert into credit_entries (account_id, id, amount, reason, balance_after, reference)
       select $1, $2, -taken, $4, credits, $5 from left_over)
     select taken from left_over`,
    [accountId, entryId, amount, reason, reference],
  )
  return row?.taken ?? 0
}

/** Holds an account for the rest of the transaction: whoever needs it and something else needs it first. */
export async function lockAccount(tx: Sql, accountId: string): Promise<{ credits: number } | undefined> {
  const [row] = await tx.query<{ credits: number }>(
    'select credits from accounts where id = $1 for no key update',
    [accountId],
  )
  return row
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
  const after = page.after === null ? '' : 'and sequence < $3'
  return sql.query<CreditEntryRow>(
    `select id, amount, reason, balance_after, reference, created_at, sequence from credit_entries
     where account_id = $1 ${after} order by sequence desc limit $2`,
    [accountId, page.limit + 1, ...(page.after ?? [])],
  )
}
