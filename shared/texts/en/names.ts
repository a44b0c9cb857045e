/** Names of the API as people read them, in English: what the API calls them says it already. */
import type { PolicyTypeName } from '../../domain/policy.ts'

export const names = {
  /** As a heading or in a list; `derived` is made from the name. */
  title: (_name: string, derived: string) => derived,
  /** Within a sentence, in lower case: statuses, actions. */
  status: (_status: string, derived: string) => derived,
  /** What a type of policy does, as the API describes it. */
  policyType: (_type: PolicyTypeName, description: string) => description,
  /** What a key of a policy's config means, as the API describes it. */
  configKey: (_key: string, description: string) => description,
}
