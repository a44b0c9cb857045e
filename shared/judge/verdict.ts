/** The verdict on a message, and its reason: one table, whichever way the message goes. */
import { type HoldReason, holdReasons } from '../domain/approval.ts'
import type { PolicyAction } from '../domain/policy.ts'
import type { Verdict } from '../domain/status.ts'

/** Bounds of the risk score: above `withholdAbove` withheld, above `flagAbove` flagged. */
export interface RiskBounds {
  withholdAbove: number
  flagAbove: number
}

/** What is known of a message when it is decided. */
export interface VerdictFacts {
  /** Its risk score, from 0 to 100. */
  score: number
  /** What the policies that fired come to; null where none did. */
  policy: PolicyAction | null
  infected: boolean
  /** What had to look at it has not: a person decides. */
  unjudged: boolean
  /** A lesser check gave no answer, or a part can't be scanned. */
  incomplete: boolean
  /** Whether the level of its inbox lets nothing pass that is flagged; see {@link isCautious}. */
  cautious: boolean
}

/** Why a message is not clean. */
export type VerdictReason = 'infected' | 'unjudged' | 'risk' | 'policy' | 'incomplete' | 'level'

/** A verdict, with each reason for it, the first one first; none for a clean message. */
export interface Decided {
  verdict: Verdict
  reasons: VerdictReason[]
}

type Row = [
  verdict: 'withheld' | 'flagged',
  reason: VerdictReason,
  applies: (facts: VerdictFacts, bounds: RiskBounds) => boolean,
]

const table: readonly Row[] = [
  ['withheld', 'infected', ({ infected }) => infected],
  ['withheld', 'unjudged', ({ unjudged }) => unjudged],
  ['withheld', 'risk', ({ score }, { withholdAbove }) => score > withholdAbove],
  ['withheld', 'policy', ({ policy }) => policy === 'block' || policy === 'withhold'],
  ['flagged', 'incomplete', ({ incomplete }) => incomplete],
  ['flagged', 'risk', ({ score }, { flagAbove }) => score > flagAbove],
  ['flagged', 'policy', ({ policy }) => policy === 'flag'],
]

/** The gravest verdict that the table gives; at a cautious level what would be flagged is withheld. */
export function verdictOf(facts: VerdictFacts, bounds: RiskBounds): Decided {
  const applying = table.filter(([, , applies]) => applies(facts, bounds))
  const of = (wanted: Verdict) =>
    applying.flatMap(([verdict, reason]) => (verdict === wanted ? [reason] : []))
  const withheld = of('withheld')
  if (withheld.length > 0) return { verdict: 'withheld', reasons: withheld }
  const flagged = of('flagged')
  if (flagged.length === 0) return { verdict: 'clean', reasons: [] }
  return facts.cautious
    ? { verdict: 'withheld', reasons: ['level', ...flagged] }
    : { verdict: 'flagged', reasons: flagged }
}

/** Levels at which flagged mail that comes in is withheld too: `guarded_receive` and `full_lockdown`. */
export const isCautious = (securityLevel: number): boolean => securityLevel === 2 || securityLevel === 4

/** Whether every send waits for a person: at the level `full_lockdown`. */
export const isLockedDown = (securityLevel: number): boolean => securityLevel >= 4

/**
 * Why a message that leaves waits for a person; empty where it doesn't. `ofWithheld`: it answers, or forwards, a message
 * that is withheld, or a draft that passes on one.
 */
export function holdsOf(
  { verdict, reasons }: Decided,
  { securityLevel, ofWithheld }: { securityLevel: number; ofWithheld: boolean },
): HoldReason[] {
  const holding: ReadonlySet<string> = new Set([
    ...(verdict === 'withheld' ? reasons : []),
    ...(isLockedDown(securityLevel) ? ['level'] : []),
    ...(ofWithheld ? ['withheld'] : []),
  ])
  return holdReasons.filter((reason) => holding.has(reason))
}
