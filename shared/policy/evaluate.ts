/** Holds policies against a message: which fire, why, and what that comes to. Pure. */
import { type AppliedPolicy, type Firing, type PolicyOutcome, policyActions } from '../domain/policy.ts'
import type { Direction } from '../domain/status.ts'
import { directionOf, policyTypes } from './index.ts'

export type { AppliedPolicy } from '../domain/policy.ts'

import type { PolicySubject } from './policy-type.ts'
import { Search } from './search.ts'

/** Whether a policy is enabled and looks at mail of `direction`. */
export function looksAt({ enabled, type, config }: AppliedPolicy, direction: Direction): boolean {
  const looked = directionOf(type, config)
  return enabled && (looked === 'both' || looked === direction)
}

/**
 * The policies that fire on `subject`, in the order given. `policies` are those of the tenant that are global or of the
 * message's inbox; what is disabled or looks the other way is left out.
 */
export function evaluate(
  policies: readonly AppliedPolicy[],
  subject: PolicySubject,
  search = new Search(),
): Firing[] {
  const applied = policies.filter(
    (policy) => looksAt(policy, subject.direction) && policyTypes[policy.type].stages.includes(subject.stage),
  )
  return applied.flatMap((policy) => {
    const { id, type, action, config } = policy
    const peers = applied.filter((other) => other.type === type && other.inbox_id === policy.inbox_id)
    const question = { policyId: id, action, config, peers: peers.map((peer) => peer.config), search }
    const reason = policyTypes[type].evaluate(question, subject)
    return reason === null ? [] : [firing(policy, reason)]
  })
}

/** A firing of `policy` for `reason`. */
export const firing = ({ id, name, type, action, inbox_id }: AppliedPolicy, reason: string): Firing => ({
  policyId: id,
  name,
  type,
  action,
  inboxId: inbox_id,
  reason,
})

/** What firings come to: the most severe action wins (block, withhold, flag, redact); of equals, the policy made first. */
export function outcomeOf(fired: readonly Firing[]): PolicyOutcome {
  const ranked = fired.toSorted(
    (a, b) =>
      policyActions.indexOf(a.action) - policyActions.indexOf(b.action) || (a.policyId < b.policyId ? -1 : 1),
  )
  const first = ranked[0]
  return {
    action: first?.action ?? null,
    policyId: first?.policyId ?? null,
    reason: first?.reason ?? '',
    fired: [...fired],
  }
}
