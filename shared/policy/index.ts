/** The registry of policy types: one line each. The API's contract is made from it. */
import type { PolicyDirection, PolicyTypeName } from '../domain/policy.ts'
import type { AnyPolicyType } from './policy-type.ts'
import { domainAllowlist } from './types/domain-allowlist.ts'
import { domainBlocklist } from './types/domain-blocklist.ts'
import { keywordFilter } from './types/keyword-filter.ts'
import { outputScan } from './types/output-scan.ts'
import { piiRedaction } from './types/pii-redaction.ts'
import { rateLimit } from './types/rate-limit.ts'

export const policyTypes: Record<PolicyTypeName, AnyPolicyType> = {
  domain_allowlist: domainAllowlist,
  domain_blocklist: domainBlocklist,
  keyword_filter: keywordFilter,
  rate_limit: rateLimit,
  pii_redaction: piiRedaction,
  output_scan: outputScan,
}

/** The direction that a policy of `type` with `config` looks at. */
export const directionOf = (type: PolicyTypeName, config: { direction?: unknown }): PolicyDirection =>
  policyTypes[type].direction ?? (config.direction as PolicyDirection)
