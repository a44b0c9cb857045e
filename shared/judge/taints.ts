/** What of a draft untrusted mail has named, in any thread of the tenant: whom it goes to, and what it passes on. */
import type { Sql } from '../lib/sql.ts'
import type { DraftValue } from '../risk/exfiltration/draft-values.ts'
import type { TaintedValue } from '../risk/outbound-context.ts'
import { type FoundTaint, findKnownSince, findTaints } from '../store/taint.ts'
import type { Outgoing } from './knowledge.ts'

/**
 * The values of a draft that came in by untrusted mail, each with the mail that weighs most. Not those that only the
 * recipients themselves have named; nor addresses that the inbox wrote to before it was told, or to which a person has let
 * a message go since. That an agent wrote to somebody takes nothing back.
 */
export async function taintedAmong(
  sql: Sql,
  { tenantId, inbox, recipients }: Outgoing,
  values: readonly DraftValue[],
): Promise<TaintedValue[]> {
  if (values.length === 0) return []
  const found = await findTaints(sql, tenantId, [...new Set(values.map(({ mark }) => mark))])
  if (found.length === 0) return []
  const to = recipients.map((address) => address.toLowerCase())
  const byMark = Map.groupBy(found, ({ mark }) => mark)
  const known = await findKnownSince(sql, tenantId, inbox.id, to)
  const approvedSince = (address: string, at: number): boolean =>
    known.some((one) => one.address === address && (one.approved ?? 0) > at)
  const goesOn = (recipient: string, { at }: FoundTaint): boolean =>
    !approvedSince(recipient, at) && !known.some((one) => one.address === recipient && one.since < at)
  const passesOn = ({ from, at }: FoundTaint): boolean =>
    to.some((address) => address !== from) && !to.every((address) => approvedSince(address, at))
  return values.flatMap(({ kind, shown, recipient, mark }): TaintedValue[] => {
    const told = (byMark.get(mark) ?? []).find((taint) =>
      recipient === null ? passesOn(taint) : goesOn(recipient, taint),
    )
    if (told === undefined) return []
    const { messageId, withheld } = told
    return [{ kind, shown, recipient: recipient !== null, messageId, withheld }]
  })
}
