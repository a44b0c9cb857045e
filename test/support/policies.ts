/** Policies and messages for tests of policies. */
import type { AppliedPolicy, PolicyAction, PolicyConfig, PolicyTypeName } from '../../shared/domain/policy.ts'
import { policyTypes } from '../../shared/policy/index.ts'
import type { InboundSubject, OutboundSubject } from '../../shared/policy/policy-type.ts'

let count = 0

/** An enabled policy for all inboxes; each has a later id than the one before. */
export function policyOf(
  type: PolicyTypeName,
  action: PolicyAction,
  config: PolicyConfig,
  fields: Partial<AppliedPolicy> = {},
): AppliedPolicy {
  count++
  return {
    id: `pol_${String(count).padStart(26, '0')}`,
    name: `${type} ${count}`,
    type,
    action,
    inbox_id: null,
    enabled: true,
    config: policyTypes[type].config.parse(config),
    ...fields,
  }
}

/** An inbound message of an authenticated sender. */
export const inboundOf = (fields: Partial<InboundSubject> = {}): InboundSubject => ({
  stage: 'message',
  direction: 'inbound',
  authors: ['ada@example.com'],
  authorNames: [],
  authenticated: true,
  mailFrom: 'ada@example.com',
  subject: 'Order 1815',
  texts: ['Where is my order?'],
  attachmentNames: [],
  entities: [],
  redacted: [],
  exceeded: [],
  ...fields,
})

export const outboundOf = (fields: Partial<OutboundSubject> = {}): OutboundSubject => ({
  stage: 'message',
  direction: 'outbound',
  recipients: ['grace@example.org'],
  subject: 'Order 1815',
  texts: ['It left our house this morning.'],
  attachmentNames: [],
  entities: [],
  redacted: [],
  exceeded: [],
  scanScores: {},
  ...fields,
})
