/** What a key that is limited to one inbox may do: a rule for every endpoint, whatever scopes the key has. */
import type { EndpointName } from './endpoints.ts'
import { ServiceError } from './errors.ts'
import type { Reach } from './principal.ts'

/**
 * Such a key is an agent's own, and an agent never loosens what guards it:
 * `own` answers for its inbox and nothing else; `account` reads what belongs to the account as a whole; `tightens` changes
 * its inbox, but never towards fewer guards (the flow looks at what is changed); `refused` is for other keys; `open` asks
 * for no key at all.
 */
export type InboxKeyRule = 'own' | 'account' | 'tightens' | 'refused' | 'open'

/** Every endpoint has its rule here: one that is new says which. */
export const inboxKeyRules: Record<EndpointName, InboxKeyRule> = {
  sign_up: 'open',
  get_account: 'account',
  send_confirmation: 'refused',
  export_account: 'refused',
  delete_account: 'refused',

  create_user: 'refused',
  list_users: 'account',
  update_own_user: 'refused',
  update_user: 'refused',
  delete_user: 'refused',

  // They are for people, and post where an agent has nothing to say.
  create_notice_channel: 'refused',
  list_notice_channels: 'refused',
  get_notice_channel: 'refused',
  update_notice_channel: 'refused',
  delete_notice_channel: 'refused',
  test_notice_channel: 'refused',

  create_api_key: 'own',
  list_api_keys: 'own',
  delete_api_key: 'own',

  create_inbox: 'refused',
  list_inboxes: 'own',
  get_inbox: 'own',
  update_inbox: 'tightens',
  // Its policies, and what waits for a reviewer, would go with it.
  delete_inbox: 'refused',
  // Who knows the token leaves it out of what is stolen, and who rotates it takes the planted one's alarm away.
  get_canary: 'refused',
  rotate_canary: 'refused',

  send_message: 'own',
  reply_to_message: 'own',
  reply_all_to_message: 'own',
  forward_message: 'own',
  cancel_message: 'own',
  list_messages: 'own',
  list_all_messages: 'own',
  get_message: 'own',
  update_message: 'own',
  // What was withheld from it, or what it has done, is not for the agent to erase.
  delete_message: 'refused',
  get_raw_message: 'own',
  get_original_message: 'own',
  release_message: 'refused',

  create_draft: 'own',
  list_drafts: 'own',
  get_draft: 'own',
  update_draft: 'own',
  delete_draft: 'own',
  send_draft: 'own',

  list_suppressions: 'own',
  create_suppression: 'own',
  delete_suppression: 'tightens',

  // A reviewer's word: what its like is judged by.
  give_feedback: 'refused',
  take_back_feedback: 'refused',
  export_feedback: 'own',
  analyze: 'own',

  list_review_queue: 'own',
  list_approvals: 'own',
  get_approval: 'own',
  approve: 'refused',
  reject: 'refused',
  edit_approval: 'refused',
  list_approval_revisions: 'own',

  list_attachments: 'own',
  get_attachment: 'own',
  get_attachment_text: 'own',
  download_attachment: 'open',

  list_threads: 'own',
  get_thread: 'own',

  // The most severe policy wins, so that one more loosens nothing; but allow lists of an inbox add up.
  create_policy: 'tightens',
  list_policies: 'own',
  simulate_policies: 'own',
  backtest_policy: 'own',
  get_policy: 'own',
  update_policy: 'refused',
  delete_policy: 'refused',

  wait_for_message: 'own',
  stream_events: 'own',

  get_webhook: 'own',
  rotate_webhook_secret: 'own',
  drop_previous_webhook_secrets: 'own',
  list_webhook_deliveries: 'own',
  redeliver_webhook: 'own',
  replay_webhook: 'own',
  test_webhook: 'own',

  get_credits: 'account',
  list_credit_history: 'account',
  purchase_credits: 'refused',
  list_plans: 'account',
  list_orders: 'account',
  get_order: 'account',
  create_payment_method: 'refused',
  list_payment_methods: 'account',
  update_payment_method: 'refused',
  delete_payment_method: 'refused',
  subscribe: 'refused',
  get_subscription: 'account',
  cancel_subscription: 'refused',
  get_auto_topup: 'account',
  set_auto_topup: 'refused',
  receive_stripe_event: 'open',

  get_statistics: 'own',

  list_audit_log: 'own',
  export_audit_log: 'own',
}

/** @throws ServiceError `forbidden` for a key limited to one inbox, where the endpoint's rule is `refused`. */
export function refuseInboxKey(name: EndpointName, { inboxId }: Pick<Reach, 'inboxId'>): void {
  if (inboxId !== null && inboxKeyRules[name] === 'refused')
    throw new ServiceError(
      'forbidden',
      'A key that is limited to one inbox can not do this, whatever its scopes.',
    )
}

/** What an agent's own key must not do to its inbox, or to what keeps it. */
export const loosens = (what: string): ServiceError =>
  new ServiceError('forbidden', `A key that is limited to one inbox can not ${what}.`)
