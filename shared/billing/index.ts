/** The registry of payment gateways, and the one that is in use. */
import { type Config, ConfigError } from '../../config/config.ts'
import { type Prices, readPrices } from '../../config/plans.ts'
import type { PaymentGateway } from './gateway.ts'
import { stripeGateway } from './stripe/gateway.ts'
import { manualGateway, simulatedGateway } from './unpaid.ts'

/** Another gateway is one line here, and a file that keeps the contract of gateway.ts. */
const gateways: Record<string, (config: Config) => PaymentGateway> = {
  manual: manualGateway,
  stripe: stripeGateway,
}

/** Prices, and who takes money. */
export interface Billing {
  prices: Prices
  /** Of live keys. */
  gateway: PaymentGateway
  /** Of sandbox keys: it never moves money. */
  sandbox: PaymentGateway
}

/** Builds what is configured. @throws ConfigError for an unknown gateway, one that lacks settings, or bad prices. */
export function createBilling(config: Config): Billing {
  const make = gateways[config.BILLING_GATEWAY]
  if (make === undefined)
    throw new ConfigError([`BILLING_GATEWAY: must be one of ${Object.keys(gateways).join(', ')}`])
  return { prices: readPrices(config), gateway: make(config), sandbox: simulatedGateway() }
}

/** Names of gateways that renew nothing by themselves, those of former orders included. */
export const unrenewedGateways = ({ gateway, sandbox }: Billing): string[] => [
  ...new Set([gateway, sandbox, manualGateway()].flatMap(({ name, renews }) => (renews ? [] : [name]))),
]

/** The gateway of that name; undefined where it isn't in use any more, and has more to it than our own records. */
export const gatewayNamed = ({ gateway, sandbox }: Billing, name: string): PaymentGateway | undefined =>
  [gateway, sandbox, manualGateway()].find((one) => one.name === name)
