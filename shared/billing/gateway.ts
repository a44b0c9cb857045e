/** What a payment gateway does for us: the contract that each of them keeps. */
import type { Plan } from '../../config/plans.ts'

/** Who pays, as a gateway is told. */
export interface NewCustomer {
  tenantId: string
  name: string
  email: string
}

/** A payment method as a gateway knows it. */
export interface MethodDetails {
  reference: string
  type: string
  brand: string | null
  last4: string | null
  expMonth: number | null
  expYear: number | null
}

/** What a payment is made with; both null with a gateway that needs none. */
export interface Payer {
  customer: string | null
  method: string | null
}

/** A payment to be made, or asked after. The same order is paid once, however often it is asked for. */
export interface Payment extends Payer {
  orderId: string
  tenantId: string
  /** In the smallest unit of the currency. */
  amount: number
  currency: string
  description: string
  /** Whether the customer isn't there to confirm. */
  offSession: boolean
  /** What the gateway knows it by, from a try before. */
  reference: string | null
}

/** Why a payment was refused, in words that may be shown. */
export interface Failure {
  code: string
  message: string
}

export type PaymentOutcome =
  | { status: 'paid'; reference: string | null }
  /** The customer has to confirm, with the client secret. */
  | { status: 'requires_action'; reference: string; clientSecret: string | null }
  /** Not known yet. */
  | { status: 'processing'; reference: string | null }
  | { status: 'failed'; reference: string | null; failure: Failure }

export interface NewSubscription extends Payer {
  subscriptionId: string
  tenantId: string
  plan: Plan
  currency: string
}

/** A period of a plan that was paid for. */
export interface PaidInvoice {
  /** What the gateway knows it by. */
  reference: string
  plan: string
  amount: number
  currency: string
}

/** A subscription as its gateway has it now. */
export interface SubscriptionState {
  reference: string
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  /** Null: as it was. */
  plan: string | null
  /** ISO 8601. */
  periodEnd: string | null
  /** Day of the month on which the first period of this plan began, of a gateway that renews nothing by itself. */
  anchorDay?: number
  cancelAtPeriodEnd: boolean
  clientSecret: string | null
  /** The newest invoice, where it is paid. */
  paid: PaidInvoice | null
}

/** What a gateway tells on its own. */
export type GatewayEvent = { id: string } & (
  | {
      kind: 'payment'
      reference: string
      /** As we have given them; null where the payment isn't ours. */
      order: { tenantId: string; id: string } | null
      amount: number
      currency: string
      outcome: PaymentOutcome
    }
  /** `refunded`: all that was given back of the payment until now. */
  | { kind: 'refund'; reference: string; refunded: number }
  | { kind: 'subscription'; reference: string; subscription: OwnSubscription | null }
  | { kind: 'invoice'; reference: string; subscription: OwnSubscription | null; invoice: PaidInvoice }
  /** Nothing of ours. */
  | { kind: 'other' }
)

/** Our own names of a subscription, as we have given them. */
export interface OwnSubscription {
  tenantId: string
  id: string
}

/** A paid invoice, and whose subscription it is of; null where that isn't ours. */
export interface PaidPeriod {
  subscription: OwnSubscription | null
  invoice: PaidInvoice
}

/** Takes money, or says that it has. Each call is safe to repeat with the same values. */
export interface PaymentGateway {
  name: string
  /** Whether a payment needs a payment method of the customer's. */
  needsMethod: boolean
  /** Whether it renews subscriptions by itself, and tells of it. */
  renews: boolean
  /** Answers what the customer is known by. @throws PaymentRefusedError, GatewayUnavailableError. */
  createCustomer(customer: NewCustomer): Promise<string>
  /** Keeps a payment method for the customer. @throws PaymentRefusedError, GatewayUnavailableError. */
  addMethod(customer: string, token: string): Promise<MethodDetails>
  /** Makes it what the gateway takes where nothing else is said. @throws PaymentRefusedError, GatewayUnavailableError. */
  setDefaultMethod(customer: string, reference: string): Promise<void>
  /** What is gone already is no error. @throws GatewayUnavailableError. */
  removeMethod(reference: string): Promise<void>
  /** @throws GatewayUnavailableError while the outcome isn't known. */
  pay(payment: Payment): Promise<PaymentOutcome>
  /** @throws PaymentRefusedError, GatewayUnavailableError. */
  subscribe(order: NewSubscription): Promise<SubscriptionState>
  /** Changes the plan now: a new period begins and is paid for. @throws PaymentRefusedError, GatewayUnavailableError. */
  changePlan(reference: string, order: NewSubscription): Promise<SubscriptionState>
  /** Ends the subscription with its period, or goes on with it. @throws GatewayUnavailableError. */
  setCancel(reference: string, atPeriodEnd: boolean): Promise<SubscriptionState>
  /** Ends a subscription at once. @throws GatewayUnavailableError. */
  endSubscription(reference: string): Promise<void>
  /**
   * Ends at once all that we have begun for a customer, also what we were never answered about; what others have begun
   * for them goes on. Gateways that begin nothing without an answer lack it.
   * @throws GatewayUnavailableError.
   */
  endAllSubscriptions?(customer: string, tenantId: string): Promise<void>
  /** @throws GatewayUnavailableError. */
  findSubscription(reference: string): Promise<SubscriptionState>
  /**
   * The invoice of a period that a payment was for; null where it was for none. Gateways without events lack it.
   * @throws GatewayUnavailableError.
   */
  findPaidInvoice?(payment: string): Promise<PaidPeriod | null>
  /** Reads an event, once its signature is verified; undefined where that fails. Gateways without events lack it. */
  readEvent?(body: Uint8Array, signature: string): GatewayEvent | undefined
}

/** The gateway can't be reached, or doesn't know: the same call may work later, and has perhaps worked already. */
export class GatewayUnavailableError extends Error {}

/** The gateway says no. */
export class PaymentRefusedError extends Error {
  readonly failure: Failure
  /** Whether the token or payment method is what's wrong, and not its owner's bank. */
  readonly invalid: boolean
  constructor(failure: Failure, invalid: boolean) {
    super(failure.message)
    this.failure = failure
    this.invalid = invalid
  }
}
