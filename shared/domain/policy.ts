/** Policies: their words, and what is known of one when it is applied. */

export const policyTypeNames = [
  'domain_allowlist',
  'domain_blocklist',
  'keyword_filter',
  'rate_limit',
  'pii_redaction',
  'output_scan',
] as const
export type PolicyTypeName = (typeof policyTypeNames)[number]

/** From the most severe one on. `redact` is for `pii_redaction` only. */
export const policyActions = ['block', 'withhold', 'flag', 'redact'] as const
export type PolicyAction = (typeof policyActions)[number]

export const policyDirections = ['inbound', 'outbound', 'both'] as const
export type PolicyDirection = (typeof policyDirections)[number]

/** What `output_scan` chooses from. */
export const outputDetectors = ['secrets', 'pii', 'exfiltration', 'injection', 'links'] as const
export type OutputDetector = (typeof outputDetectors)[number]

/** A config that was validated by its type; only the type knows its further keys. */
export type PolicyConfig = Record<string, unknown>

/** A policy, as it is stored and shown. */
export interface Policy {
  id: string
  name: string
  type: PolicyTypeName
  action: PolicyAction
  /** Null: it holds for all inboxes. */
  inbox_id: string | null
  enabled: boolean
  config: PolicyConfig
  created_at: string
  updated_at: string
}

/** What applying a policy needs to know of it. */
export type AppliedPolicy = Pick<
  Policy,
  'id' | 'name' | 'type' | 'action' | 'inbox_id' | 'enabled' | 'config'
>

/** A policy that fired on a message, and why, in a sentence. */
export interface Firing {
  policyId: string
  name: string
  type: PolicyTypeName
  action: PolicyAction
  inboxId: string | null
  reason: string
}

/** What policies come to for a message: its most severe action, and every policy that fired. */
export interface PolicyOutcome {
  /** Null: none fired. */
  action: PolicyAction | null
  /** The policy that is the cause of `action`: of several, the one made first. */
  policyId: string | null
  /** Why it fired; empty where none did. */
  reason: string
  fired: Firing[]
}
