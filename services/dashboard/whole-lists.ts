/** Whole lists of an account, for choices and names on a page: read page by page, as the API answers them. */
import type { z } from 'zod'
import type { ApiKey, apiKeyPage } from '../../shared/domain/api-key.ts'
import type { PaymentMethod, paymentMethodPage } from '../../shared/domain/billing.ts'
import type { EndpointName } from '../../shared/domain/endpoints.ts'
import type { Inbox, inboxPage } from '../../shared/domain/inbox.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Policy } from '../../shared/domain/policy.ts'
import type { policyPage } from '../../shared/policy/contract.ts'
import { ask } from './ask.ts'
import type { DashboardParts, Visitor } from './visitor.ts'

type Parts = Pick<DashboardParts, 'door'>
type Asking = Pick<Visitor, 'caller'>

/** Newest first; `limits.listedWhole` at most, as all of these. @throws ServiceError as the door refuses. */
export const allInboxes = (parts: Parts, visitor: Asking): Promise<Inbox[]> =>
  all<z.output<typeof inboxPage>, Inbox>(parts, visitor, 'list_inboxes', ({ inboxes }) => inboxes)

export const allApiKeys = (parts: Parts, visitor: Asking): Promise<ApiKey[]> =>
  all<z.output<typeof apiKeyPage>, ApiKey>(parts, visitor, 'list_api_keys', ({ api_keys }) => api_keys)

export const allPaymentMethods = (parts: Parts, visitor: Asking): Promise<PaymentMethod[]> =>
  all<z.output<typeof paymentMethodPage>, PaymentMethod>(
    parts,
    visitor,
    'list_payment_methods',
    ({ payment_methods }) => payment_methods,
  )

/** Those of one type. */
export const allPoliciesOf = (parts: Parts, visitor: Asking, type: Policy['type']): Promise<Policy[]> =>
  all<z.output<typeof policyPage>, Policy>(parts, visitor, 'list_policies', ({ policies }) => policies, {
    type,
  })

async function all<Page extends { next_cursor: string | null }, Item>(
  parts: Parts,
  visitor: Asking,
  name: EndpointName,
  itemsOf: (page: Page) => readonly Item[],
  filters: Record<string, string> = {},
): Promise<Item[]> {
  const items: Item[] = []
  let next: { cursor?: string } | null = {}
  while (next !== null && items.length < limits.listedWhole) {
    const query = { limit: limits.pageMax, ...filters, ...next }
    const page: Page = await ask<Page>(parts, visitor, name, { query })
    items.push(...itemsOf(page))
    next = page.next_cursor === null ? null : { cursor: page.next_cursor }
  }
  return items
}
