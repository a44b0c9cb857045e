-- concurrently
-- Indexes of lists by what few rows have: most mail is a person's, and most audit entries are of low severity.
drop index concurrently if exists messages_by_kind;
create index concurrently messages_by_kind on messages (tenant_id, inbox_id, automated_kind, id desc)
  where automated_kind in ('auto_reply', 'list', 'bounce');
drop index concurrently if exists audit_entries_by_severity;
create index concurrently audit_entries_by_severity on audit_entries (tenant_id, severity, id desc)
  where severity <> 'low';
drop index concurrently if exists suppressions_by_reason;
create index concurrently suppressions_by_reason on suppressions (tenant_id, reason, id desc);
drop index concurrently if exists suppressions_of_inbox;
create index concurrently suppressions_of_inbox on suppressions (tenant_id, inbox_id, id desc)
  where inbox_id is not null;
drop index concurrently if exists suppressions_by_inbox;
drop index concurrently if exists api_keys_of_inbox;
create index concurrently api_keys_of_inbox on api_keys (tenant_id, inbox_id, id desc) where inbox_id is not null;
