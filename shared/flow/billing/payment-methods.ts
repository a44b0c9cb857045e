/** Payment methods: kept at the gateway, and by what it calls them here. */
import { type PaymentGateway, PaymentRefusedError } from '../../billing/gateway.ts'
import { auditEntry } from '../../domain/audit.ts'
import type { NewPaymentMethod, PaymentMethod } from '../../domain/billing.ts'
import { ServiceError } from '../../domain/errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import { insertAuditEntries } from '../../store/audit.ts'
import {
  deleteMethod,
  findContact,
  findCustomer,
  findMethod,
  makeDefault,
  saveCustomer,
  saveMethod,
  showMethod,
} from '../../store/billing-methods.ts'
import { lockAccount } from '../../store/credit.ts'
import { loseMethod } from './auto-topup.ts'
import { asking, type BillingParts, gatewayFor, gatewayOf, invalid } from './parts.ts'

/**
 * Keeps a payment method. The same token again is the same payment method.
 * @throws ServiceError `payment_failed` where its bank refuses it, or the gateway the account; `validation_error` where it
 * is none.
 */
export async function addPaymentMethod(
  parts: BillingParts,
  principal: Principal,
  { token, set_default = false }: NewPaymentMethod,
): Promise<PaymentMethod> {
  const gateway = gatewayFor(parts.billing, principal)
  const { tenantId, accountId, userId, keyId } = principal
  const customer = await customerOf(parts, principal)
  const details = await asking(parts, () => gateway.addMethod(customer, token)).catch((error: unknown) => {
    if (!(error instanceof PaymentRefusedError)) throw error
    if (error.invalid) throw invalid('body.token', 'is not a token that the gateway takes')
    throw new ServiceError('payment_failed', `The payment method was refused: ${error.failure.message}`)
  })
  const { reference, ...shown } = details
  const added = await parts.database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const { method, isNew } = await saveMethod(tx, {
      tenantId,
      id: newId('paymentMethod'),
      gateway: gateway.name,
      reference,
      ...shown,
      setDefault: set_default,
    })
    if (isNew)
      await insertAuditEntries(tx, [
        auditEntry(tenantId, null, 'billing', 'medium', 'A payment method was added.', {
          payment_method_id: method.id,
          gateway: gateway.name,
          user_id: userId,
          key_id: keyId,
        }),
      ])
    return method
  })
  if (added.is_default) await tellDefault(parts, principal, gateway)
  return added
}

/**
 * Makes a payment method the default, at its gateway first: what that no longer has does not become it. Answers the
 * payment method; null where there is none.
 * @throws ServiceError `payment_failed` where the gateway refuses it, `unavailable` where it does not answer.
 */
export async function setDefaultMethod(
  parts: BillingParts,
  principal: Principal,
  id: string,
): Promise<PaymentMethod | null> {
  if (!isId('paymentMethod', id)) return null
  const { tenantId, accountId, userId, keyId } = principal
  const named = await showMethod(parts.database, tenantId, id)
  if (named === undefined) return null
  const { gateway } = named
  const [customer, usable] = await Promise.all([
    findCustomer(parts.database, tenantId, gateway),
    findMethod(parts.database, tenantId, gateway, id),
  ])
  if (customer === undefined || usable === undefined) return null
  await asking(parts, async () =>
    gatewayOf(parts.billing, gateway).setDefaultMethod(customer, usable.reference),
  ).catch((error: unknown) => {
    if (!(error instanceof PaymentRefusedError)) throw error
    // What a gateway says of a name that it does not know quotes it.
    const why = error.invalid ? 'the gateway no longer has it' : error.failure.message
    throw new ServiceError('payment_failed', `The payment method was refused: ${why}`)
  })
  return parts.database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const method = await showMethod(tx, tenantId, id)
    if (method === undefined) return null
    if (method.is_default) return method
    await makeDefault(tx, tenantId, { id, gateway })
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'billing', 'medium', 'Another payment method was made the default.', {
        payment_method_id: id,
        gateway,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return { ...method, is_default: true }
  })
}

/** Tells a gateway which payment method is the default now. What is paid names its own: a failure is logged, and no more. */
async function tellDefault(
  parts: BillingParts,
  { tenantId }: Principal,
  gateway: PaymentGateway,
): Promise<void> {
  const [customer, method] = await Promise.all([
    findCustomer(parts.database, tenantId, gateway.name),
    findMethod(parts.database, tenantId, gateway.name, null),
  ])
  if (customer === undefined || method === undefined) return
  await asking(parts, () => gateway.setDefaultMethod(customer, method.reference)).catch((error: unknown) => {
    if (!(error instanceof ServiceError || error instanceof PaymentRefusedError)) throw error
  })
}

/** What the gateway knows the account by; it is told of the account first. @throws ServiceError `payment_failed`. */
async function customerOf(parts: BillingParts, principal: Principal): Promise<string> {
  const { database, billing } = parts
  const { tenantId, accountId } = principal
  const gateway = gatewayFor(billing, principal)
  const known = await findCustomer(database, tenantId, gateway.name)
  if (known !== undefined) return known
  const { name, email } = await findContact(database, accountId)
  const made = await asking(parts, () => gateway.createCustomer({ tenantId, name, email })).catch(
    (error: unknown) => {
      if (!(error instanceof PaymentRefusedError)) throw error
      const { code } = error.failure
      // What it says quotes names and addresses: its code is enough for whoever runs the service.
      parts.log.warn({ account_id: accountId, reason: code }, 'the payment gateway refused an account')
      throw new ServiceError('payment_failed', 'The payment gateway refused the account.')
    },
  )
  return database.transaction((tx) => saveCustomer(tx, tenantId, gateway.name, made))
}

/** Removes a payment method, here and at its gateway; false where there is none. */
export async function removePaymentMethod(
  parts: BillingParts,
  principal: Principal,
  id: string,
): Promise<boolean> {
  if (!isId('paymentMethod', id)) return false
  const { tenantId, accountId, userId, keyId } = principal
  const removed = await parts.database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const method = await deleteMethod(tx, tenantId, id)
    if (method === undefined) return undefined
    await loseMethod(tx, principal, id)
    await insertAuditEntries(tx, [
      auditEntry(tenantId, null, 'billing', 'medium', 'A payment method was removed.', {
        payment_method_id: id,
        gateway: method.gateway,
        user_id: userId,
        key_id: keyId,
      }),
    ])
    return method
  })
  if (removed === undefined) return false
  // Nothing is paid with it any more, whether or not its gateway hears of it.
  await asking(parts, async () => {
    const gateway = gatewayOf(parts.billing, removed.gateway)
    await gateway.removeMethod(removed.reference)
    await tellDefault(parts, principal, gateway)
  }).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error
  })
  return true
}
