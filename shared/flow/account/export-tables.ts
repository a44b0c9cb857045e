/** What an export of an account holds of each table, and what it leaves out. */
import { limits } from '../../domain/limits.ts'

/** Tables whose rows are exported, under these names; a test holds that no table is missing here and below. */
export const exportedTables = {
  account: ['users', 'passkeys', 'credit_entries', 'freed_slugs'],
  tenant: [
    'inboxes',
    'threads',
    'messages',
    'message_contents',
    'message_originals',
    'message_tags',
    'attachments',
    'outbound_messages',
    'outbound_recipients',
    'drafts',
    'approvals',
    'feedback',
    'approval_revisions',
    'approval_notices',
    'policies',
    'notice_channels',
    'suppressions',
    'events',
    'api_keys',
    'webhook_deliveries',
    'webhook_health',
    'webhook_attempts',
    'payment_methods',
    'orders',
    'subscriptions',
    'auto_topups',
    'statistics',
    'inbox_statistics',
    'written_to',
  ],
} as const

/** Tables that are left out, and why. */
export const leftOutTables: Record<string, string> = {
  accounts: 'in account.json',
  tenants: 'in account.json',
  raw_messages: 'in mail/, a file a message',
  envelopes: 'in message_contents, once a message is judged',
  audit_entries: 'in audit_log, with their chain',
  audit_chain: 'in audit_log',
  audit_heads: 'in audit_log',
  audit_unlinked: 'internal; linked before the export',
  thread_references: 'internal: hashes of Message-IDs',
  message_search: 'internal: an index of message_contents',
  rare_states: 'internal: an index of messages and webhook_deliveries',
  event_positions: 'internal: a counter',
  statistics_positions: 'internal: how far statistics are counted',
  statistics_waiting: 'internal: what statistics count within seconds',
  dashboard_sessions: 'internal: who is signed in, until that ends; signing in is in audit_log',
  pending_decisions: 'internal: what was decided in the dashboard, for the seconds in which it can be undone',
  taints: 'internal: hashes of values that stand in messages, for 30 days',
  message_reads: `internal: which messages a key has read, for ${limits.recordedReadDays} days`,
  lessons: 'internal: hashes of the messages that feedback is about',
  policy_counters: 'internal: counters that end with their window',
  billing_customers: 'internal: what a payment gateway knows the account by',
  rate_limits: 'internal: counters that end with their window',
  idempotency_keys: 'internal, for a day: sealed responses, which may hold secrets',
}

/** Columns that no export holds: secrets and hashes, sealed or not. Those of type bytea and tsvector aren't either. */
export const secretColumn = /secret|token|password|hash|sealed|cipher|fingerprint|signature/
