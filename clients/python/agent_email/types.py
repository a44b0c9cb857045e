"""Types of what the API takes and answers. Made from the OpenAPI document by generate.ts; not to be edited."""

from typing import Any, Dict, List, Literal, NotRequired, TypeAlias, TypedDict, Union

Account = TypedDict("Account", {
    "id": "str",
    "organization_name": "str",
    "contact_email": "str",
    "credits": "int",
    "created_at": "str",
})

AccountOverview = TypedDict("AccountOverview", {
    "id": "str",
    "organization_name": "str",
    "contact_email": "str",
    "credits": "int",
    "created_at": "str",
    "plan": "str",
    "users": "List[AccountOverviewUsersItem]",
    "tenants": "List[AccountOverviewTenantsItem]",
})

AccountOverviewUsersItem = TypedDict("AccountOverviewUsersItem", {
    "id": "str",
    "email": "str",
    "role": "Literal['owner', 'reviewer', 'viewer']",
    "email_confirmed_at": "Union[str, None]",
    "created_at": "str",
})

AccountOverviewTenantsItem = TypedDict("AccountOverviewTenantsItem", {
    "id": "str",
    "mode": "Literal['live', 'sandbox']",
})

AgentAttachment = TypedDict("AgentAttachment", {
    "id": "str",
    "message_id": "str",
    "filename": "str",
    "content_type": "str",
    "size_bytes": "int",
    "sha256": "str",
    "inline": "bool",
    "content_id": "Union[str, None]",
    "scan_status": "Literal['pending', 'clean', 'infected', 'error']",
    "created_at": "str",
    "format": "Union[Literal['text', 'pdf', 'docx', 'xlsx', 'pptx', 'archive'], None]",
    "text": "str",
    "truncated": "bool",
    "next_offset": "Union[int, None]",
    "total_chars": "int",
    "complete": "bool",
    "unread": "Union[Literal['encrypted', 'damaged', 'no_text', 'not_text', 'too_large', 'too_slow', 'infected', 'not_scanned', 'not_shown', 'gone'], None]",
})

AgentStatistics = TypedDict("AgentStatistics", {
    "inbox_id": "str",
    "inbox_slug": "str",
    "sent": "int",
    "held": "int",
    "new_recipients": "int",
})

Analyze = TypedDict("Analyze", {
    "direction": "NotRequired[Literal['inbound', 'outbound']]",
    "draft_id": "NotRequired[str]",
    "raw": "NotRequired[str]",
    "message": "NotRequired[AnalyzedMessage]",
    "inbox": "NotRequired[str]",
    "peer_address": "NotRequired[str]",
    "helo": "NotRequired[str]",
    "mail_from": "NotRequired[str]",
})

Analyzed = TypedDict("Analyzed", {
    "direction": "Literal['inbound', 'outbound']",
    "verdict": "Literal['clean', 'flagged', 'withheld']",
    "security_analysis": "SecurityAnalysis",
    "antivirus": "Literal['not_needed', 'clean', 'infected', 'error', 'unavailable']",
})

AnalyzedMessage = TypedDict("AnalyzedMessage", {
    "from": "NotRequired[str]",
    "from_name": "NotRequired[str]",
    "to": "NotRequired[Union[str, List[str]]]",
    "cc": "NotRequired[Union[str, List[str]]]",
    "bcc": "NotRequired[Union[str, List[str]]]",
    "reply_to": "NotRequired[str]",
    "subject": "NotRequired[str]",
    "body": "NotRequired[str]",
    "html": "NotRequired[Union[str, None]]",
    "attachments": "NotRequired[List[AnalyzedMessageAttachmentsItem]]",
})

AnalyzedMessageAttachmentsItem = TypedDict("AnalyzedMessageAttachmentsItem", {
    "filename": "str",
    "content_type": "NotRequired[str]",
    "content": "str",
})

ApiKey = TypedDict("ApiKey", {
    "id": "str",
    "name": "str",
    "key_prefix": "str",
    "scopes": "List[Scope]",
    "mode": "Literal['live', 'sandbox']",
    "inbox_id": "Union[str, None]",
    "user_id": "str",
    "expires_at": "Union[str, None]",
    "last_used_at": "Union[str, None]",
    "created_at": "str",
})

ApiKeyPage = TypedDict("ApiKeyPage", {
    "api_keys": "List[ApiKey]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

Approval = TypedDict("Approval", {
    "id": "str",
    "inbox_id": "str",
    "message_id": "str",
    "status": "Literal['pending', 'approved', 'rejected', 'expired']",
    "message_preview": "ApprovalMessagePreview",
    "recipients": "List[ApprovalRecipientsItem]",
    "reasons": "List[Literal['level', 'risk', 'policy', 'unjudged', 'withheld']]",
    "risk_score": "Union[int, None]",
    "revision": "int",
    "edited": "bool",
    "content_sha256": "str",
    "content_hidden": "bool",
    "send_at": "Union[str, None]",
    "reviewed_by": "Union[str, None]",
    "resolved_at": "Union[str, None]",
    "reason": "Union[str, None]",
    "expires_at": "str",
    "created_at": "str",
})

ApprovalMessagePreview = TypedDict("ApprovalMessagePreview", {
    "to": "str",
    "subject": "str",
    "body_preview": "str",
})

ApprovalRecipientsItem = TypedDict("ApprovalRecipientsItem", {
    "address": "str",
    "field": "Literal['to', 'cc', 'bcc']",
})

ApprovalDetail = TypedDict("ApprovalDetail", {
    "id": "str",
    "inbox_id": "str",
    "message_id": "str",
    "status": "Literal['pending', 'approved', 'rejected', 'expired']",
    "message_preview": "ApprovalDetailMessagePreview",
    "recipients": "List[ApprovalDetailRecipientsItem]",
    "reasons": "List[Literal['level', 'risk', 'policy', 'unjudged', 'withheld']]",
    "risk_score": "Union[int, None]",
    "revision": "int",
    "edited": "bool",
    "content_sha256": "str",
    "content_hidden": "bool",
    "send_at": "Union[str, None]",
    "reviewed_by": "Union[str, None]",
    "resolved_at": "Union[str, None]",
    "reason": "Union[str, None]",
    "expires_at": "str",
    "created_at": "str",
    "headers": "List[ApprovalDetailHeadersItem]",
    "attachments": "List[Attachment]",
    "provenance": "List[ReadBefore]",
})

ApprovalDetailMessagePreview = TypedDict("ApprovalDetailMessagePreview", {
    "to": "str",
    "subject": "str",
    "body_preview": "str",
})

ApprovalDetailRecipientsItem = TypedDict("ApprovalDetailRecipientsItem", {
    "address": "str",
    "field": "Literal['to', 'cc', 'bcc']",
})

ApprovalDetailHeadersItem = TypedDict("ApprovalDetailHeadersItem", {
    "name": "str",
    "value": "str",
})

ApprovalPage = TypedDict("ApprovalPage", {
    "approvals": "List[Approval]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

ApprovalResolution = TypedDict("ApprovalResolution", {
    "id": "str",
    "status": "Literal['approved', 'rejected']",
    "reviewed_by": "str",
    "message_id": "str",
    "resolved_at": "str",
    "reason": "NotRequired[str]",
})

ApprovalRevision = TypedDict("ApprovalRevision", {
    "approval_id": "str",
    "message_id": "str",
    "revision": "int",
    "subject": "str",
    "body": "str",
    "html": "Union[str, None]",
    "recipients": "List[ApprovalRevisionRecipientsItem]",
    "content_sha256": "str",
    "content_hidden": "bool",
    "verdict": "Literal['clean', 'flagged', 'withheld']",
    "security_analysis": "SecurityAnalysis",
    "diff": "Union[str, None]",
    "edited_by": "Union[str, None]",
    "created_at": "str",
})

ApprovalRevisionRecipientsItem = TypedDict("ApprovalRevisionRecipientsItem", {
    "address": "str",
    "field": "Literal['to', 'cc', 'bcc']",
})

ApprovalRevisions = TypedDict("ApprovalRevisions", {
    "revisions": "List[ApprovalRevision]",
})

Attachment = TypedDict("Attachment", {
    "id": "str",
    "message_id": "str",
    "filename": "str",
    "content_type": "str",
    "size_bytes": "int",
    "sha256": "str",
    "inline": "bool",
    "content_id": "Union[str, None]",
    "scan_status": "Literal['pending', 'clean', 'infected', 'error']",
    "created_at": "str",
})

AttachmentText = TypedDict("AttachmentText", {
    "attachment_id": "str",
    "message_id": "str",
    "filename": "str",
    "content_type": "str",
    "format": "Union[Literal['text', 'pdf', 'docx', 'xlsx', 'pptx', 'archive'], None]",
    "unread": "Union[Literal['encrypted', 'damaged', 'no_text', 'not_text', 'too_large', 'too_slow'], None]",
    "text": "str",
    "truncated": "bool",
    "next_offset": "Union[int, None]",
    "total_chars": "int",
    "complete": "bool",
})

AuditEntry = TypedDict("AuditEntry", {
    "id": "str",
    "inbox_id": "Union[str, None]",
    "event_type": "Literal['inject', 'exfil', 'pii', 'policy', 'msg_recv', 'msg_sent', 'key_created', 'webhook_failed', 'virus', 'msg_released', 'msg_bounced', 'approval', 'key_revoked', 'inbox_deleted', 'msg_deleted', 'settings', 'billing', 'purge', 'account_exported', 'msg_complained', 'webhook_disabled', 'feedback', 'secrets_shown', 'msg_cancelled']",
    "severity": "Literal['high', 'medium', 'low']",
    "description": "str",
    "metadata": "Dict[str, Any]",
    "created_at": "str",
})

AuditLogPage = TypedDict("AuditLogPage", {
    "entries": "List[AuditEntry]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

Authentication = TypedDict("Authentication", {
    "spf": "AuthenticationSpf",
    "dkim": "List[AuthenticationDkimItem]",
    "dmarc": "AuthenticationDmarc",
    "arc": "AuthenticationArc",
})

AuthenticationSpf = TypedDict("AuthenticationSpf", {
    "result": "str",
    "domain": "str",
})

AuthenticationDkimItem = TypedDict("AuthenticationDkimItem", {
    "result": "str",
    "domain": "str",
    "selector": "str",
})

AuthenticationDmarc = TypedDict("AuthenticationDmarc", {
    "result": "str",
    "domain": "str",
    "policy": "str",
})

AuthenticationArc = TypedDict("AuthenticationArc", {
    "result": "str",
})

AutoTopup = TypedDict("AutoTopup", {
    "enabled": "bool",
    "threshold": "Union[int, None]",
    "credits": "Union[int, None]",
    "payment_method_id": "Union[str, None]",
    "under_way": "bool",
    "failure": "Union[AutoTopupFailure1, None]",
    "updated_at": "Union[str, None]",
})

AutoTopupFailure1 = TypedDict("AutoTopupFailure1", {
    "code": "str",
    "message": "str",
    "at": "str",
})

AutoTopupSettings = TypedDict("AutoTopupSettings", {
    "enabled": "bool",
    "threshold": "NotRequired[Union[int, None]]",
    "credits": "NotRequired[Union[int, None]]",
    "payment_method_id": "NotRequired[Union[str, None]]",
})

Backtest = TypedDict("Backtest", {
    "looked_at": "int",
    "changed": "int",
    "truncated": "bool",
    "messages": "List[BacktestedMessage]",
})

BacktestPolicy = TypedDict("BacktestPolicy", {
    "policy": "CreatePolicy",
    "replaces": "NotRequired[str]",
    "last": "NotRequired[int]",
})

BacktestedMessage = TypedDict("BacktestedMessage", {
    "message_id": "str",
    "inbox_id": "str",
    "direction": "Literal['inbound', 'outbound']",
    "created_at": "str",
    "before": "PolicyOutcome",
    "after": "PolicyOutcome",
})

Canary = TypedDict("Canary", {
    "inbox_id": "str",
    "token": "str",
    "generation": "int",
    "rotated_at": "Union[str, None]",
})

ConfirmationSent = TypedDict("ConfirmationSent", {
    "email": "str",
    "link_valid_hours": "int",
})

CreateApiKey = TypedDict("CreateApiKey", {
    "name": "str",
    "scopes": "NotRequired[List[Scope]]",
    "mode": "NotRequired[Literal['live', 'sandbox']]",
    "inbox_id": "NotRequired[str]",
    "expires_at": "NotRequired[str]",
})

CreateDomainAllowlist = TypedDict("CreateDomainAllowlist", {
    "name": "str",
    "type": "Literal['domain_allowlist']",
    "action": "Literal['block', 'withhold', 'flag']",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "DomainAllowlistConfigInput",
})

CreateDomainBlocklist = TypedDict("CreateDomainBlocklist", {
    "name": "str",
    "type": "Literal['domain_blocklist']",
    "action": "Literal['block', 'withhold', 'flag']",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "DomainBlocklistConfigInput",
})

CreateDraft = TypedDict("CreateDraft", {
    "to": "NotRequired[Union[Union[str, List[str]], None]]",
    "cc": "NotRequired[Union[Union[str, List[str]], None]]",
    "bcc": "NotRequired[Union[Union[str, List[str]], None]]",
    "reply_to": "NotRequired[Union[Union[str, List[str]], None]]",
    "subject": "NotRequired[Union[str, None]]",
    "body": "NotRequired[Union[str, None]]",
    "format": "NotRequired[Union[Literal['text', 'markdown'], None]]",
    "html": "NotRequired[Union[str, None]]",
    "attachments": "NotRequired[Union[List[NewAttachment], None]]",
    "headers": "NotRequired[Union[Dict[str, Any], None]]",
    "list_unsubscribe": "NotRequired[Union[Union[str, List[str]], None]]",
    "list_unsubscribe_one_click": "NotRequired[Union[bool, None]]",
    "send_at": "NotRequired[Union[str, None]]",
    "metadata": "NotRequired[Union[Dict[str, Any], None]]",
    "allow_automated": "NotRequired[Union[bool, None]]",
    "reply_to_message_id": "NotRequired[Union[str, None]]",
})

CreateInbox = TypedDict("CreateInbox", {
    "slug": "str",
    "display_name": "NotRequired[str]",
    "security_level": "NotRequired[Union[int, Literal['receive_only', 'guarded_receive', 'guarded_send', 'full_lockdown']]]",
    "webhook_url": "NotRequired[Union[str, None]]",
    "webhook_events": "NotRequired[List[EventName]]",
    "retention_days": "NotRequired[Union[int, None]]",
    "metadata": "NotRequired[Dict[str, Any]]",
})

CreateKeywordFilter = TypedDict("CreateKeywordFilter", {
    "name": "str",
    "type": "Literal['keyword_filter']",
    "action": "Literal['block', 'withhold', 'flag']",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "KeywordFilterConfigInput",
})

CreateNoticeChannel = TypedDict("CreateNoticeChannel", {
    "kind": "NoticeChannelKind",
    "name": "str",
    "url": "str",
    "events": "NotRequired[List[Literal['approval.pending', 'message.withheld']]]",
})

CreateOutputScan = TypedDict("CreateOutputScan", {
    "name": "str",
    "type": "Literal['output_scan']",
    "action": "Literal['block', 'withhold', 'flag']",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "OutputScanConfigInput",
})

CreatePiiRedaction = TypedDict("CreatePiiRedaction", {
    "name": "str",
    "type": "Literal['pii_redaction']",
    "action": "Literal['redact', 'block', 'withhold', 'flag']",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "PiiRedactionConfigInput",
})

CreatePolicy: TypeAlias = "Union[CreateDomainAllowlist, CreateDomainBlocklist, CreateKeywordFilter, CreateRateLimit, CreatePiiRedaction, CreateOutputScan]"

CreateRateLimit = TypedDict("CreateRateLimit", {
    "name": "str",
    "type": "Literal['rate_limit']",
    "action": "Literal['block', 'withhold', 'flag']",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "RateLimitConfigInput",
})

CreateUser = TypedDict("CreateUser", {
    "email": "str",
    "role": "Role",
})

CreatedApiKey = TypedDict("CreatedApiKey", {
    "id": "str",
    "name": "str",
    "key_prefix": "str",
    "scopes": "List[Scope]",
    "mode": "Literal['live', 'sandbox']",
    "inbox_id": "Union[str, None]",
    "user_id": "str",
    "expires_at": "Union[str, None]",
    "last_used_at": "Union[str, None]",
    "created_at": "str",
    "key": "str",
})

CreditBalance = TypedDict("CreditBalance", {
    "balance": "int",
    "plan": "str",
    "updated_at": "str",
})

CreditEntry = TypedDict("CreditEntry", {
    "id": "str",
    "amount": "int",
    "reason": "str",
    "balance_after": "int",
    "reference": "Union[str, None]",
    "created_at": "str",
})

CreditEntryPage = TypedDict("CreditEntryPage", {
    "entries": "List[CreditEntry]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

DeleteAccount = TypedDict("DeleteAccount", {
    "confirm": "str",
})

Detection = TypedDict("Detection", {
    "method": "str",
    "result": "str",
    "detail": "str",
    "confidence": "float",
    "points": "NotRequired[float]",
    "evidence": "NotRequired[List[Evidence]]",
})

DomainAllowlistConfig = TypedDict("DomainAllowlistConfig", {
    "domains": "List[str]",
    "direction": "Literal['inbound', 'outbound', 'both']",
})

DomainAllowlistConfigInput = TypedDict("DomainAllowlistConfigInput", {
    "domains": "List[str]",
    "direction": "NotRequired[Literal['inbound', 'outbound', 'both']]",
})

DomainAllowlistPolicy = TypedDict("DomainAllowlistPolicy", {
    "id": "str",
    "name": "str",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
    "type": "Literal['domain_allowlist']",
    "config": "DomainAllowlistConfig",
})

DomainBlocklistConfig = TypedDict("DomainBlocklistConfig", {
    "domains": "List[str]",
    "direction": "Literal['inbound', 'outbound', 'both']",
})

DomainBlocklistConfigInput = TypedDict("DomainBlocklistConfigInput", {
    "domains": "List[str]",
    "direction": "NotRequired[Literal['inbound', 'outbound', 'both']]",
})

DomainBlocklistPolicy = TypedDict("DomainBlocklistPolicy", {
    "id": "str",
    "name": "str",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
    "type": "Literal['domain_blocklist']",
    "config": "DomainBlocklistConfig",
})

DownloadableAttachment = TypedDict("DownloadableAttachment", {
    "id": "str",
    "message_id": "str",
    "filename": "str",
    "content_type": "str",
    "size_bytes": "int",
    "sha256": "str",
    "inline": "bool",
    "content_id": "Union[str, None]",
    "scan_status": "Literal['pending', 'clean', 'infected', 'error']",
    "created_at": "str",
    "download_url": "str",
    "download_url_expires_at": "str",
})

Draft = TypedDict("Draft", {
    "id": "str",
    "inbox_id": "str",
    "status": "Literal['draft', 'sent']",
    "message_id": "Union[str, None]",
    "to": "Union[Union[str, List[str]], None]",
    "subject": "Union[str, None]",
    "send_at": "Union[str, None]",
    "reply_to_message_id": "Union[str, None]",
    "size_bytes": "int",
    "created_at": "str",
    "updated_at": "str",
    "cc": "Union[Union[str, List[str]], None]",
    "bcc": "Union[Union[str, List[str]], None]",
    "reply_to": "Union[Union[str, List[str]], None]",
    "body": "Union[str, None]",
    "format": "Union[Literal['text', 'markdown'], None]",
    "html": "Union[str, None]",
    "attachments": "List[DraftAttachment]",
    "headers": "Union[Dict[str, Any], None]",
    "list_unsubscribe": "Union[List[str], None]",
    "list_unsubscribe_one_click": "Union[bool, None]",
    "metadata": "Union[Dict[str, Any], None]",
    "allow_automated": "Union[bool, None]",
})

DraftAttachment = TypedDict("DraftAttachment", {
    "filename": "str",
    "content_type": "str",
    "size_bytes": "int",
    "content_id": "Union[str, None]",
})

DraftPage = TypedDict("DraftPage", {
    "drafts": "List[DraftSummary]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

DraftSummary = TypedDict("DraftSummary", {
    "id": "str",
    "inbox_id": "str",
    "status": "Literal['draft', 'sent']",
    "message_id": "Union[str, None]",
    "to": "Union[Union[str, List[str]], None]",
    "subject": "Union[str, None]",
    "send_at": "Union[str, None]",
    "reply_to_message_id": "Union[str, None]",
    "size_bytes": "int",
    "created_at": "str",
    "updated_at": "str",
})

EditApproval = TypedDict("EditApproval", {
    "subject": "NotRequired[str]",
    "body": "NotRequired[str]",
    "html": "NotRequired[Union[str, None]]",
    "to": "NotRequired[Union[str, List[str]]]",
    "cc": "NotRequired[Union[str, List[str]]]",
    "bcc": "NotRequired[Union[str, List[str]]]",
    "content_sha256": "NotRequired[str]",
})

Error = TypedDict("Error", {
    "error": "ErrorError",
})

ErrorError = TypedDict("ErrorError", {
    "code": "str",
    "message": "str",
    "status": "int",
    "details": "NotRequired[List[ErrorErrorDetailsItem]]",
    "docs": "str",
    "fix": "NotRequired[str]",
    "request_id": "str",
})

ErrorErrorDetailsItem = TypedDict("ErrorErrorDetailsItem", {
    "path": "str",
    "message": "str",
})

EventName: TypeAlias = "Literal['message.received', 'message.withheld', 'message.sent', 'message.failed', 'message.bounced', 'message.complained', 'approval.pending', 'approval.resolved', 'webhook.disabled']"

EventReceived = TypedDict("EventReceived", {
    "received": "Literal[True]",
})

Evidence = TypedDict("Evidence", {
    "where": "str",
    "text": "str",
    "offset": "NotRequired[int]",
})

Feedback = TypedDict("Feedback", {
    "id": "str",
    "message_id": "str",
    "label": "Literal['clean', 'injection', 'phishing', 'spam', 'malware', 'leak', 'other']",
    "source": "Literal['reviewer', 'release', 'approval']",
    "note": "Union[str, None]",
    "teaches": "Union[Literal['pass', 'hold', 'reject'], None]",
    "created_at": "str",
})

FiredPolicy = TypedDict("FiredPolicy", {
    "policy_id": "str",
    "name": "str",
    "type": "Literal['domain_allowlist', 'domain_blocklist', 'keyword_filter', 'rate_limit', 'pii_redaction', 'output_scan']",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "stage": "Literal['rcpt', 'message']",
    "reason": "str",
})

ForwardMessage = TypedDict("ForwardMessage", {
    "to": "Union[str, List[str]]",
    "subject": "NotRequired[str]",
    "body": "NotRequired[str]",
    "format": "NotRequired[Literal['text', 'markdown']]",
    "html": "NotRequired[str]",
    "cc": "NotRequired[Union[str, List[str]]]",
    "bcc": "NotRequired[Union[str, List[str]]]",
    "reply_to": "NotRequired[Union[str, List[str]]]",
    "attachments": "NotRequired[List[NewAttachment]]",
    "headers": "NotRequired[Dict[str, Any]]",
    "list_unsubscribe": "NotRequired[Union[str, List[str]]]",
    "list_unsubscribe_one_click": "NotRequired[bool]",
    "send_at": "NotRequired[str]",
    "metadata": "NotRequired[Dict[str, Any]]",
    "allow_automated": "NotRequired[bool]",
    "include_attachments": "NotRequired[bool]",
})

GiveFeedback = TypedDict("GiveFeedback", {
    "label": "Literal['clean', 'injection', 'phishing', 'spam', 'malware', 'leak', 'other']",
    "note": "NotRequired[str]",
})

Highlight = TypedDict("Highlight", {
    "subject": "Union[str, None]",
    "body": "Union[str, None]",
})

Inbox = TypedDict("Inbox", {
    "id": "str",
    "slug": "str",
    "display_name": "str",
    "address": "str",
    "security_level": "SecurityLevel",
    "status": "Literal['active', 'paused']",
    "message_count": "int",
    "webhook_url": "Union[str, None]",
    "webhook_disabled_at": "Union[str, None]",
    "webhook_events": "List[EventName]",
    "retention_days": "Union[int, None]",
    "metadata": "Dict[str, Any]",
    "created_at": "str",
    "updated_at": "str",
})

InboxPage = TypedDict("InboxPage", {
    "inboxes": "List[Inbox]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

InboxWithCounts = TypedDict("InboxWithCounts", {
    "id": "str",
    "slug": "str",
    "display_name": "str",
    "address": "str",
    "security_level": "SecurityLevel",
    "status": "Literal['active', 'paused']",
    "message_count": "int",
    "webhook_url": "Union[str, None]",
    "webhook_disabled_at": "Union[str, None]",
    "webhook_events": "List[EventName]",
    "retention_days": "Union[int, None]",
    "metadata": "Dict[str, Any]",
    "created_at": "str",
    "updated_at": "str",
    "flagged_count": "int",
    "withheld_count": "int",
})

KeywordFilterConfig = TypedDict("KeywordFilterConfig", {
    "keywords": "List[str]",
    "match": "Literal['word', 'substring', 'regex']",
    "fields": "List[Literal['subject', 'body', 'attachment_names']]",
    "case_sensitive": "bool",
    "direction": "Literal['inbound', 'outbound', 'both']",
})

KeywordFilterConfigInput = TypedDict("KeywordFilterConfigInput", {
    "keywords": "List[str]",
    "match": "NotRequired[Literal['word', 'substring', 'regex']]",
    "fields": "NotRequired[List[Literal['subject', 'body', 'attachment_names']]]",
    "case_sensitive": "NotRequired[bool]",
    "direction": "NotRequired[Literal['inbound', 'outbound', 'both']]",
})

KeywordFilterPolicy = TypedDict("KeywordFilterPolicy", {
    "id": "str",
    "name": "str",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
    "type": "Literal['keyword_filter']",
    "config": "KeywordFilterConfig",
})

ListedMessage = TypedDict("ListedMessage", {
    "id": "str",
    "inbox_id": "str",
    "thread_id": "str",
    "direction": "Literal['inbound', 'outbound']",
    "from": "str",
    "from_name": "str",
    "to": "str",
    "rcpt_to": "List[str]",
    "cc": "str",
    "reply_to": "str",
    "subject": "str",
    "body": "str",
    "body_sanitized": "str",
    "extracted_text": "str",
    "body_truncated": "bool",
    "status": "Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled']",
    "verdict": "Union[Literal['clean', 'flagged', 'withheld'], None]",
    "security_analysis": "Union[SecurityAnalysis, None]",
    "authentication": "Union[Authentication, None]",
    "has_attachments": "bool",
    "attachments": "List[Attachment]",
    "message_id": "Union[str, None]",
    "in_reply_to": "Union[str, None]",
    "size_bytes": "int",
    "labels": "List[str]",
    "metadata": "Dict[str, Any]",
    "automated_kind": "Union[Literal['human', 'auto_reply', 'list', 'bounce'], None]",
    "redacted": "bool",
    "content_hidden": "bool",
    "created_at": "str",
    "highlight": "NotRequired[Highlight]",
})

Message = TypedDict("Message", {
    "id": "str",
    "inbox_id": "str",
    "thread_id": "str",
    "direction": "Literal['inbound', 'outbound']",
    "from": "str",
    "from_name": "str",
    "to": "str",
    "rcpt_to": "List[str]",
    "cc": "str",
    "reply_to": "str",
    "subject": "str",
    "body": "str",
    "body_sanitized": "str",
    "extracted_text": "str",
    "body_truncated": "bool",
    "status": "Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled']",
    "verdict": "Union[Literal['clean', 'flagged', 'withheld'], None]",
    "security_analysis": "Union[SecurityAnalysis, None]",
    "authentication": "Union[Authentication, None]",
    "has_attachments": "bool",
    "attachments": "List[Attachment]",
    "message_id": "Union[str, None]",
    "in_reply_to": "Union[str, None]",
    "size_bytes": "int",
    "labels": "List[str]",
    "metadata": "Dict[str, Any]",
    "automated_kind": "Union[Literal['human', 'auto_reply', 'list', 'bounce'], None]",
    "redacted": "bool",
    "content_hidden": "bool",
    "created_at": "str",
    "html": "Union[str, None]",
    "html_sanitized": "Union[str, None]",
    "headers": "List[MessageHeadersItem]",
    "recipients": "NotRequired[List[Recipient]]",
    "redactions": "NotRequired[List[Redaction]]",
    "send_at": "NotRequired[Union[str, None]]",
    "sent_at": "NotRequired[Union[str, None]]",
    "simulated": "NotRequired[bool]",
    "failure": "NotRequired[Union[MessageFailure1, None]]",
    "edited": "NotRequired[bool]",
    "approval": "NotRequired[MessageApproval]",
})

MessageHeadersItem = TypedDict("MessageHeadersItem", {
    "name": "str",
    "value": "str",
})

MessageFailure1 = TypedDict("MessageFailure1", {
    "code": "str",
    "reason": "str",
})

MessageAgentView = TypedDict("MessageAgentView", {
    "view": "Literal['agent']",
    "id": "str",
    "inbox_id": "str",
    "thread_id": "str",
    "direction": "Literal['inbound', 'outbound']",
    "status": "Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled']",
    "verdict": "Union[Literal['clean', 'flagged', 'withheld'], None]",
    "risk_score": "Union[int, None]",
    "risk_summary": "str",
    "created_at": "str",
    "from": "MessageAgentViewFrom",
    "to": "str",
    "cc": "str",
    "reply_to": "str",
    "subject": "str",
    "text": "str",
    "truncated": "bool",
    "next_offset": "Union[int, None]",
    "total_chars": "int",
    "content_hidden": "bool",
    "sender": "MessageAgentViewSender",
    "links": "List[MessageAgentViewLinksItem]",
    "links_truncated": "bool",
    "codes": "List[MessageAgentViewCodesItem]",
    "confirmation_links": "List[MessageAgentViewConfirmationLinksItem]",
    "attachments": "List[AgentAttachment]",
    "approval": "NotRequired[MessageApproval]",
})

MessageAgentViewFrom = TypedDict("MessageAgentViewFrom", {
    "address": "str",
    "name": "str",
})

MessageAgentViewSender = TypedDict("MessageAgentViewSender", {
    "authenticated_domain": "Union[str, None]",
    "known_since": "Union[str, None]",
    "reply_to_elsewhere": "bool",
    "looks_like_another": "bool",
})

MessageAgentViewLinksItem = TypedDict("MessageAgentViewLinksItem", {
    "url": "str",
    "host": "str",
    "text": "str",
    "misleading": "bool",
})

MessageAgentViewCodesItem = TypedDict("MessageAgentViewCodesItem", {
    "code": "str",
    "confidence": "float",
})

MessageAgentViewConfirmationLinksItem = TypedDict("MessageAgentViewConfirmationLinksItem", {
    "url": "str",
    "host": "str",
    "text": "str",
    "misleading": "bool",
    "confidence": "float",
})

MessageApproval = TypedDict("MessageApproval", {
    "id": "str",
    "status": "Literal['pending', 'approved', 'rejected', 'expired']",
    "expires_at": "str",
    "reasons": "List[Literal['level', 'risk', 'policy', 'unjudged', 'withheld']]",
    "reviewed_by": "Union[str, None]",
    "resolved_at": "Union[str, None]",
    "reason": "Union[str, None]",
})

MessagePage = TypedDict("MessagePage", {
    "messages": "List[ListedMessage]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
    "search_truncated": "NotRequired[bool]",
})

MessageSummary = TypedDict("MessageSummary", {
    "id": "str",
    "inbox_id": "str",
    "thread_id": "str",
    "direction": "Literal['inbound', 'outbound']",
    "from": "str",
    "from_name": "str",
    "to": "str",
    "rcpt_to": "List[str]",
    "cc": "str",
    "reply_to": "str",
    "subject": "str",
    "body": "str",
    "body_sanitized": "str",
    "extracted_text": "str",
    "body_truncated": "bool",
    "status": "Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled']",
    "verdict": "Union[Literal['clean', 'flagged', 'withheld'], None]",
    "security_analysis": "Union[SecurityAnalysis, None]",
    "authentication": "Union[Authentication, None]",
    "has_attachments": "bool",
    "attachments": "List[Attachment]",
    "message_id": "Union[str, None]",
    "in_reply_to": "Union[str, None]",
    "size_bytes": "int",
    "labels": "List[str]",
    "metadata": "Dict[str, Any]",
    "automated_kind": "Union[Literal['human', 'auto_reply', 'list', 'bounce'], None]",
    "redacted": "bool",
    "content_hidden": "bool",
    "created_at": "str",
})

NewAttachment = TypedDict("NewAttachment", {
    "filename": "str",
    "content_type": "NotRequired[str]",
    "content": "str",
    "content_id": "NotRequired[str]",
    "inline": "NotRequired[bool]",
})

NewPaymentMethod = TypedDict("NewPaymentMethod", {
    "token": "str",
    "set_default": "NotRequired[bool]",
})

NewRecipient = TypedDict("NewRecipient", {
    "inbox_id": "str",
    "inbox_slug": "str",
    "address": "str",
    "first_written_at": "str",
})

NewSuppression = TypedDict("NewSuppression", {
    "address": "str",
    "reason": "NotRequired[str]",
})

NoticeChannel = TypedDict("NoticeChannel", {
    "id": "str",
    "kind": "NoticeChannelKind",
    "name": "str",
    "masked_url": "str",
    "events": "List[Literal['approval.pending', 'message.withheld']]",
    "status": "Literal['active', 'failed']",
    "last_error": "Union[str, None]",
    "last_posted_at": "Union[str, None]",
    "created_at": "str",
    "updated_at": "str",
})

NoticeChannelKind: TypeAlias = "Literal['slack', 'teams']"

NoticeChannelList = TypedDict("NoticeChannelList", {
    "notice_channels": "List[NoticeChannel]",
})

NoticeChannelTestResult = TypedDict("NoticeChannelTestResult", {
    "posted": "bool",
    "response_status": "Union[int, None]",
    "error": "Union[str, None]",
    "latency_ms": "int",
})

Notices: TypeAlias = "Literal['each', 'hourly', 'daily', 'none']"

Order = TypedDict("Order", {
    "id": "str",
    "kind": "Literal['purchase', 'auto_topup', 'subscription']",
    "status": "Literal['processing', 'requires_action', 'paid', 'failed', 'refunded']",
    "credits": "int",
    "amount": "int",
    "currency": "str",
    "gateway": "str",
    "simulated": "bool",
    "payment_method_id": "Union[str, None]",
    "failure": "Union[OrderFailure1, None]",
    "refunded_amount": "int",
    "created_at": "str",
    "updated_at": "str",
})

OrderFailure1 = TypedDict("OrderFailure1", {
    "code": "str",
    "message": "str",
})

OrderPage = TypedDict("OrderPage", {
    "orders": "List[Order]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

OutputScanConfig = TypedDict("OutputScanConfig", {
    "detectors": "List[Literal['secrets', 'pii', 'exfiltration', 'injection', 'links']]",
    "max_score": "int",
})

OutputScanConfigInput = TypedDict("OutputScanConfigInput", {
    "detectors": "List[Literal['secrets', 'pii', 'exfiltration', 'injection', 'links']]",
    "max_score": "NotRequired[int]",
})

OutputScanPolicy = TypedDict("OutputScanPolicy", {
    "id": "str",
    "name": "str",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
    "type": "Literal['output_scan']",
    "config": "OutputScanConfig",
})

PaymentMethod = TypedDict("PaymentMethod", {
    "id": "str",
    "gateway": "str",
    "type": "str",
    "brand": "Union[str, None]",
    "last4": "Union[str, None]",
    "exp_month": "Union[int, None]",
    "exp_year": "Union[int, None]",
    "is_default": "bool",
    "created_at": "str",
})

PaymentMethodPage = TypedDict("PaymentMethodPage", {
    "payment_methods": "List[PaymentMethod]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

PaymentMethodUpdate = TypedDict("PaymentMethodUpdate", {
    "set_default": "Literal[True]",
})

PiiRedactionConfig = TypedDict("PiiRedactionConfig", {
    "entities": "List[Literal['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip', 'url', 'secret', 'person', 'date_of_birth', 'passport', 'driver_license', 'national_id', 'bank_account', 'crypto_address', 'mac_address', 'street_address', 'location', 'organization', 'date', 'age', 'nationality', 'title']]",
    "direction": "Literal['inbound', 'outbound', 'both']",
    "replacement": "str",
})

PiiRedactionConfigInput = TypedDict("PiiRedactionConfigInput", {
    "entities": "List[Literal['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip', 'url', 'secret', 'person', 'date_of_birth', 'passport', 'driver_license', 'national_id', 'bank_account', 'crypto_address', 'mac_address', 'street_address', 'location', 'organization', 'date', 'age', 'nationality', 'title']]",
    "direction": "NotRequired[Literal['inbound', 'outbound', 'both']]",
    "replacement": "NotRequired[str]",
})

PiiRedactionPolicy = TypedDict("PiiRedactionPolicy", {
    "id": "str",
    "name": "str",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
    "type": "Literal['pii_redaction']",
    "config": "PiiRedactionConfig",
})

Plan = TypedDict("Plan", {
    "id": "str",
    "name": "str",
    "amount": "int",
    "currency": "str",
    "interval": "Literal['month']",
    "credits": "int",
})

Plans = TypedDict("Plans", {
    "plans": "List[Plan]",
    "credits": "PlansCredits",
})

PlansCredits = TypedDict("PlansCredits", {
    "price_per_1000": "int",
    "currency": "str",
    "min": "int",
    "max": "int",
})

Policy: TypeAlias = "Union[DomainAllowlistPolicy, DomainBlocklistPolicy, KeywordFilterPolicy, RateLimitPolicy, PiiRedactionPolicy, OutputScanPolicy]"

PolicyOutcome = TypedDict("PolicyOutcome", {
    "action": "Union[Literal['block', 'withhold', 'flag', 'redact'], None]",
    "policy_id": "Union[str, None]",
    "reason": "Union[str, None]",
    "effect": "str",
})

PolicyPage = TypedDict("PolicyPage", {
    "policies": "List[Policy]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

Purchase = TypedDict("Purchase", {
    "credits": "int",
    "payment_method_id": "NotRequired[Union[str, None]]",
})

PurchasedOrder = TypedDict("PurchasedOrder", {
    "id": "str",
    "kind": "Literal['purchase', 'auto_topup', 'subscription']",
    "status": "Literal['processing', 'requires_action', 'paid', 'failed', 'refunded']",
    "credits": "int",
    "amount": "int",
    "currency": "str",
    "gateway": "str",
    "simulated": "bool",
    "payment_method_id": "Union[str, None]",
    "failure": "Union[PurchasedOrderFailure1, None]",
    "refunded_amount": "int",
    "created_at": "str",
    "updated_at": "str",
    "client_secret": "NotRequired[str]",
    "balance": "int",
})

PurchasedOrderFailure1 = TypedDict("PurchasedOrderFailure1", {
    "code": "str",
    "message": "str",
})

QueuedMail = TypedDict("QueuedMail", {
    "id": "str",
    "direction": "Literal['inbound', 'outbound']",
    "approval_id": "Union[str, None]",
    "inbox_id": "str",
    "inbox_slug": "str",
    "from": "str",
    "from_name": "str",
    "to": "str",
    "subject": "str",
    "risk_score": "Union[int, None]",
    "reasons": "List[Literal['level', 'risk', 'policy', 'unjudged', 'withheld']]",
    "content_hidden": "bool",
    "expires_at": "Union[str, None]",
    "created_at": "str",
})

RateLimitConfig = TypedDict("RateLimitConfig", {
    "max_messages": "int",
    "window_seconds": "int",
    "per": "Literal['inbox', 'counterparty']",
    "direction": "Literal['inbound', 'outbound', 'both']",
})

RateLimitConfigInput = TypedDict("RateLimitConfigInput", {
    "max_messages": "int",
    "window_seconds": "int",
    "per": "NotRequired[Literal['inbox', 'counterparty']]",
    "direction": "NotRequired[Literal['inbound', 'outbound', 'both']]",
})

RateLimitPolicy = TypedDict("RateLimitPolicy", {
    "id": "str",
    "name": "str",
    "action": "Literal['block', 'withhold', 'flag', 'redact']",
    "inbox_id": "Union[str, None]",
    "enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
    "type": "Literal['rate_limit']",
    "config": "RateLimitConfig",
})

ReadBefore = TypedDict("ReadBefore", {
    "message_id": "str",
    "inbox_id": "str",
    "inbox_slug": "str",
    "thread_id": "str",
    "from": "str",
    "from_name": "str",
    "subject": "str",
    "status": "Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled']",
    "verdict": "Union[Literal['clean', 'flagged', 'withheld'], None]",
    "risk_score": "Union[int, None]",
    "authenticated": "bool",
    "received_at": "str",
    "read_at": "str",
})

Recipient = TypedDict("Recipient", {
    "address": "str",
    "field": "Literal['to', 'cc', 'bcc']",
    "status": "Literal['pending', 'sent', 'failed', 'bounced', 'complained']",
    "code": "Union[int, None]",
    "enhanced_code": "Union[str, None]",
    "reason": "Union[str, None]",
})

Redaction = TypedDict("Redaction", {
    "type": "Literal['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip', 'url', 'secret', 'person', 'date_of_birth', 'passport', 'driver_license', 'national_id', 'bank_account', 'crypto_address', 'mac_address', 'street_address', 'location', 'organization', 'date', 'age', 'nationality', 'title']",
    "part": "Literal['subject', 'text', 'html', 'headers', 'filenames']",
    "count": "int",
})

RejectApproval = TypedDict("RejectApproval", {
    "reason": "NotRequired[str]",
})

ReplayWebhook = TypedDict("ReplayWebhook", {
    "since": "str",
    "until": "NotRequired[str]",
    "status": "NotRequired[Literal['failed', 'succeeded']]",
    "after": "NotRequired[str]",
})

ReplyMessage = TypedDict("ReplyMessage", {
    "to": "NotRequired[Union[str, List[str]]]",
    "subject": "NotRequired[str]",
    "body": "str",
    "format": "NotRequired[Literal['text', 'markdown']]",
    "html": "NotRequired[str]",
    "cc": "NotRequired[Union[str, List[str]]]",
    "bcc": "NotRequired[Union[str, List[str]]]",
    "reply_to": "NotRequired[Union[str, List[str]]]",
    "attachments": "NotRequired[List[NewAttachment]]",
    "headers": "NotRequired[Dict[str, Any]]",
    "list_unsubscribe": "NotRequired[Union[str, List[str]]]",
    "list_unsubscribe_one_click": "NotRequired[bool]",
    "send_at": "NotRequired[str]",
    "metadata": "NotRequired[Dict[str, Any]]",
    "allow_automated": "NotRequired[bool]",
    "quote": "NotRequired[bool]",
})

ReviewQueuePage = TypedDict("ReviewQueuePage", {
    "messages": "List[QueuedMail]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

Role: TypeAlias = "Literal['owner', 'reviewer', 'viewer']"

Scope: TypeAlias = "Literal['inboxes:read', 'inboxes:write', 'messages:read', 'messages:write', 'messages:read_withheld', 'threads:read', 'policies:read', 'policies:write', 'approvals:read', 'approvals:write', 'audit:read', 'api_keys:read', 'api_keys:write', 'billing:read', 'billing:write', 'webhooks:read', 'webhooks:write', 'account:read', 'account:write']"

SecurityAnalysis = TypedDict("SecurityAnalysis", {
    "risk_score": "int",
    "summary": "str",
    "detections": "List[Detection]",
    "triggered_policy": "NotRequired[str]",
})

SecurityLevel: TypeAlias = "Literal['receive_only', 'guarded_receive', 'guarded_send', 'full_lockdown']"

SendMessage = TypedDict("SendMessage", {
    "to": "Union[str, List[str]]",
    "subject": "str",
    "body": "str",
    "format": "NotRequired[Literal['text', 'markdown']]",
    "html": "NotRequired[str]",
    "cc": "NotRequired[Union[str, List[str]]]",
    "bcc": "NotRequired[Union[str, List[str]]]",
    "reply_to": "NotRequired[Union[str, List[str]]]",
    "attachments": "NotRequired[List[NewAttachment]]",
    "headers": "NotRequired[Dict[str, Any]]",
    "list_unsubscribe": "NotRequired[Union[str, List[str]]]",
    "list_unsubscribe_one_click": "NotRequired[bool]",
    "send_at": "NotRequired[str]",
    "metadata": "NotRequired[Dict[str, Any]]",
    "allow_automated": "NotRequired[bool]",
    "reply_to_message_id": "NotRequired[str]",
})

SignUp = TypedDict("SignUp", {
    "organization_name": "str",
    "contact_email": "str",
    "invite_code": "NotRequired[str]",
})

SignedUp = TypedDict("SignedUp", {
    "account": "Account",
    "user": "SignedUpUser",
    "api_key": "CreatedApiKey",
    "sandbox_api_key": "CreatedApiKey",
})

SignedUpUser = TypedDict("SignedUpUser", {
    "id": "str",
    "email": "str",
})

SimulatePolicies = TypedDict("SimulatePolicies", {
    "message_id": "NotRequired[str]",
    "message": "NotRequired[SimulatedMessage]",
})

SimulatedMessage = TypedDict("SimulatedMessage", {
    "direction": "Literal['inbound', 'outbound']",
    "inbox_id": "NotRequired[str]",
    "from": "NotRequired[str]",
    "mail_from": "NotRequired[str]",
    "authenticated": "NotRequired[bool]",
    "to": "NotRequired[List[str]]",
    "subject": "NotRequired[str]",
    "body": "NotRequired[str]",
    "html": "NotRequired[Union[str, None]]",
    "attachment_names": "NotRequired[List[str]]",
})

Simulation = TypedDict("Simulation", {
    "direction": "Literal['inbound', 'outbound']",
    "inbox_id": "Union[str, None]",
    "message_id": "Union[str, None]",
    "action": "Union[Literal['block', 'withhold', 'flag', 'redact'], None]",
    "policy_id": "Union[str, None]",
    "reason": "Union[str, None]",
    "effect": "str",
    "fired": "List[FiredPolicy]",
    "redacted": "Union[SimulationRedacted1, None]",
})

SimulationRedacted1 = TypedDict("SimulationRedacted1", {
    "subject": "str",
    "body": "str",
    "html": "Union[str, None]",
})

Statistics = TypedDict("Statistics", {
    "period": "Literal['24h', '7d', '30d']",
    "step_seconds": "int",
    "since": "str",
    "totals": "StatisticsTotals",
    "steps": "List[StatisticsStep]",
    "agents": "List[AgentStatistics]",
    "new_recipients": "List[NewRecipient]",
    "waiting": "StatisticsWaiting",
    "webhooks": "StatisticsWebhooks",
})

StatisticsWaiting = TypedDict("StatisticsWaiting", {
    "messages": "int",
    "oldest_at": "Union[str, None]",
})

StatisticsWebhooks = TypedDict("StatisticsWebhooks", {
    "set_up": "int",
    "failing": "int",
    "switched_off": "int",
})

StatisticsStep = TypedDict("StatisticsStep", {
    "starts_at": "str",
    "received": "int",
    "sent": "int",
    "held": "int",
    "failed": "int",
    "bounced": "int",
    "complained": "int",
    "released": "int",
    "approved": "int",
    "rejected": "int",
    "expired": "int",
    "new_recipients": "int",
    "webhook_succeeded": "int",
    "webhook_failed": "int",
    "credits_used": "int",
    "verdicts": "StatisticsStepVerdicts",
})

StatisticsStepVerdicts = TypedDict("StatisticsStepVerdicts", {
    "inbound": "StatisticsStepVerdictsInbound",
    "outbound": "StatisticsStepVerdictsOutbound",
})

StatisticsStepVerdictsInbound = TypedDict("StatisticsStepVerdictsInbound", {
    "clean": "int",
    "flagged": "int",
    "withheld": "int",
})

StatisticsStepVerdictsOutbound = TypedDict("StatisticsStepVerdictsOutbound", {
    "clean": "int",
    "flagged": "int",
    "withheld": "int",
})

StatisticsTotals = TypedDict("StatisticsTotals", {
    "received": "int",
    "sent": "int",
    "held": "int",
    "failed": "int",
    "bounced": "int",
    "complained": "int",
    "released": "int",
    "approved": "int",
    "rejected": "int",
    "expired": "int",
    "new_recipients": "int",
    "webhook_succeeded": "int",
    "webhook_failed": "int",
    "credits_used": "int",
    "verdicts": "StatisticsTotalsVerdicts",
    "risk_scores": "StatisticsTotalsRiskScores",
    "findings": "List[StatisticsTotalsFindingsItem]",
    "bounce_rate": "Union[float, None]",
})

StatisticsTotalsVerdicts = TypedDict("StatisticsTotalsVerdicts", {
    "inbound": "StatisticsTotalsVerdictsInbound",
    "outbound": "StatisticsTotalsVerdictsOutbound",
})

StatisticsTotalsVerdictsInbound = TypedDict("StatisticsTotalsVerdictsInbound", {
    "clean": "int",
    "flagged": "int",
    "withheld": "int",
})

StatisticsTotalsVerdictsOutbound = TypedDict("StatisticsTotalsVerdictsOutbound", {
    "clean": "int",
    "flagged": "int",
    "withheld": "int",
})

StatisticsTotalsRiskScores = TypedDict("StatisticsTotalsRiskScores", {
    "inbound": "List[int]",
    "outbound": "List[int]",
})

StatisticsTotalsFindingsItem = TypedDict("StatisticsTotalsFindingsItem", {
    "method": "str",
    "count": "int",
})

Subscribe = TypedDict("Subscribe", {
    "plan": "str",
    "payment_method_id": "NotRequired[Union[str, None]]",
})

Subscription = TypedDict("Subscription", {
    "id": "str",
    "plan": "str",
    "status": "Literal['incomplete', 'active', 'past_due', 'ended']",
    "gateway": "str",
    "simulated": "bool",
    "payment_method_id": "Union[str, None]",
    "current_period_end": "Union[str, None]",
    "cancel_at_period_end": "bool",
    "client_secret": "NotRequired[str]",
    "created_at": "str",
    "updated_at": "str",
})

Suppression = TypedDict("Suppression", {
    "id": "str",
    "address": "str",
    "reason": "Literal['hard_bounce', 'complaint', 'manual']",
    "detail": "Union[str, None]",
    "inbox_id": "Union[str, None]",
    "message_id": "Union[str, None]",
    "created_at": "str",
})

SuppressionPage = TypedDict("SuppressionPage", {
    "suppressions": "List[Suppression]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

Thread = TypedDict("Thread", {
    "id": "str",
    "inbox_id": "str",
    "subject": "str",
    "message_count": "int",
    "last_message_at": "str",
    "created_at": "str",
})

ThreadPage = TypedDict("ThreadPage", {
    "threads": "List[Thread]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

ThreadWithMessages = TypedDict("ThreadWithMessages", {
    "id": "str",
    "inbox_id": "str",
    "subject": "str",
    "message_count": "int",
    "last_message_at": "str",
    "created_at": "str",
    "messages": "List[MessageSummary]",
})

UpdateDraft = TypedDict("UpdateDraft", {
    "to": "NotRequired[Union[Union[str, List[str]], None]]",
    "cc": "NotRequired[Union[Union[str, List[str]], None]]",
    "bcc": "NotRequired[Union[Union[str, List[str]], None]]",
    "reply_to": "NotRequired[Union[Union[str, List[str]], None]]",
    "subject": "NotRequired[Union[str, None]]",
    "body": "NotRequired[Union[str, None]]",
    "format": "NotRequired[Union[Literal['text', 'markdown'], None]]",
    "html": "NotRequired[Union[str, None]]",
    "attachments": "NotRequired[Union[List[NewAttachment], None]]",
    "headers": "NotRequired[Union[Dict[str, Any], None]]",
    "list_unsubscribe": "NotRequired[Union[Union[str, List[str]], None]]",
    "list_unsubscribe_one_click": "NotRequired[Union[bool, None]]",
    "send_at": "NotRequired[Union[str, None]]",
    "metadata": "NotRequired[Union[Dict[str, Any], None]]",
    "allow_automated": "NotRequired[Union[bool, None]]",
    "reply_to_message_id": "NotRequired[Union[str, None]]",
})

UpdateInbox = TypedDict("UpdateInbox", {
    "display_name": "NotRequired[str]",
    "security_level": "NotRequired[Union[int, Literal['receive_only', 'guarded_receive', 'guarded_send', 'full_lockdown']]]",
    "status": "NotRequired[Literal['active', 'paused']]",
    "webhook_url": "NotRequired[Union[str, None]]",
    "webhook_enabled": "NotRequired[Literal[True]]",
    "webhook_events": "NotRequired[List[EventName]]",
    "retention_days": "NotRequired[Union[int, None]]",
    "metadata": "NotRequired[Dict[str, Any]]",
})

UpdateMessage = TypedDict("UpdateMessage", {
    "labels": "NotRequired[Union[List[str], UpdateMessageLabels2]]",
    "metadata": "NotRequired[Dict[str, Any]]",
})

UpdateMessageLabels2 = TypedDict("UpdateMessageLabels2", {
    "add": "NotRequired[List[str]]",
    "remove": "NotRequired[List[str]]",
})

UpdateNoticeChannel = TypedDict("UpdateNoticeChannel", {
    "name": "NotRequired[str]",
    "url": "NotRequired[str]",
    "events": "NotRequired[List[Literal['approval.pending', 'message.withheld']]]",
})

UpdateOwnUser = TypedDict("UpdateOwnUser", {
    "notices": "Notices",
})

UpdatePolicy = TypedDict("UpdatePolicy", {
    "name": "NotRequired[str]",
    "action": "NotRequired[Literal['block', 'withhold', 'flag', 'redact']]",
    "inbox_id": "NotRequired[Union[str, None]]",
    "enabled": "NotRequired[bool]",
    "config": "NotRequired[Dict[str, Any]]",
})

UpdateUser = TypedDict("UpdateUser", {
    "role": "Role",
})

User = TypedDict("User", {
    "id": "str",
    "email": "str",
    "role": "Role",
    "notices": "Notices",
    "email_confirmed_at": "Union[str, None]",
    "sessions": "int",
    "api_keys": "int",
    "created_at": "str",
})

UserList = TypedDict("UserList", {
    "users": "List[User]",
})

WaitAnswer = TypedDict("WaitAnswer", {
    "message": "Union[Message, None]",
    "next_cursor": "str",
})

WebhookAttempt = TypedDict("WebhookAttempt", {
    "attempt": "int",
    "url": "str",
    "response_status": "Union[int, None]",
    "response_body": "Union[str, None]",
    "error": "Union[str, None]",
    "latency_ms": "int",
    "created_at": "str",
})

WebhookDelivery = TypedDict("WebhookDelivery", {
    "id": "str",
    "inbox_id": "str",
    "message_id": "Union[str, None]",
    "event": "str",
    "event_id": "Union[str, None]",
    "status": "Literal['pending', 'succeeded', 'failed']",
    "attempt_count": "int",
    "next_attempt_at": "Union[str, None]",
    "attempts": "List[WebhookAttempt]",
    "created_at": "str",
    "updated_at": "str",
})

WebhookDeliveryPage = TypedDict("WebhookDeliveryPage", {
    "deliveries": "List[WebhookDelivery]",
    "has_more": "bool",
    "next_cursor": "Union[str, None]",
})

WebhookReplayed = TypedDict("WebhookReplayed", {
    "replayed": "int",
    "has_more": "bool",
    "next_after": "Union[str, None]",
})

WebhookSettings = TypedDict("WebhookSettings", {
    "url": "Union[str, None]",
    "secret": "str",
    "previous_secret_expires_at": "Union[str, None]",
})

WebhookTestResult = TypedDict("WebhookTestResult", {
    "delivered": "bool",
    "response_status": "Union[int, None]",
    "response_body": "Union[str, None]",
    "error": "Union[str, None]",
    "latency_ms": "int",
})

ListApiKeysQuery = TypedDict("ListApiKeysQuery", {
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListReviewQueueQuery = TypedDict("ListReviewQueueQuery", {
    "direction": "NotRequired[Literal['inbound', 'outbound']]",
    "sort": "NotRequired[Literal['newest', 'risk']]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListApprovalsQuery = TypedDict("ListApprovalsQuery", {
    "status": "NotRequired[Literal['pending', 'approved', 'rejected', 'expired']]",
    "inbox_id": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ApproveQuery = TypedDict("ApproveQuery", {
    "content_sha256": "NotRequired[str]",
})

GetAttachmentTextQuery = TypedDict("GetAttachmentTextQuery", {
    "max_chars": "NotRequired[int]",
    "offset": "NotRequired[int]",
})

ListAuditLogQuery = TypedDict("ListAuditLogQuery", {
    "inbox_id": "NotRequired[str]",
    "event_type": "NotRequired[Literal['inject', 'exfil', 'pii', 'policy', 'msg_recv', 'msg_sent', 'key_created', 'webhook_failed', 'virus', 'msg_released', 'msg_bounced', 'approval', 'key_revoked', 'inbox_deleted', 'msg_deleted', 'settings', 'billing', 'purge', 'account_exported', 'msg_complained', 'webhook_disabled', 'feedback', 'secrets_shown', 'msg_cancelled']]",
    "severity": "NotRequired[Literal['high', 'medium', 'low']]",
    "actor": "NotRequired[str]",
    "since": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ExportAuditLogQuery = TypedDict("ExportAuditLogQuery", {
    "inbox_id": "NotRequired[str]",
    "event_type": "NotRequired[Literal['inject', 'exfil', 'pii', 'policy', 'msg_recv', 'msg_sent', 'key_created', 'webhook_failed', 'virus', 'msg_released', 'msg_bounced', 'approval', 'key_revoked', 'inbox_deleted', 'msg_deleted', 'settings', 'billing', 'purge', 'account_exported', 'msg_complained', 'webhook_disabled', 'feedback', 'secrets_shown', 'msg_cancelled']]",
    "severity": "NotRequired[Literal['high', 'medium', 'low']]",
    "actor": "NotRequired[str]",
    "since": "NotRequired[str]",
})

ListOrdersQuery = TypedDict("ListOrdersQuery", {
    "kind": "NotRequired[Literal['purchase', 'auto_topup', 'subscription']]",
    "status": "NotRequired[Literal['processing', 'requires_action', 'paid', 'failed', 'refunded']]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListPaymentMethodsQuery = TypedDict("ListPaymentMethodsQuery", {
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListCreditHistoryQuery = TypedDict("ListCreditHistoryQuery", {
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListDraftsQuery = TypedDict("ListDraftsQuery", {
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListInboxesQuery = TypedDict("ListInboxesQuery", {
    "status": "NotRequired[Literal['active', 'paused']]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListMessagesQuery = TypedDict("ListMessagesQuery", {
    "status": "NotRequired[Union[Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled', 'readable'], List[Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled', 'readable']], str]]",
    "direction": "NotRequired[Literal['inbound', 'outbound']]",
    "since": "NotRequired[str]",
    "automated_kind": "NotRequired[Literal['human', 'auto_reply', 'list', 'bounce']]",
    "thread_id": "NotRequired[str]",
    "label": "NotRequired[Union[List[str], str]]",
    "metadata": "NotRequired[Dict[str, Any]]",
    "q": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListAllMessagesQuery = TypedDict("ListAllMessagesQuery", {
    "status": "NotRequired[Union[Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled', 'readable'], List[Literal['processing', 'clean', 'flagged', 'withheld', 'delivered', 'webhook_failed', 'queued', 'sent', 'failed', 'rejected', 'expired', 'bounced', 'complained', 'scheduled', 'cancelled', 'readable']], str]]",
    "direction": "NotRequired[Literal['inbound', 'outbound']]",
    "since": "NotRequired[str]",
    "automated_kind": "NotRequired[Literal['human', 'auto_reply', 'list', 'bounce']]",
    "thread_id": "NotRequired[str]",
    "label": "NotRequired[Union[List[str], str]]",
    "metadata": "NotRequired[Dict[str, Any]]",
    "q": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
    "inbox_id": "NotRequired[str]",
})

MessageAgentViewQuery = TypedDict("MessageAgentViewQuery", {
    "max_chars": "NotRequired[int]",
    "offset": "NotRequired[int]",
    "include_quoted": "NotRequired[Literal['true', 'false']]",
})

ListAttachmentsAnswer = TypedDict("ListAttachmentsAnswer", {
    "attachments": "List[Attachment]",
    "has_more": "bool",
    "next_cursor": "None",
})

WaitForMessageQuery = TypedDict("WaitForMessageQuery", {
    "timeout": "NotRequired[int]",
    "from": "NotRequired[str]",
    "subject": "NotRequired[str]",
    "thread_id": "NotRequired[str]",
    "status": "NotRequired[Literal['clean', 'flagged', 'withheld']]",
    "since": "NotRequired[str]",
    "cursor": "NotRequired[str]",
    "waited": "NotRequired[float]",
})

ListPoliciesQuery = TypedDict("ListPoliciesQuery", {
    "inbox_id": "NotRequired[str]",
    "type": "NotRequired[Literal['domain_allowlist', 'domain_blocklist', 'keyword_filter', 'rate_limit', 'pii_redaction', 'output_scan']]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

GetStatisticsQuery = TypedDict("GetStatisticsQuery", {
    "period": "NotRequired[Literal['24h', '7d', '30d']]",
})

ListSuppressionsQuery = TypedDict("ListSuppressionsQuery", {
    "address": "NotRequired[str]",
    "reason": "NotRequired[Literal['hard_bounce', 'complaint', 'manual']]",
    "since": "NotRequired[str]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

ListThreadsQuery = TypedDict("ListThreadsQuery", {
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})

DeleteUserQuery = TypedDict("DeleteUserQuery", {
    "api_keys": "NotRequired[Literal['revoke', 'keep']]",
})

ListWebhookDeliveriesQuery = TypedDict("ListWebhookDeliveriesQuery", {
    "status": "NotRequired[Literal['pending', 'succeeded', 'failed']]",
    "limit": "NotRequired[int]",
    "cursor": "NotRequired[str]",
})
