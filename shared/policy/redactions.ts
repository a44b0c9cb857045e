/** What `pii_redaction` policies ask of a message: which values are taken out, and which are looked for. */
import type { Entity } from '../domain/entity.ts'
import type { AppliedPolicy } from '../domain/policy.ts'
import type { Direction } from '../domain/status.ts'
import { looksAt } from './evaluate.ts'
import { piiRedactionConfig } from './types/pii-redaction.ts'

/** Values to be taken out of a message for one policy. */
export interface RedactionOrder {
  policyId: string
  entities: readonly Entity[]
  /** `{type}` and `{n}` are filled in. */
  replacement: string
}

/** What the policies take out of mail of `direction`, one order each, to be carried out one after another. */
export function redactionsOf(policies: readonly AppliedPolicy[], direction: Direction): RedactionOrder[] {
  return piiPolicies(policies, direction)
    .filter(({ action }) => action === 'redact')
    .map(({ id: policyId, config }) => ({ policyId, ...piiRedactionConfig.parse(config) }))
}

/** The kinds of value that policies with another action fire on: to be looked for, and answered as `entities`. */
export function entitiesOf(policies: readonly AppliedPolicy[], direction: Direction): Entity[] {
  const others = piiPolicies(policies, direction).filter(({ action }) => action !== 'redact')
  return [...new Set(others.flatMap(({ config }) => piiRedactionConfig.parse(config).entities))]
}

const piiPolicies = (policies: readonly AppliedPolicy[], direction: Direction) =>
  policies.filter((policy) => policy.type === 'pii_redaction' && looksAt(policy, direction))
