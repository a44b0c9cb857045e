/** Charging a call that changes something: in the transaction of its effect. */
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import { beginTopup } from '../../store/billing-topups.ts'
import { debit, findBalance } from '../../store/credit.ts'

/**
 * Takes what `endpoint` costs, with its ledger entry; sandbox keys pay nothing. Where that leaves too little, the auto
 * top-up is begun, in the same transaction.
 * Called first in a transaction: whoever locks an account locks it before anything else.
 * @throws ServiceError `credits_exhausted`.
 */
export async function charge(
  tx: Sql,
  principal: Principal,
  endpoint: EndpointName,
  reference: string,
): Promise<void> {
  const amount = endpoints[endpoint].credits
  if (amount === 0 || principal.mode === 'sandbox') return
  const { accountId } = principal
  const paid = await debit(tx, {
    accountId,
    entryId: newId('creditEntry'),
    amount,
    reason: endpoint,
    reference,
  })
  if (paid === null) throw new ServiceError('credits_exhausted')
  if (paid.low) await beginTopup(tx, accountId)
}

/**
 * Refuses who couldn't pay for `endpoint` now, before work that is charged once it is done. Nothing is held: the charge
 * itself may still be refused.
 * @throws ServiceError `credits_exhausted`.
 */
export async function refuseUnaffordable(
  sql: Sql,
  principal: Principal,
  endpoint: EndpointName,
): Promise<void> {
  if (principal.mode === 'sandbox') return
  const { balance = 0 } = (await findBalance(sql, principal.accountId)) ?? {}
  if (balance < endpoints[endpoint].credits) throw new ServiceError('credits_exhausted')
}
