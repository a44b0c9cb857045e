-- What a message has beside its row when it is ours to send. Its composed form lies in raw_messages from the moment it
-- is taken: what was judged and approved is what is sent, byte for byte.
alter table messages alter column duplicate_hash drop not null;

create table outbound_messages (
  tenant_id text not null,
  message_id text not null,
  inbox_id text not null,
  -- Who asked for it.
  key_id text,
  user_id text not null,
  content_sha256 bytea not null,
  revision integer not null default 1,
  send_at timestamptz,
  simulated boolean not null default false,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
) with (fillfactor = 70);

-- One row an envelope recipient (RFC 5321 §3.3), with what became of it.
create table outbound_recipients (
  tenant_id text not null,
  message_id text not null,
  index integer not null,
  address text not null,
  field text not null check (field in ('to', 'cc', 'bcc')),
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'bounced', 'complained')),
  -- Last reply of the peer, or what a bounce said: reply code, enhanced status code (RFC 3463), text.
  code integer,
  enhanced_code text,
  reason text,
  updated_at timestamptz not null,
  primary key (tenant_id, message_id, index),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
) with (fillfactor = 70);

create table approvals (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  message_id text not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'expired')),
  reason text,
  reviewed_by text,
  expires_at timestamptz not null,
  resolved_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index approvals_by_status on approvals (tenant_id, status, id desc);
create index approvals_by_inbox on approvals (tenant_id, inbox_id, id desc);
create unique index approvals_by_message on approvals (tenant_id, message_id);
create index approvals_pending on approvals (tenant_id, expires_at) where status = 'pending';
