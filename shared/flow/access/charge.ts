/** Charging a call that changes something: in the transaction of its effect. */
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'
import { ServiceError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Sql } from '../../lib/sql.ts'
import { debit } from '../../store/credit.ts'

/**
 * Takes what `endpoint` costs, with its ledger entry; sandbox keys pay nothing.
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
  if (!paid) throw new ServiceError('credits_exhausted')
}
