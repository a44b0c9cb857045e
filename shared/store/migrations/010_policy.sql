-- Policies, what rate limits have counted, and the originals of redacted messages.
create table policies (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  -- Null: all inboxes of the tenant.
  inbox_id text,
  name text not null,
  type text not null,
  action text not null check (action in ('block', 'withhold', 'flag', 'redact')),
  enabled boolean not null,
  config jsonb not null,
  -- Identifies the content: who has read a version needs no other one of it.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
);
create index policies_by_inbox on policies (tenant_id, inbox_id, id);

-- Messages counted in a window that begins with its first one. No reference to the policy: mail that is being accepted
-- while its policy is deleted must not fail for it. What is left over goes when its window has ended.
create table policy_counters (
  tenant_id text not null references tenants (id) on delete cascade,
  policy_id text not null,
  -- SHA-256 of direction and inbox or counterparty.
  subject_hash bytea not null,
  used integer not null,
  ends_at timestamptz not null,
  primary key (tenant_id, policy_id, subject_hash)
) with (fillfactor = 70);
create index policy_counters_by_end on policy_counters (tenant_id, ends_at);

-- What a message said before a policy redacted it; message_contents and messages hold what may be shown.
create table message_originals (
  tenant_id text not null,
  message_id text not null,
  subject text not null,
  headers jsonb not null,
  body text not null,
  -- Null where it is the same as body.
  body_sanitized text,
  extracted_text text,
  html text,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
