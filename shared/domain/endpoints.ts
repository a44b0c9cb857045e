/** The one table of endpoints: method, paths, needed scope, credits. Routes and the OpenAPI document are made from it. */
import type { Scope } from './scopes.ts'

/** Where the API lives over HTTP. */
export const apiPrefix = '/api/v1'

/** An endpoint: the first of `paths` is the canonical one, the others answer the same. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. */
  paths: readonly [string, ...string[]]
  /** Null: no API key is asked for. */
  scope: Scope | null
  /** What a call that succeeds costs; sandbox keys pay nothing. */
  credits: number
}

const endpoint = (
  method: Endpoint['method'],
  paths: readonly [string, ...string[]],
  scope: Scope | null,
  credits: number,
): Endpoint => ({ method, paths, scope, credits })

export const endpoints = {
  sign_up: endpoint('POST', ['/signup'], null, 0),
  get_account: endpoint('GET', ['/account'], 'account:read', 0),
  send_confirmation: endpoint('POST', ['/account/confirmation'], 'account:write', 0),
  export_account: endpoint('GET', ['/account/export'], 'account:read', 0),
  delete_account: endpoint('DELETE', ['/account'], 'account:write', 0),

  create_user: endpoint('POST', ['/users'], 'account:write', 0),
  list_users: endpoint('GET', ['/users'], 'account:read', 0),
  update_own_user: endpoint('PATCH', ['/users/me'], 'approvals:write', 0),
  update_user: endpoint('PATCH', ['/users/{user_id}'], 'account:write', 0),
  delete_user: endpoint('DELETE', ['/users/{user_id}'], 'account:write', 0),

  create_notice_channel: endpoint('POST', ['/notice_channels'], 'account:write', 0),
  list_notice_channels: endpoint('GET', ['/notice_channels'], 'account:read', 0),
  get_notice_channel: endpoint('GET', ['/notice_channels/{channel_id}'], 'account:read', 0),
  update_notice_channel: endpoint('PATCH', ['/notice_channels/{channel_id}'], 'account:write', 0),
  delete_notice_channel: endpoint('DELETE', ['/notice_channels/{channel_id}'], 'account:write', 0),
  test_notice_channel: endpoint('POST', ['/notice_channels/{channel_id}/test'], 'account:write', 0),

  create_api_key: endpoint('POST', ['/api_keys'], 'api_keys:write', 0),
  list_api_keys: endpoint('GET', ['/api_keys'], 'api_keys:read', 0),
  delete_api_key: endpoint('DELETE', ['/api_keys/{key_id}'], 'api_keys:write', 0),

  create_inbox: endpoint('POST', ['/inboxes'], 'inboxes:write', 5),
  list_inboxes: endpoint('GET', ['/inboxes'], 'inboxes:read', 1),
  get_inbox: endpoint('GET', ['/inboxes/{slug}'], 'inboxes:read', 1),
  update_inbox: endpoint('PATCH', ['/inboxes/{slug}'], 'inboxes:write', 0),
  delete_inbox: endpoint('DELETE', ['/inboxes/{slug}'], 'inboxes:write', 0),
  get_canary: endpoint('GET', ['/inboxes/{slug}/canary'], 'inboxes:write', 0),
  rotate_canary: endpoint('POST', ['/inboxes/{slug}/canary/rotate'], 'inboxes:write', 0),

  send_message: endpoint('POST', ['/inboxes/{slug}/messages', '/inboxes/{slug}/send'], 'messages:write', 3),
  reply_to_message: endpoint('POST', ['/messages/{message_id}/reply'], 'messages:write', 3),
  reply_all_to_message: endpoint('POST', ['/messages/{message_id}/reply_all'], 'messages:write', 3),
  forward_message: endpoint('POST', ['/messages/{message_id}/forward'], 'messages:write', 3),
  cancel_message: endpoint('POST', ['/messages/{message_id}/cancel'], 'messages:write', 0),
  list_messages: endpoint('GET', ['/inboxes/{slug}/messages'], 'messages:read', 1),
  list_all_messages: endpoint('GET', ['/messages'], 'messages:read', 1),
  get_message: endpoint(
    'GET',
    ['/messages/{message_id}', '/inboxes/{slug}/messages/{message_id}'],
    'messages:read',
    1,
  ),
  update_message: endpoint(
    'PATCH',
    ['/messages/{message_id}', '/inboxes/{slug}/messages/{message_id}'],
    'messages:write',
    0,
  ),
  delete_message: endpoint(
    'DELETE',
    ['/messages/{message_id}', '/inboxes/{slug}/messages/{message_id}'],
    'inboxes:write',
    0,
  ),
  get_raw_message: endpoint(
    'GET',
    ['/messages/{message_id}/raw', '/inboxes/{slug}/messages/{message_id}/raw'],
    'messages:read',
    1,
  ),
  get_original_message: endpoint(
    'GET',
    ['/messages/{message_id}/original', '/inboxes/{slug}/messages/{message_id}/original'],
    'approvals:read',
    1,
  ),
  release_message: endpoint(
    'POST',
    ['/messages/{message_id}/release', '/inboxes/{slug}/messages/{message_id}/release'],
    'approvals:write',
    2,
  ),

  create_draft: endpoint('POST', ['/inboxes/{slug}/drafts'], 'messages:write', 0),
  list_drafts: endpoint('GET', ['/inboxes/{slug}/drafts'], 'messages:read', 0),
  get_draft: endpoint('GET', ['/drafts/{draft_id}'], 'messages:read', 0),
  update_draft: endpoint('PATCH', ['/drafts/{draft_id}'], 'messages:write', 0),
  delete_draft: endpoint('DELETE', ['/drafts/{draft_id}'], 'messages:write', 0),
  send_draft: endpoint('POST', ['/drafts/{draft_id}/send'], 'messages:write', 3),

  list_suppressions: endpoint('GET', ['/suppressions'], 'messages:read', 0),
  create_suppression: endpoint('POST', ['/suppressions'], 'messages:write', 0),
  delete_suppression: endpoint('DELETE', ['/suppressions/{address}'], 'messages:write', 0),

  give_feedback: endpoint('POST', ['/messages/{message_id}/feedback'], 'approvals:write', 0),
  take_back_feedback: endpoint('DELETE', ['/messages/{message_id}/feedback'], 'approvals:write', 0),
  export_feedback: endpoint('GET', ['/feedback/export'], 'approvals:read', 0),
  analyze: endpoint('POST', ['/analyze'], 'messages:write', 1),

  list_review_queue: endpoint('GET', ['/review_queue'], 'approvals:read', 0),
  list_approvals: endpoint('GET', ['/approvals'], 'approvals:read', 0),
  get_approval: endpoint('GET', ['/approvals/{approval_id}'], 'approvals:read', 0),
  approve: endpoint('POST', ['/approvals/{approval_id}/approve'], 'approvals:write', 0),
  reject: endpoint('POST', ['/approvals/{approval_id}/reject'], 'approvals:write', 0),
  edit_approval: endpoint('POST', ['/approvals/{approval_id}/edit'], 'approvals:write', 0),
  list_approval_revisions: endpoint('GET', ['/approvals/{approval_id}/revisions'], 'approvals:read', 0),

  list_attachments: endpoint('GET', ['/messages/{message_id}/attachments'], 'messages:read', 0),
  get_attachment: endpoint('GET', ['/attachments/{attachment_id}'], 'messages:read', 1),
  get_attachment_text: endpoint('GET', ['/attachments/{attachment_id}/text'], 'messages:read', 1),
  download_attachment: endpoint('GET', ['/attachments/{attachment_id}/download'], null, 0),

  list_threads: endpoint('GET', ['/inboxes/{slug}/threads'], 'threads:read', 1),
  get_thread: endpoint('GET', ['/inboxes/{slug}/threads/{thread_id}'], 'threads:read', 1),

  create_policy: endpoint('POST', ['/policies'], 'policies:write', 2),
  list_policies: endpoint('GET', ['/policies'], 'policies:read', 1),
  simulate_policies: endpoint('POST', ['/policies/simulate'], 'policies:read', 0),
  backtest_policy: endpoint('POST', ['/policies/backtest'], 'policies:read', 0),
  get_policy: endpoint('GET', ['/policies/{policy_id}'], 'policies:read', 1),
  update_policy: endpoint('PATCH', ['/policies/{policy_id}'], 'policies:write', 0),
  delete_policy: endpoint('DELETE', ['/policies/{policy_id}'], 'policies:write', 0),

  wait_for_message: endpoint('GET', ['/inboxes/{slug}/wait'], 'messages:read', 1),
  stream_events: endpoint('GET', ['/events'], 'messages:read', 0),

  get_webhook: endpoint('GET', ['/inboxes/{slug}/webhook'], 'webhooks:write', 0),
  rotate_webhook_secret: endpoint('POST', ['/inboxes/{slug}/webhook/rotate_secret'], 'webhooks:write', 0),
  drop_previous_webhook_secrets: endpoint(
    'DELETE',
    ['/inboxes/{slug}/webhook/previous_secrets'],
    'webhooks:write',
    0,
  ),
  list_webhook_deliveries: endpoint('GET', ['/inboxes/{slug}/webhook/deliveries'], 'webhooks:read', 0),
  redeliver_webhook: endpoint(
    'POST',
    ['/inboxes/{slug}/webhook/deliveries/{delivery_id}/redeliver'],
    'webhooks:write',
    0,
  ),
  replay_webhook: endpoint('POST', ['/inboxes/{slug}/webhook/replay'], 'webhooks:write', 0),
  test_webhook: endpoint('POST', ['/inboxes/{slug}/webhook/test'], 'webhooks:write', 0),

  get_credits: endpoint('GET', ['/credits'], 'billing:read', 1),
  list_credit_history: endpoint('GET', ['/credits/history'], 'billing:read', 0),
  purchase_credits: endpoint('POST', ['/credits/purchase'], 'billing:write', 0),
  list_plans: endpoint('GET', ['/billing/plans'], 'billing:read', 0),
  list_orders: endpoint('GET', ['/billing/orders'], 'billing:read', 0),
  get_order: endpoint('GET', ['/billing/orders/{order_id}'], 'billing:read', 0),
  create_payment_method: endpoint('POST', ['/billing/payment-methods'], 'billing:write', 0),
  list_payment_methods: endpoint('GET', ['/billing/payment-methods'], 'billing:read', 0),
  update_payment_method: endpoint(
    'PATCH',
    ['/billing/payment-methods/{payment_method_id}'],
    'billing:write',
    0,
  ),
  delete_payment_method: endpoint(
    'DELETE',
    ['/billing/payment-methods/{payment_method_id}'],
    'billing:write',
    0,
  ),
  subscribe: endpoint('POST', ['/billing/subscribe'], 'billing:write', 0),
  get_subscription: endpoint('GET', ['/billing/subscription'], 'billing:read', 0),
  cancel_subscription: endpoint('DELETE', ['/billing/subscription'], 'billing:write', 0),
  get_auto_topup: endpoint('GET', ['/billing/auto-topup'], 'billing:read', 0),
  set_auto_topup: endpoint('PUT', ['/billing/auto-topup'], 'billing:write', 0),
  receive_stripe_event: endpoint('POST', ['/billing/stripe/webhook'], null, 0),

  get_statistics: endpoint('GET', ['/statistics'], 'account:read', 0),

  list_audit_log: endpoint('GET', ['/audit_log', '/audit-logs'], 'audit:read', 1),
  export_audit_log: endpoint('GET', ['/audit_log/export', '/audit-logs/export'], 'audit:read', 1),
} satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
