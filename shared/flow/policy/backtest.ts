/** Trying a policy that isn't stored on the newest messages: which would fare otherwise, and how. Nothing is changed. */
import { isId, newId } from '../../domain/ids.ts'
import type { AppliedPolicy } from '../../domain/policy.ts'
import type { Principal } from '../../domain/principal.ts'
import { readsWithheld } from '../../domain/withheld.ts'
import type { RiskBounds } from '../../judge/verdict.ts'
import type { Backtest, BacktestResult } from '../../policy/backtest.ts'
import { outcomeOf } from '../../policy/evaluate.ts'
import { findPolicies, findPolicy } from '../../store/policy.ts'
import { findJudgedMessage, type JudgedMessage, newestJudgedMessages } from '../../store/policy-subject.ts'
import { isHeldAnyway } from './held-anyway.ts'
import { invalid, policyInbox } from './scope.ts'
import { type Case, caseOf, outcomeFor, type SimulateParts, withheldEffect } from './simulate.ts'

interface BacktestParts extends SimulateParts {
  bounds: RiskBounds
  /** Milliseconds after which no further message is looked at. */
  forMs: number
}
type Outcome = BacktestResult['messages'][number]['before']

/** Whether policies do nothing to a message but to flag it, or to have it wait for a person. */
const onlyHolds = ({ action, effect }: Outcome, { direction }: JudgedMessage): boolean =>
  action === null ||
  action === 'flag' ||
  action === 'withhold' ||
  (action === 'block' && direction === 'inbound' && effect === withheldEffect)

/**
 * Holds the stored policies, and then those with the one given, against each of the newest messages that the key may
 * read. Rate limits are left out: what they count isn't in the messages.
 * @throws ServiceError `forbidden`; `validation_error` for an inbox or a policy out of reach, and for a rate limit.
 */
export async function backtest(
  parts: BacktestParts,
  principal: Principal,
  { policy: given, replaces, last }: Backtest,
): Promise<BacktestResult> {
  const { sql } = parts
  const { tenantId } = principal
  if (given.type === 'rate_limit')
    throw invalid('body.policy.type', 'can not be rate_limit: what it fires on depends on what else comes')
  const inboxId = await policyInbox(sql, principal, given.inbox_id, 'body.policy.inbox_id')
  if (replaces !== undefined) {
    const stored = isId('policy', replaces) ? await findPolicy(sql, principal, replaces) : undefined
    if (stored === undefined) throw invalid('body.replaces', 'is not a policy that the key sees')
  }
  // Made last, as it would be: of several that do the same, the policy made first is named.
  const proposed: AppliedPolicy = { ...given, id: newId('policy'), inbox_id: inboxId }
  const byInbox = new Map<string, { before: AppliedPolicy[]; after: AppliedPolicy[] }>()
  const policiesOf = async (inbox: string) => {
    const known = byInbox.get(inbox)
    if (known !== undefined) return known
    const before = (await findPolicies(sql, tenantId, inbox)).filter(({ type }) => type !== 'rate_limit')
    const policies = { before, after: [...before.filter(({ id }) => id !== replaces), proposed] }
    byInbox.set(inbox, policies)
    return policies
  }
  const outcome = async (found: Case, policies: AppliedPolicy[]): Promise<Outcome> => {
    const { fired, effect } = await outcomeFor(parts, tenantId, found, policies, [])
    const { action, policyId, reason } = outcomeOf(fired)
    const policy_id = policyId === proposed.id ? null : policyId
    return { action, policy_id, reason: action === null ? null : reason, effect }
  }

  const until = performance.now() + parts.forMs
  const ids = await newestJudgedMessages(sql, { tenantId, inboxId }, last)
  const messages: BacktestResult['messages'] = []
  let looked_at = 0
  let truncated = false
  // One after the other: each may be a megabyte, and threads judge mail that waits beside it.
  for (const id of ids) {
    truncated = performance.now() >= until
    if (truncated) break
    const stored = await findJudgedMessage(sql, principal, id)
    if (stored === undefined || stored === 'processing') continue
    if (stored.content_hidden && !readsWithheld(principal)) continue
    const found = await caseOf(sql, principal, stored)
    const policies = await policiesOf(stored.inboxId)
    const [before, after] = [await outcome(found, policies.before), await outcome(found, policies.after)]
    looked_at += 1
    if (before.action === after.action && before.effect === after.effect) continue
    if (isHeldAnyway(stored, parts.bounds) && onlyHolds(before, stored) && onlyHolds(after, stored)) continue
    const { inboxId: inbox_id, direction, createdAt: created_at } = stored
    messages.push({ message_id: id, inbox_id, direction, created_at, before, after })
  }
  return { looked_at, changed: messages.length, truncated, messages }
}
