/** What the flows of billing need. */

import type { PaymentGateway } from '../../billing/gateway.ts'
import { GatewayUnavailableError } from '../../billing/gateway.ts'
import { type Billing, gatewayNamed } from '../../billing/index.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Log } from '../../lib/log.ts'
import { findMethod, type UsableMethod } from '../../store/billing-methods.ts'
import type { Database } from '../../store/database.ts'

export interface BillingParts {
  database: Database
  billing: Billing
  log: Log
}

/** The gateway of a caller's orders: a sandbox key never gets to one that moves money. */
export const gatewayFor = ({ gateway, sandbox }: Billing, { mode }: Principal): PaymentGateway =>
  mode === 'live' ? gateway : sandbox

/** The gateway of something that was begun with it. @throws GatewayUnavailableError where it isn't in use any more. */
export function gatewayOf(billing: Billing, name: string): PaymentGateway {
  const gateway = gatewayNamed(billing, name)
  if (gateway === undefined) throw new GatewayUnavailableError(`the gateway ${name} is not in use`)
  return gateway
}

/**
 * The payment method that is named, or the default; null where none is needed.
 * @throws ServiceError `validation_error` where there is no such one, or none at all.
 */
export async function methodFor(
  { database }: Pick<BillingParts, 'database'>,
  gateway: PaymentGateway,
  tenantId: string,
  id: string | null | undefined,
): Promise<UsableMethod | null> {
  const method = await findMethod(database, tenantId, gateway.name, id ?? null)
  if (method !== undefined) return method
  if (id != null) throw invalid('body.payment_method_id', 'is not a payment method of this account')
  if (!gateway.needsMethod) return null
  throw invalid('body.payment_method_id', 'is needed: the account has no default payment method')
}

export function invalid(path: string, message: string): ServiceError {
  return new ServiceError('validation_error', undefined, { details: [{ path, message }] })
}

/** Runs a call to a gateway. @throws ServiceError `unavailable` where the gateway is. */
export async function asking<T>({ log }: Pick<BillingParts, 'log'>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error
    log.warn({ reason: error.message }, 'the payment gateway did not answer')
    throw new ServiceError('unavailable', 'The payment gateway is not available now; try again.', {
      cause: error,
      retryAfter: 5,
    })
  }
}
