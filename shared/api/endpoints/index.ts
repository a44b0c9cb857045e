/** All endpoints, in the order of the documentation. */
import type { DefinedEndpoint } from '../endpoint.ts'
import { deleteAccountEndpoint } from './account/delete.ts'
import { exportAccountEndpoint } from './account/export.ts'
import { getAccountEndpoint } from './account/get.ts'
import { sendConfirmationEndpoint } from './account/send-confirmation.ts'
import { signUpEndpoint } from './account/sign-up.ts'
import { analyzeEndpoint } from './analyze/analyze.ts'
import { createApiKeyEndpoint } from './api-keys/create.ts'
import { deleteApiKeyEndpoint } from './api-keys/delete.ts'
import { listApiKeysEndpoint } from './api-keys/list.ts'
import { approveEndpoint } from './approvals/approve.ts'
import { editApprovalEndpoint } from './approvals/edit.ts'
import { getApprovalEndpoint } from './approvals/get.ts'
import { listApprovalsEndpoint } from './approvals/list.ts'
import { listReviewQueueEndpoint } from './approvals/queue.ts'
import { rejectEndpoint } from './approvals/reject.ts'
import { listRevisionsEndpoint } from './approvals/revisions.ts'
import { downloadAttachmentEndpoint } from './attachments/download.ts'
import { getAttachmentEndpoint } from './attachments/get.ts'
import { listAttachmentsEndpoint } from './attachments/list.ts'
import { getAttachmentTextEndpoint } from './attachments/text.ts'
import { exportAuditLogEndpoint } from './audit-log/export.ts'
import { listAuditLogEndpoint } from './audit-log/list.ts'
import { cancelSubscriptionEndpoint } from './billing/cancel-subscription.ts'
import { createPaymentMethodEndpoint } from './billing/create-payment-method.ts'
import { deletePaymentMethodEndpoint } from './billing/delete-payment-method.ts'
import { getAutoTopupEndpoint } from './billing/get-auto-topup.ts'
import { getOrderEndpoint } from './billing/get-order.ts'
import { getSubscriptionEndpoint } from './billing/get-subscription.ts'
import { listOrdersEndpoint } from './billing/list-orders.ts'
import { listPaymentMethodsEndpoint } from './billing/list-payment-methods.ts'
import { listPlansEndpoint } from './billing/list-plans.ts'
import { receiveStripeEventEndpoint } from './billing/receive-stripe-event.ts'
import { setAutoTopupEndpoint } from './billing/set-auto-topup.ts'
import { subscribeEndpoint } from './billing/subscribe.ts'
import { updatePaymentMethodEndpoint } from './billing/update-payment-method.ts'
import { getCanaryEndpoint } from './canary/get.ts'
import { rotateCanaryEndpoint } from './canary/rotate.ts'
import { getCreditsEndpoint } from './credits/get.ts'
import { listCreditHistoryEndpoint } from './credits/history.ts'
import { purchaseCreditsEndpoint } from './credits/purchase.ts'
import { createDraftEndpoint } from './drafts/create.ts'
import { deleteDraftEndpoint } from './drafts/delete.ts'
import { getDraftEndpoint } from './drafts/get.ts'
import { listDraftsEndpoint } from './drafts/list.ts'
import { sendDraftEndpoint } from './drafts/send.ts'
import { updateDraftEndpoint } from './drafts/update.ts'
import { streamEventsEndpoint } from './events/stream.ts'
import { exportFeedbackEndpoint } from './feedback/export.ts'
import { giveFeedbackEndpoint } from './feedback/give.ts'
import { takeBackFeedbackEndpoint } from './feedback/take-back.ts'
import { createInboxEndpoint } from './inboxes/create.ts'
import { deleteInboxEndpoint } from './inboxes/delete.ts'
import { getInboxEndpoint } from './inboxes/get.ts'
import { listInboxesEndpoint } from './inboxes/list.ts'
import { updateInboxEndpoint } from './inboxes/update.ts'
import { cancelMessageEndpoint } from './messages/cancel.ts'
import { deleteMessageEndpoint } from './messages/delete.ts'
import { forwardMessageEndpoint } from './messages/forward.ts'
import { getMessageEndpoint } from './messages/get.ts'
import { listMessagesEndpoint } from './messages/list.ts'
import { listAllMessagesEndpoint } from './messages/list-all.ts'
import { getOriginalMessageEndpoint } from './messages/original.ts'
import { getRawMessageEndpoint } from './messages/raw.ts'
import { releaseMessageEndpoint } from './messages/release.ts'
import { replyToMessageEndpoint } from './messages/reply.ts'
import { replyAllToMessageEndpoint } from './messages/reply-all.ts'
import { sendMessageEndpoint } from './messages/send.ts'
import { updateMessageEndpoint } from './messages/update.ts'
import { waitForMessageEndpoint } from './messages/wait.ts'
import { createNoticeChannelEndpoint } from './notice-channels/create.ts'
import { deleteNoticeChannelEndpoint } from './notice-channels/delete.ts'
import { getNoticeChannelEndpoint } from './notice-channels/get.ts'
import { listNoticeChannelsEndpoint } from './notice-channels/list.ts'
import { testNoticeChannelEndpoint } from './notice-channels/test.ts'
import { updateNoticeChannelEndpoint } from './notice-channels/update.ts'
import { backtestPolicyEndpoint } from './policies/backtest.ts'
import { createPolicyEndpoint } from './policies/create.ts'
import { deletePolicyEndpoint } from './policies/delete.ts'
import { getPolicyEndpoint } from './policies/get.ts'
import { listPoliciesEndpoint } from './policies/list.ts'
import { simulatePoliciesEndpoint } from './policies/simulate.ts'
import { updatePolicyEndpoint } from './policies/update.ts'
import { getStatisticsEndpoint } from './statistics/get.ts'
import { createSuppressionEndpoint } from './suppressions/create.ts'
import { deleteSuppressionEndpoint } from './suppressions/delete.ts'
import { listSuppressionsEndpoint } from './suppressions/list.ts'
import { getThreadEndpoint } from './threads/get.ts'
import { listThreadsEndpoint } from './threads/list.ts'
import { createUserEndpoint } from './users/create.ts'
import { deleteUserEndpoint } from './users/delete.ts'
import { listUsersEndpoint } from './users/list.ts'
import { updateUserEndpoint } from './users/update.ts'
import { updateOwnUserEndpoint } from './users/update-own.ts'
import { dropPreviousWebhookSecretsEndpoint } from './webhooks/drop-secrets.ts'
import { getWebhookEndpoint } from './webhooks/get.ts'
import { listDeliveriesEndpoint } from './webhooks/list-deliveries.ts'
import { redeliverWebhookEndpoint } from './webhooks/redeliver.ts'
import { replayWebhookEndpoint } from './webhooks/replay.ts'
import { rotateWebhookSecretEndpoint } from './webhooks/rotate-secret.ts'
import { testWebhookEndpoint } from './webhooks/test.ts'

export const endpointDefinitions: DefinedEndpoint[] = [
  signUpEndpoint,
  getAccountEndpoint,
  sendConfirmationEndpoint,
  exportAccountEndpoint,
  deleteAccountEndpoint,
  createUserEndpoint,
  listUsersEndpoint,
  updateOwnUserEndpoint,
  updateUserEndpoint,
  deleteUserEndpoint,
  createNoticeChannelEndpoint,
  listNoticeChannelsEndpoint,
  getNoticeChannelEndpoint,
  updateNoticeChannelEndpoint,
  deleteNoticeChannelEndpoint,
  testNoticeChannelEndpoint,
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  deleteApiKeyEndpoint,
  createInboxEndpoint,
  listInboxesEndpoint,
  getInboxEndpoint,
  updateInboxEndpoint,
  deleteInboxEndpoint,
  getCanaryEndpoint,
  rotateCanaryEndpoint,
  sendMessageEndpoint,
  listMessagesEndpoint,
  listAllMessagesEndpoint,
  getMessageEndpoint,
  waitForMessageEndpoint,
  updateMessageEndpoint,
  deleteMessageEndpoint,
  getRawMessageEndpoint,
  getOriginalMessageEndpoint,
  releaseMessageEndpoint,
  replyToMessageEndpoint,
  replyAllToMessageEndpoint,
  forwardMessageEndpoint,
  cancelMessageEndpoint,
  createDraftEndpoint,
  listDraftsEndpoint,
  getDraftEndpoint,
  updateDraftEndpoint,
  deleteDraftEndpoint,
  sendDraftEndpoint,
  listSuppressionsEndpoint,
  createSuppressionEndpoint,
  deleteSuppressionEndpoint,
  listReviewQueueEndpoint,
  listApprovalsEndpoint,
  getApprovalEndpoint,
  approveEndpoint,
  rejectEndpoint,
  editApprovalEndpoint,
  listRevisionsEndpoint,
  listAttachmentsEndpoint,
  getAttachmentEndpoint,
  getAttachmentTextEndpoint,
  downloadAttachmentEndpoint,
  listThreadsEndpoint,
  getThreadEndpoint,
  createPolicyEndpoint,
  listPoliciesEndpoint,
  simulatePoliciesEndpoint,
  backtestPolicyEndpoint,
  giveFeedbackEndpoint,
  takeBackFeedbackEndpoint,
  exportFeedbackEndpoint,
  analyzeEndpoint,
  getPolicyEndpoint,
  updatePolicyEndpoint,
  deletePolicyEndpoint,
  streamEventsEndpoint,
  getWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  dropPreviousWebhookSecretsEndpoint,
  listDeliveriesEndpoint,
  redeliverWebhookEndpoint,
  replayWebhookEndpoint,
  testWebhookEndpoint,
  getCreditsEndpoint,
  listCreditHistoryEndpoint,
  purchaseCreditsEndpoint,
  listPlansEndpoint,
  createPaymentMethodEndpoint,
  listPaymentMethodsEndpoint,
  updatePaymentMethodEndpoint,
  deletePaymentMethodEndpoint,
  listOrdersEndpoint,
  getOrderEndpoint,
  subscribeEndpoint,
  getSubscriptionEndpoint,
  cancelSubscriptionEndpoint,
  getAutoTopupEndpoint,
  setAutoTopupEndpoint,
  receiveStripeEventEndpoint,
  getStatisticsEndpoint,
  listAuditLogEndpoint,
  exportAuditLogEndpoint,
]
