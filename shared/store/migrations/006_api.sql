-- What the API needs beside the nouns: shared rate limits, and indexes of its lists.

-- Requests counted in a window that begins with its first one. Unlogged: a crash may forget it.
-- tenant_id is 'public' for what comes before there is a tenant.
create unlogged table rate_limits (
  tenant_id text not null,
  subject text not null,
  seconds integer not null,
  started_at timestamptz not null,
  count bigint not null,
  primary key (tenant_id, subject, seconds)
);
create index rate_limits_by_start on rate_limits (seconds, started_at);

-- Ids of entries made by several processes at once don't follow the order in which the balance changed.
alter table credit_entries add column sequence bigint generated always as identity;
create index credit_entries_by_sequence on credit_entries (account_id, sequence desc);

create index inboxes_by_status on inboxes (tenant_id, status, id desc);
create index audit_entries_by_type on audit_entries (tenant_id, event_type, id desc);
create index messages_outbound on messages (tenant_id, inbox_id, id desc) where direction = 'outbound';
