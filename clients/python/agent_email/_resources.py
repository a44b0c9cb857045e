"""The resources, for programs that wait and for those that await. Made from the OpenAPI document by generate.ts; not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._pages import AsyncPages, Pages
from ._transport import AsyncResource, Resource

if TYPE_CHECKING:
    from typing import Unpack

    from . import types as t


class AccountResource(Resource):
    def get(self) -> t.AccountOverview:
        """Get the account."""
        return self._transport.call("get_account", {})

    def send_confirmation(self) -> t.ConfirmationSent:
        """Have the address confirmed."""
        return self._transport.call("send_confirmation", {})

    def export(self) -> bytes:
        """Export the account."""
        return self._transport.bytes("export_account", {})

    def delete(self, **body: Unpack[t.DeleteAccount]) -> None:
        """Delete the account."""
        return self._transport.call("delete_account", {}, body=body)


class AsyncAccountResource(AsyncResource):
    async def get(self) -> t.AccountOverview:
        """Get the account."""
        return await self._transport.call("get_account", {})

    async def send_confirmation(self) -> t.ConfirmationSent:
        """Have the address confirmed."""
        return await self._transport.call("send_confirmation", {})

    async def export(self) -> bytes:
        """Export the account."""
        return await self._transport.bytes("export_account", {})

    async def delete(self, **body: Unpack[t.DeleteAccount]) -> None:
        """Delete the account."""
        return await self._transport.call("delete_account", {}, body=body)


class ApiKeysResource(Resource):
    def create(self, **body: Unpack[t.CreateApiKey]) -> t.CreatedApiKey:
        """Create an API key."""
        return self._transport.call("create_api_key", {}, body=body)

    def list(self, **query: Unpack[t.ListApiKeysQuery]) -> Pages[t.ApiKey]:
        """List API keys."""
        return Pages(self._transport, "list_api_keys", {}, query)

    def delete(self, key_id: str) -> None:
        """Revoke an API key."""
        return self._transport.call("delete_api_key", {"key_id": key_id})


class AsyncApiKeysResource(AsyncResource):
    async def create(self, **body: Unpack[t.CreateApiKey]) -> t.CreatedApiKey:
        """Create an API key."""
        return await self._transport.call("create_api_key", {}, body=body)

    def list(self, **query: Unpack[t.ListApiKeysQuery]) -> AsyncPages[t.ApiKey]:
        """List API keys."""
        return AsyncPages(self._transport, "list_api_keys", {}, query)

    async def delete(self, key_id: str) -> None:
        """Revoke an API key."""
        return await self._transport.call("delete_api_key", {"key_id": key_id})


class ApprovalsResource(Resource):
    def queue(self, **query: Unpack[t.ListReviewQueueQuery]) -> Pages[t.QueuedMail]:
        """List what waits for a person."""
        return Pages(self._transport, "list_review_queue", {}, query)

    def list(self, **query: Unpack[t.ListApprovalsQuery]) -> Pages[t.Approval]:
        """List approvals."""
        return Pages(self._transport, "list_approvals", {}, query)

    def get(self, approval_id: str) -> t.ApprovalDetail:
        """Get an approval."""
        return self._transport.call("get_approval", {"approval_id": approval_id})

    def approve(self, approval_id: str, **query: Unpack[t.ApproveQuery]) -> t.ApprovalResolution:
        """Approve a message."""
        return self._transport.call("approve", {"approval_id": approval_id}, query=query)

    def reject(self, approval_id: str, **body: Unpack[t.RejectApproval]) -> t.ApprovalResolution:
        """Reject a message."""
        return self._transport.call("reject", {"approval_id": approval_id}, body=body)

    def edit(self, approval_id: str, **body: Unpack[t.EditApproval]) -> t.ApprovalRevision:
        """Edit a message that waits."""
        return self._transport.call("edit_approval", {"approval_id": approval_id}, body=body)

    def revisions(self, approval_id: str) -> t.ApprovalRevisions:
        """List what a message said."""
        return self._transport.call("list_approval_revisions", {"approval_id": approval_id})


class AsyncApprovalsResource(AsyncResource):
    def queue(self, **query: Unpack[t.ListReviewQueueQuery]) -> AsyncPages[t.QueuedMail]:
        """List what waits for a person."""
        return AsyncPages(self._transport, "list_review_queue", {}, query)

    def list(self, **query: Unpack[t.ListApprovalsQuery]) -> AsyncPages[t.Approval]:
        """List approvals."""
        return AsyncPages(self._transport, "list_approvals", {}, query)

    async def get(self, approval_id: str) -> t.ApprovalDetail:
        """Get an approval."""
        return await self._transport.call("get_approval", {"approval_id": approval_id})

    async def approve(self, approval_id: str, **query: Unpack[t.ApproveQuery]) -> t.ApprovalResolution:
        """Approve a message."""
        return await self._transport.call("approve", {"approval_id": approval_id}, query=query)

    async def reject(self, approval_id: str, **body: Unpack[t.RejectApproval]) -> t.ApprovalResolution:
        """Reject a message."""
        return await self._transport.call("reject", {"approval_id": approval_id}, body=body)

    async def edit(self, approval_id: str, **body: Unpack[t.EditApproval]) -> t.ApprovalRevision:
        """Edit a message that waits."""
        return await self._transport.call("edit_approval", {"approval_id": approval_id}, body=body)

    async def revisions(self, approval_id: str) -> t.ApprovalRevisions:
        """List what a message said."""
        return await self._transport.call("list_approval_revisions", {"approval_id": approval_id})


class AttachmentsResource(Resource):
    def get(self, attachment_id: str) -> t.DownloadableAttachment:
        """Get an attachment."""
        return self._transport.call("get_attachment", {"attachment_id": attachment_id})

    def text(self, attachment_id: str, **query: Unpack[t.GetAttachmentTextQuery]) -> t.AttachmentText:
        """Read an attachment's text."""
        return self._transport.call("get_attachment_text", {"attachment_id": attachment_id}, query=query)


class AsyncAttachmentsResource(AsyncResource):
    async def get(self, attachment_id: str) -> t.DownloadableAttachment:
        """Get an attachment."""
        return await self._transport.call("get_attachment", {"attachment_id": attachment_id})

    async def text(self, attachment_id: str, **query: Unpack[t.GetAttachmentTextQuery]) -> t.AttachmentText:
        """Read an attachment's text."""
        return await self._transport.call("get_attachment_text", {"attachment_id": attachment_id}, query=query)


class AuditLogResource(Resource):
    def list(self, **query: Unpack[t.ListAuditLogQuery]) -> Pages[t.AuditEntry]:
        """Query the audit log."""
        return Pages(self._transport, "list_audit_log", {}, query)

    def export(self, **query: Unpack[t.ExportAuditLogQuery]) -> bytes:
        """Export the audit log."""
        return self._transport.bytes("export_audit_log", {}, query=query)


class AsyncAuditLogResource(AsyncResource):
    def list(self, **query: Unpack[t.ListAuditLogQuery]) -> AsyncPages[t.AuditEntry]:
        """Query the audit log."""
        return AsyncPages(self._transport, "list_audit_log", {}, query)

    async def export(self, **query: Unpack[t.ExportAuditLogQuery]) -> bytes:
        """Export the audit log."""
        return await self._transport.bytes("export_audit_log", {}, query=query)


class BillingResource(Resource):
    def plans(self) -> t.Plans:
        """List plans and prices."""
        return self._transport.call("list_plans", {})

    def orders(self, **query: Unpack[t.ListOrdersQuery]) -> Pages[t.Order]:
        """List orders."""
        return Pages(self._transport, "list_orders", {}, query)

    def order(self, order_id: str) -> t.Order:
        """Get an order."""
        return self._transport.call("get_order", {"order_id": order_id})

    def create_payment_method(self, **body: Unpack[t.NewPaymentMethod]) -> t.PaymentMethod:
        """Set up a payment method."""
        return self._transport.call("create_payment_method", {}, body=body)

    def payment_methods(self, **query: Unpack[t.ListPaymentMethodsQuery]) -> Pages[t.PaymentMethod]:
        """List payment methods."""
        return Pages(self._transport, "list_payment_methods", {}, query)

    def update_payment_method(self, payment_method_id: str, **body: Unpack[t.PaymentMethodUpdate]) -> t.PaymentMethod:
        """Make a payment method the default."""
        return self._transport.call("update_payment_method", {"payment_method_id": payment_method_id}, body=body)

    def delete_payment_method(self, payment_method_id: str) -> None:
        """Remove a payment method."""
        return self._transport.call("delete_payment_method", {"payment_method_id": payment_method_id})

    def subscribe(self, **body: Unpack[t.Subscribe]) -> t.Subscription:
        """Subscribe to a plan."""
        return self._transport.call("subscribe", {}, body=body)

    def subscription(self) -> t.Subscription:
        """Get the subscription."""
        return self._transport.call("get_subscription", {})

    def cancel_subscription(self) -> None:
        """Cancel the subscription."""
        return self._transport.call("cancel_subscription", {})

    def auto_topup(self) -> t.AutoTopup:
        """Get auto top-up."""
        return self._transport.call("get_auto_topup", {})

    def set_auto_topup(self, **body: Unpack[t.AutoTopupSettings]) -> t.AutoTopup:
        """Configure auto top-up."""
        return self._transport.call("set_auto_topup", {}, body=body)


class AsyncBillingResource(AsyncResource):
    async def plans(self) -> t.Plans:
        """List plans and prices."""
        return await self._transport.call("list_plans", {})

    def orders(self, **query: Unpack[t.ListOrdersQuery]) -> AsyncPages[t.Order]:
        """List orders."""
        return AsyncPages(self._transport, "list_orders", {}, query)

    async def order(self, order_id: str) -> t.Order:
        """Get an order."""
        return await self._transport.call("get_order", {"order_id": order_id})

    async def create_payment_method(self, **body: Unpack[t.NewPaymentMethod]) -> t.PaymentMethod:
        """Set up a payment method."""
        return await self._transport.call("create_payment_method", {}, body=body)

    def payment_methods(self, **query: Unpack[t.ListPaymentMethodsQuery]) -> AsyncPages[t.PaymentMethod]:
        """List payment methods."""
        return AsyncPages(self._transport, "list_payment_methods", {}, query)

    async def update_payment_method(self, payment_method_id: str, **body: Unpack[t.PaymentMethodUpdate]) -> t.PaymentMethod:
        """Make a payment method the default."""
        return await self._transport.call("update_payment_method", {"payment_method_id": payment_method_id}, body=body)

    async def delete_payment_method(self, payment_method_id: str) -> None:
        """Remove a payment method."""
        return await self._transport.call("delete_payment_method", {"payment_method_id": payment_method_id})

    async def subscribe(self, **body: Unpack[t.Subscribe]) -> t.Subscription:
        """Subscribe to a plan."""
        return await self._transport.call("subscribe", {}, body=body)

    async def subscription(self) -> t.Subscription:
        """Get the subscription."""
        return await self._transport.call("get_subscription", {})

    async def cancel_subscription(self) -> None:
        """Cancel the subscription."""
        return await self._transport.call("cancel_subscription", {})

    async def auto_topup(self) -> t.AutoTopup:
        """Get auto top-up."""
        return await self._transport.call("get_auto_topup", {})

    async def set_auto_topup(self, **body: Unpack[t.AutoTopupSettings]) -> t.AutoTopup:
        """Configure auto top-up."""
        return await self._transport.call("set_auto_topup", {}, body=body)


class CreditsResource(Resource):
    def get(self) -> t.CreditBalance:
        """Get the credit balance."""
        return self._transport.call("get_credits", {})

    def history(self, **query: Unpack[t.ListCreditHistoryQuery]) -> Pages[t.CreditEntry]:
        """List the credit ledger."""
        return Pages(self._transport, "list_credit_history", {}, query)

    def purchase(self, **body: Unpack[t.Purchase]) -> t.PurchasedOrder:
        """Buy credits."""
        return self._transport.call("purchase_credits", {}, body=body)


class AsyncCreditsResource(AsyncResource):
    async def get(self) -> t.CreditBalance:
        """Get the credit balance."""
        return await self._transport.call("get_credits", {})

    def history(self, **query: Unpack[t.ListCreditHistoryQuery]) -> AsyncPages[t.CreditEntry]:
        """List the credit ledger."""
        return AsyncPages(self._transport, "list_credit_history", {}, query)

    async def purchase(self, **body: Unpack[t.Purchase]) -> t.PurchasedOrder:
        """Buy credits."""
        return await self._transport.call("purchase_credits", {}, body=body)


class DraftsResource(Resource):
    def create(self, slug: str, **body: Unpack[t.CreateDraft]) -> t.Draft:
        """Create a draft."""
        return self._transport.call("create_draft", {"slug": slug}, body=body)

    def list(self, slug: str, **query: Unpack[t.ListDraftsQuery]) -> Pages[t.DraftSummary]:
        """List drafts."""
        return Pages(self._transport, "list_drafts", {"slug": slug}, query)

    def get(self, draft_id: str) -> t.Draft:
        """Get a draft."""
        return self._transport.call("get_draft", {"draft_id": draft_id})

    def update(self, draft_id: str, **body: Unpack[t.UpdateDraft]) -> t.Draft:
        """Update a draft."""
        return self._transport.call("update_draft", {"draft_id": draft_id}, body=body)

    def delete(self, draft_id: str) -> None:
        """Delete a draft."""
        return self._transport.call("delete_draft", {"draft_id": draft_id})

    def send(self, draft_id: str) -> t.Message:
        """Send a draft."""
        return self._transport.call("send_draft", {"draft_id": draft_id})


class AsyncDraftsResource(AsyncResource):
    async def create(self, slug: str, **body: Unpack[t.CreateDraft]) -> t.Draft:
        """Create a draft."""
        return await self._transport.call("create_draft", {"slug": slug}, body=body)

    def list(self, slug: str, **query: Unpack[t.ListDraftsQuery]) -> AsyncPages[t.DraftSummary]:
        """List drafts."""
        return AsyncPages(self._transport, "list_drafts", {"slug": slug}, query)

    async def get(self, draft_id: str) -> t.Draft:
        """Get a draft."""
        return await self._transport.call("get_draft", {"draft_id": draft_id})

    async def update(self, draft_id: str, **body: Unpack[t.UpdateDraft]) -> t.Draft:
        """Update a draft."""
        return await self._transport.call("update_draft", {"draft_id": draft_id}, body=body)

    async def delete(self, draft_id: str) -> None:
        """Delete a draft."""
        return await self._transport.call("delete_draft", {"draft_id": draft_id})

    async def send(self, draft_id: str) -> t.Message:
        """Send a draft."""
        return await self._transport.call("send_draft", {"draft_id": draft_id})


class EventsResource(Resource):
    pass


class AsyncEventsResource(AsyncResource):
    pass


class InboxesResource(Resource):
    def create(self, **body: Unpack[t.CreateInbox]) -> t.Inbox:
        """Create an inbox."""
        return self._transport.call("create_inbox", {}, body=body)

    def list(self, **query: Unpack[t.ListInboxesQuery]) -> Pages[t.Inbox]:
        """List inboxes."""
        return Pages(self._transport, "list_inboxes", {}, query)

    def get(self, slug: str) -> t.InboxWithCounts:
        """Get an inbox."""
        return self._transport.call("get_inbox", {"slug": slug})

    def update(self, slug: str, **body: Unpack[t.UpdateInbox]) -> t.Inbox:
        """Update an inbox."""
        return self._transport.call("update_inbox", {"slug": slug}, body=body)

    def delete(self, slug: str) -> None:
        """Delete an inbox."""
        return self._transport.call("delete_inbox", {"slug": slug})

    def canary(self, slug: str) -> t.Canary:
        """Get the canary token."""
        return self._transport.call("get_canary", {"slug": slug})

    def rotate_canary(self, slug: str) -> t.Canary:
        """Rotate the canary token."""
        return self._transport.call("rotate_canary", {"slug": slug})


class AsyncInboxesResource(AsyncResource):
    async def create(self, **body: Unpack[t.CreateInbox]) -> t.Inbox:
        """Create an inbox."""
        return await self._transport.call("create_inbox", {}, body=body)

    def list(self, **query: Unpack[t.ListInboxesQuery]) -> AsyncPages[t.Inbox]:
        """List inboxes."""
        return AsyncPages(self._transport, "list_inboxes", {}, query)

    async def get(self, slug: str) -> t.InboxWithCounts:
        """Get an inbox."""
        return await self._transport.call("get_inbox", {"slug": slug})

    async def update(self, slug: str, **body: Unpack[t.UpdateInbox]) -> t.Inbox:
        """Update an inbox."""
        return await self._transport.call("update_inbox", {"slug": slug}, body=body)

    async def delete(self, slug: str) -> None:
        """Delete an inbox."""
        return await self._transport.call("delete_inbox", {"slug": slug})

    async def canary(self, slug: str) -> t.Canary:
        """Get the canary token."""
        return await self._transport.call("get_canary", {"slug": slug})

    async def rotate_canary(self, slug: str) -> t.Canary:
        """Rotate the canary token."""
        return await self._transport.call("rotate_canary", {"slug": slug})


class MessagesResource(Resource):
    def send(self, slug: str, **body: Unpack[t.SendMessage]) -> t.Message:
        """Send a message."""
        return self._transport.call("send_message", {"slug": slug}, body=body)

    def list(self, slug: str, **query: Unpack[t.ListMessagesQuery]) -> Pages[t.ListedMessage]:
        """List or search messages."""
        return Pages(self._transport, "list_messages", {"slug": slug}, query)

    def list_all(self, **query: Unpack[t.ListAllMessagesQuery]) -> Pages[t.ListedMessage]:
        """List or search the messages of all inboxes."""
        return Pages(self._transport, "list_all_messages", {}, query)

    def get(self, message_id: str) -> t.Message:
        """Get a message."""
        return self._transport.call("get_message", {"message_id": message_id})

    def agent_view(self, message_id: str, **query: Unpack[t.MessageAgentViewQuery]) -> t.MessageAgentView:
        """Get a message."""
        return self._transport.call("get_message", {"message_id": message_id}, query={**query, "view": "agent"})

    def update(self, message_id: str, **body: Unpack[t.UpdateMessage]) -> t.Message:
        """Label a message."""
        return self._transport.call("update_message", {"message_id": message_id}, body=body)

    def delete(self, message_id: str) -> None:
        """Delete a message."""
        return self._transport.call("delete_message", {"message_id": message_id})

    def reply(self, message_id: str, **body: Unpack[t.ReplyMessage]) -> t.Message:
        """Reply to a message."""
        return self._transport.call("reply_to_message", {"message_id": message_id}, body=body)

    def reply_all(self, message_id: str, **body: Unpack[t.ReplyMessage]) -> t.Message:
        """Reply to everyone."""
        return self._transport.call("reply_all_to_message", {"message_id": message_id}, body=body)

    def forward(self, message_id: str, **body: Unpack[t.ForwardMessage]) -> t.Message:
        """Forward a message."""
        return self._transport.call("forward_message", {"message_id": message_id}, body=body)

    def cancel(self, message_id: str) -> t.Message:
        """Cancel a scheduled message."""
        return self._transport.call("cancel_message", {"message_id": message_id})

    def release(self, message_id: str) -> t.Message:
        """Release a withheld message."""
        return self._transport.call("release_message", {"message_id": message_id})

    def original(self, message_id: str) -> t.Message:
        """Get a message as it was before its redaction."""
        return self._transport.call("get_original_message", {"message_id": message_id})

    def raw(self, message_id: str) -> bytes:
        """Get the original of a message."""
        return self._transport.bytes("get_raw_message", {"message_id": message_id})

    def attachments(self, message_id: str) -> t.ListAttachmentsAnswer:
        """List a message's attachments."""
        return self._transport.call("list_attachments", {"message_id": message_id})

    def give_feedback(self, message_id: str, **body: Unpack[t.GiveFeedback]) -> t.Feedback:
        """Say what a message is."""
        return self._transport.call("give_feedback", {"message_id": message_id}, body=body)

    def take_back_feedback(self, message_id: str) -> None:
        """Take feedback back."""
        return self._transport.call("take_back_feedback", {"message_id": message_id})

    def export_feedback(self) -> bytes:
        """Export feedback."""
        return self._transport.bytes("export_feedback", {})

    def analyze(self, **body: Unpack[t.Analyze]) -> t.Analyzed:
        """Analyse a message."""
        return self._transport.call("analyze", {}, body=body)

    def wait(self, slug: str, **query: Unpack[t.WaitForMessageQuery]) -> t.WaitAnswer:
        """Wait for a message."""
        return self._transport.call("wait_for_message", {"slug": slug}, query=query)


class AsyncMessagesResource(AsyncResource):
    async def send(self, slug: str, **body: Unpack[t.SendMessage]) -> t.Message:
        """Send a message."""
        return await self._transport.call("send_message", {"slug": slug}, body=body)

    def list(self, slug: str, **query: Unpack[t.ListMessagesQuery]) -> AsyncPages[t.ListedMessage]:
        """List or search messages."""
        return AsyncPages(self._transport, "list_messages", {"slug": slug}, query)

    def list_all(self, **query: Unpack[t.ListAllMessagesQuery]) -> AsyncPages[t.ListedMessage]:
        """List or search the messages of all inboxes."""
        return AsyncPages(self._transport, "list_all_messages", {}, query)

    async def get(self, message_id: str) -> t.Message:
        """Get a message."""
        return await self._transport.call("get_message", {"message_id": message_id})

    async def agent_view(self, message_id: str, **query: Unpack[t.MessageAgentViewQuery]) -> t.MessageAgentView:
        """Get a message."""
        return await self._transport.call("get_message", {"message_id": message_id}, query={**query, "view": "agent"})

    async def update(self, message_id: str, **body: Unpack[t.UpdateMessage]) -> t.Message:
        """Label a message."""
        return await self._transport.call("update_message", {"message_id": message_id}, body=body)

    async def delete(self, message_id: str) -> None:
        """Delete a message."""
        return await self._transport.call("delete_message", {"message_id": message_id})

    async def reply(self, message_id: str, **body: Unpack[t.ReplyMessage]) -> t.Message:
        """Reply to a message."""
        return await self._transport.call("reply_to_message", {"message_id": message_id}, body=body)

    async def reply_all(self, message_id: str, **body: Unpack[t.ReplyMessage]) -> t.Message:
        """Reply to everyone."""
        return await self._transport.call("reply_all_to_message", {"message_id": message_id}, body=body)

    async def forward(self, message_id: str, **body: Unpack[t.ForwardMessage]) -> t.Message:
        """Forward a message."""
        return await self._transport.call("forward_message", {"message_id": message_id}, body=body)

    async def cancel(self, message_id: str) -> t.Message:
        """Cancel a scheduled message."""
        return await self._transport.call("cancel_message", {"message_id": message_id})

    async def release(self, message_id: str) -> t.Message:
        """Release a withheld message."""
        return await self._transport.call("release_message", {"message_id": message_id})

    async def original(self, message_id: str) -> t.Message:
        """Get a message as it was before its redaction."""
        return await self._transport.call("get_original_message", {"message_id": message_id})

    async def raw(self, message_id: str) -> bytes:
        """Get the original of a message."""
        return await self._transport.bytes("get_raw_message", {"message_id": message_id})

    async def attachments(self, message_id: str) -> t.ListAttachmentsAnswer:
        """List a message's attachments."""
        return await self._transport.call("list_attachments", {"message_id": message_id})

    async def give_feedback(self, message_id: str, **body: Unpack[t.GiveFeedback]) -> t.Feedback:
        """Say what a message is."""
        return await self._transport.call("give_feedback", {"message_id": message_id}, body=body)

    async def take_back_feedback(self, message_id: str) -> None:
        """Take feedback back."""
        return await self._transport.call("take_back_feedback", {"message_id": message_id})

    async def export_feedback(self) -> bytes:
        """Export feedback."""
        return await self._transport.bytes("export_feedback", {})

    async def analyze(self, **body: Unpack[t.Analyze]) -> t.Analyzed:
        """Analyse a message."""
        return await self._transport.call("analyze", {}, body=body)

    async def wait(self, slug: str, **query: Unpack[t.WaitForMessageQuery]) -> t.WaitAnswer:
        """Wait for a message."""
        return await self._transport.call("wait_for_message", {"slug": slug}, query=query)


class NoticeChannelsResource(Resource):
    def create(self, **body: Unpack[t.CreateNoticeChannel]) -> t.NoticeChannel:
        """Create a notice channel."""
        return self._transport.call("create_notice_channel", {}, body=body)

    def list(self) -> t.NoticeChannelList:
        """List notice channels."""
        return self._transport.call("list_notice_channels", {})

    def get(self, channel_id: str) -> t.NoticeChannel:
        """Get a notice channel."""
        return self._transport.call("get_notice_channel", {"channel_id": channel_id})

    def update(self, channel_id: str, **body: Unpack[t.UpdateNoticeChannel]) -> t.NoticeChannel:
        """Update a notice channel."""
        return self._transport.call("update_notice_channel", {"channel_id": channel_id}, body=body)

    def delete(self, channel_id: str) -> None:
        """Delete a notice channel."""
        return self._transport.call("delete_notice_channel", {"channel_id": channel_id})

    def test(self, channel_id: str) -> t.NoticeChannelTestResult:
        """Test a notice channel."""
        return self._transport.call("test_notice_channel", {"channel_id": channel_id})


class AsyncNoticeChannelsResource(AsyncResource):
    async def create(self, **body: Unpack[t.CreateNoticeChannel]) -> t.NoticeChannel:
        """Create a notice channel."""
        return await self._transport.call("create_notice_channel", {}, body=body)

    async def list(self) -> t.NoticeChannelList:
        """List notice channels."""
        return await self._transport.call("list_notice_channels", {})

    async def get(self, channel_id: str) -> t.NoticeChannel:
        """Get a notice channel."""
        return await self._transport.call("get_notice_channel", {"channel_id": channel_id})

    async def update(self, channel_id: str, **body: Unpack[t.UpdateNoticeChannel]) -> t.NoticeChannel:
        """Update a notice channel."""
        return await self._transport.call("update_notice_channel", {"channel_id": channel_id}, body=body)

    async def delete(self, channel_id: str) -> None:
        """Delete a notice channel."""
        return await self._transport.call("delete_notice_channel", {"channel_id": channel_id})

    async def test(self, channel_id: str) -> t.NoticeChannelTestResult:
        """Test a notice channel."""
        return await self._transport.call("test_notice_channel", {"channel_id": channel_id})


class PoliciesResource(Resource):
    def create(self, **body: Any) -> t.Policy:
        """Create a policy."""
        return self._transport.call("create_policy", {}, body=body)

    def list(self, **query: Unpack[t.ListPoliciesQuery]) -> Pages[t.Policy]:
        """List policies."""
        return Pages(self._transport, "list_policies", {}, query)

    def get(self, policy_id: str) -> t.Policy:
        """Get a policy."""
        return self._transport.call("get_policy", {"policy_id": policy_id})

    def update(self, policy_id: str, **body: Unpack[t.UpdatePolicy]) -> t.Policy:
        """Update a policy."""
        return self._transport.call("update_policy", {"policy_id": policy_id}, body=body)

    def delete(self, policy_id: str) -> None:
        """Delete a policy."""
        return self._transport.call("delete_policy", {"policy_id": policy_id})

    def simulate(self, **body: Unpack[t.SimulatePolicies]) -> t.Simulation:
        """Simulate policies."""
        return self._transport.call("simulate_policies", {}, body=body)

    def backtest(self, **body: Unpack[t.BacktestPolicy]) -> t.Backtest:
        """Try a policy on the last messages."""
        return self._transport.call("backtest_policy", {}, body=body)


class AsyncPoliciesResource(AsyncResource):
    async def create(self, **body: Any) -> t.Policy:
        """Create a policy."""
        return await self._transport.call("create_policy", {}, body=body)

    def list(self, **query: Unpack[t.ListPoliciesQuery]) -> AsyncPages[t.Policy]:
        """List policies."""
        return AsyncPages(self._transport, "list_policies", {}, query)

    async def get(self, policy_id: str) -> t.Policy:
        """Get a policy."""
        return await self._transport.call("get_policy", {"policy_id": policy_id})

    async def update(self, policy_id: str, **body: Unpack[t.UpdatePolicy]) -> t.Policy:
        """Update a policy."""
        return await self._transport.call("update_policy", {"policy_id": policy_id}, body=body)

    async def delete(self, policy_id: str) -> None:
        """Delete a policy."""
        return await self._transport.call("delete_policy", {"policy_id": policy_id})

    async def simulate(self, **body: Unpack[t.SimulatePolicies]) -> t.Simulation:
        """Simulate policies."""
        return await self._transport.call("simulate_policies", {}, body=body)

    async def backtest(self, **body: Unpack[t.BacktestPolicy]) -> t.Backtest:
        """Try a policy on the last messages."""
        return await self._transport.call("backtest_policy", {}, body=body)


class StatisticsResource(Resource):
    def get(self, **query: Unpack[t.GetStatisticsQuery]) -> t.Statistics:
        """Get statistics."""
        return self._transport.call("get_statistics", {}, query=query)


class AsyncStatisticsResource(AsyncResource):
    async def get(self, **query: Unpack[t.GetStatisticsQuery]) -> t.Statistics:
        """Get statistics."""
        return await self._transport.call("get_statistics", {}, query=query)


class SuppressionsResource(Resource):
    def list(self, **query: Unpack[t.ListSuppressionsQuery]) -> Pages[t.Suppression]:
        """List suppressed addresses."""
        return Pages(self._transport, "list_suppressions", {}, query)

    def create(self, **body: Unpack[t.NewSuppression]) -> t.Suppression:
        """Suppress an address."""
        return self._transport.call("create_suppression", {}, body=body)

    def delete(self, address: str) -> None:
        """Take an address off the list."""
        return self._transport.call("delete_suppression", {"address": address})


class AsyncSuppressionsResource(AsyncResource):
    def list(self, **query: Unpack[t.ListSuppressionsQuery]) -> AsyncPages[t.Suppression]:
        """List suppressed addresses."""
        return AsyncPages(self._transport, "list_suppressions", {}, query)

    async def create(self, **body: Unpack[t.NewSuppression]) -> t.Suppression:
        """Suppress an address."""
        return await self._transport.call("create_suppression", {}, body=body)

    async def delete(self, address: str) -> None:
        """Take an address off the list."""
        return await self._transport.call("delete_suppression", {"address": address})


class ThreadsResource(Resource):
    def list(self, slug: str, **query: Unpack[t.ListThreadsQuery]) -> Pages[t.Thread]:
        """List threads."""
        return Pages(self._transport, "list_threads", {"slug": slug}, query)

    def get(self, slug: str, thread_id: str) -> t.ThreadWithMessages:
        """Get a thread."""
        return self._transport.call("get_thread", {"slug": slug, "thread_id": thread_id})


class AsyncThreadsResource(AsyncResource):
    def list(self, slug: str, **query: Unpack[t.ListThreadsQuery]) -> AsyncPages[t.Thread]:
        """List threads."""
        return AsyncPages(self._transport, "list_threads", {"slug": slug}, query)

    async def get(self, slug: str, thread_id: str) -> t.ThreadWithMessages:
        """Get a thread."""
        return await self._transport.call("get_thread", {"slug": slug, "thread_id": thread_id})


class UsersResource(Resource):
    def create(self, **body: Unpack[t.CreateUser]) -> t.User:
        """Invite a user."""
        return self._transport.call("create_user", {}, body=body)

    def list(self) -> t.UserList:
        """List users."""
        return self._transport.call("list_users", {})

    def update(self, user_id: str, **body: Unpack[t.UpdateUser]) -> t.User:
        """Change the role of a user."""
        return self._transport.call("update_user", {"user_id": user_id}, body=body)

    def update_me(self, **body: Unpack[t.UpdateOwnUser]) -> t.User:
        """Choose your notices."""
        return self._transport.call("update_own_user", {}, body=body)

    def delete(self, user_id: str, **query: Unpack[t.DeleteUserQuery]) -> None:
        """Remove a user."""
        return self._transport.call("delete_user", {"user_id": user_id}, query=query)


class AsyncUsersResource(AsyncResource):
    async def create(self, **body: Unpack[t.CreateUser]) -> t.User:
        """Invite a user."""
        return await self._transport.call("create_user", {}, body=body)

    async def list(self) -> t.UserList:
        """List users."""
        return await self._transport.call("list_users", {})

    async def update(self, user_id: str, **body: Unpack[t.UpdateUser]) -> t.User:
        """Change the role of a user."""
        return await self._transport.call("update_user", {"user_id": user_id}, body=body)

    async def update_me(self, **body: Unpack[t.UpdateOwnUser]) -> t.User:
        """Choose your notices."""
        return await self._transport.call("update_own_user", {}, body=body)

    async def delete(self, user_id: str, **query: Unpack[t.DeleteUserQuery]) -> None:
        """Remove a user."""
        return await self._transport.call("delete_user", {"user_id": user_id}, query=query)


class WebhooksResource(Resource):
    def get(self, slug: str) -> t.WebhookSettings:
        """Get the webhook settings."""
        return self._transport.call("get_webhook", {"slug": slug})

    def rotate_secret(self, slug: str) -> t.WebhookSettings:
        """Rotate the signing secret."""
        return self._transport.call("rotate_webhook_secret", {"slug": slug})

    def drop_previous_secrets(self, slug: str) -> None:
        """Drop the earlier secrets."""
        return self._transport.call("drop_previous_webhook_secrets", {"slug": slug})

    def test(self, slug: str) -> t.WebhookTestResult:
        """Test the webhook."""
        return self._transport.call("test_webhook", {"slug": slug})

    def deliveries(self, slug: str, **query: Unpack[t.ListWebhookDeliveriesQuery]) -> Pages[t.WebhookDelivery]:
        """List deliveries."""
        return Pages(self._transport, "list_webhook_deliveries", {"slug": slug}, query)

    def redeliver(self, slug: str, delivery_id: str) -> t.WebhookDelivery:
        """Deliver again."""
        return self._transport.call("redeliver_webhook", {"slug": slug, "delivery_id": delivery_id})

    def replay(self, slug: str, **body: Unpack[t.ReplayWebhook]) -> t.WebhookReplayed:
        """Deliver a time again."""
        return self._transport.call("replay_webhook", {"slug": slug}, body=body)


class AsyncWebhooksResource(AsyncResource):
    async def get(self, slug: str) -> t.WebhookSettings:
        """Get the webhook settings."""
        return await self._transport.call("get_webhook", {"slug": slug})

    async def rotate_secret(self, slug: str) -> t.WebhookSettings:
        """Rotate the signing secret."""
        return await self._transport.call("rotate_webhook_secret", {"slug": slug})

    async def drop_previous_secrets(self, slug: str) -> None:
        """Drop the earlier secrets."""
        return await self._transport.call("drop_previous_webhook_secrets", {"slug": slug})

    async def test(self, slug: str) -> t.WebhookTestResult:
        """Test the webhook."""
        return await self._transport.call("test_webhook", {"slug": slug})

    def deliveries(self, slug: str, **query: Unpack[t.ListWebhookDeliveriesQuery]) -> AsyncPages[t.WebhookDelivery]:
        """List deliveries."""
        return AsyncPages(self._transport, "list_webhook_deliveries", {"slug": slug}, query)

    async def redeliver(self, slug: str, delivery_id: str) -> t.WebhookDelivery:
        """Deliver again."""
        return await self._transport.call("redeliver_webhook", {"slug": slug, "delivery_id": delivery_id})

    async def replay(self, slug: str, **body: Unpack[t.ReplayWebhook]) -> t.WebhookReplayed:
        """Deliver a time again."""
        return await self._transport.call("replay_webhook", {"slug": slug}, body=body)
