/** Blocking the sender of a mail, by a policy as everybody makes them. */
import { type ErrorCode, ServiceError } from '../../shared/domain/errors.ts'
import { limits } from '../../shared/domain/limits.ts'
import type { Message } from '../../shared/domain/message.ts'
import type { Policy } from '../../shared/domain/policy.ts'
import { truncate } from '../../shared/lib/clean-text.ts'
import type { Fields } from './form.ts'
import { invokeOnce } from './once.ts'
import { SaidError } from './said-error.ts'
import { texts } from './texts.ts'
import type { DashboardParts, Visitor } from './visitor.ts'
import { allPoliciesOf } from './whole-lists.ts'

/** What of a sender is blocked. */
export const blockScopes = ['address', 'domain'] as const
export type BlockScope = (typeof blockScopes)[number]

/** What a block of this mail's sender names: its address, or all that come from its domain. Null where From has none. */
export function blockedOf({ from }: Pick<Message, 'from'>, scope: BlockScope): string | null {
  const address = from.toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1 || at === address.length - 1) return null
  return scope === 'address' ? address : address.slice(at + 1)
}

/** Whether a policy does that already, whatever it is called: one may have been changed since. */
const blocks = ({ enabled, inbox_id, action, config }: Policy, blocked: string): boolean =>
  enabled &&
  inbox_id === null &&
  action === 'block' &&
  config.direction !== 'outbound' &&
  Array.isArray(config.domains) &&
  config.domains.includes(blocked)

/**
 * Makes a policy that refuses what the sender writes to any inbox from now on; of two alike nothing is gained, so one
 * that is there already is left. @throws ServiceError as the door refuses, `validation_error` for a mail from nobody.
 */
export async function blockSender(
  parts: Pick<DashboardParts, 'door'>,
  visitor: Visitor,
  message: Pick<Message, 'from'>,
  form: Fields,
): Promise<void> {
  const scope: BlockScope = form.blocked === 'domain' ? 'domain' : 'address'
  const blocked = blockedOf(message, scope)
  if (blocked === null) throw new SaidError('validation_error', texts().queuedMail.noSender)
  const name = truncate(texts().queuedMail.block.policyName(blocked), limits.policyNameCharacters)
  const policies = await allPoliciesOf(parts, visitor, 'domain_blocklist')
  const config = { domains: [blocked], direction: 'inbound' }
  if (policies.some((one) => blocks(one, blocked))) return
  const body = { name, type: 'domain_blocklist', action: 'block', config }
  // Of two presses at once, neither of which finds the policy of the other, one is made; of a page that is gone back to,
  // address and domain are two.
  const once = form.once === undefined ? {} : { once: `${form.once}.${scope}` }
  const { answer } = await invokeOnce(parts, visitor, 'create_policy', { body }, { ...form, ...once })
  if (answer.kind === 'error') throw new ServiceError(answer.error.code as ErrorCode, answer.error.message)
}
