-- Threads, messages, attachments and the raw bytes of each message.
create table threads (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  subject text not null,
  message_count integer not null,
  last_message_at timestamptz not null,
  created_at timestamptz not null,
  -- The thread that this one was joined to when a late parent connected them.
  merged_into text,
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
);
create index threads_by_activity on threads (tenant_id, inbox_id, last_message_at desc, id desc) where merged_into is null;
create index threads_merged on threads (tenant_id, merged_into) where merged_into is not null;

-- Every Message-ID that a message of the inbox has or refers to (RFC 5322 section 3.6.4), hashed:
-- they can be longer than an index row may be.
create table thread_references (
  tenant_id text not null,
  inbox_id text not null,
  message_id_hash bytea not null,
  thread_id text not null,
  primary key (tenant_id, inbox_id, message_id_hash),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
);

create table messages (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  thread_id text not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  status text not null,
  verdict text check (verdict in ('clean', 'flagged', 'withheld')),
  risk_score smallint check (risk_score between 0 and 100),
  security_analysis jsonb,
  "from" text not null,
  from_name text not null,
  "to" text not null,
  cc text not null,
  reply_to text not null,
  subject text not null,
  message_id text,
  in_reply_to text,
  date timestamptz,
  authentication jsonb,
  scan jsonb,
  size_bytes integer not null,
  has_attachments boolean not null,
  duplicate_hash bytea not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index messages_by_inbox on messages (tenant_id, inbox_id, id desc);
create index messages_by_thread on messages (tenant_id, thread_id, id);
create index messages_by_verdict on messages (tenant_id, inbox_id, id desc) where verdict in ('flagged', 'withheld');
create index messages_by_duplicate on messages (tenant_id, inbox_id, duplicate_hash);

-- What a message says, apart from its row: it never changes, while the row changes with each step,
-- and Postgres writes a changed row anew.
create table message_contents (
  tenant_id text not null,
  message_id text not null,
  headers jsonb not null,
  body text not null,
  -- Null where it is the same as body.
  body_sanitized text,
  extracted_text text,
  html text,
  -- What parsing noticed for the scorers: findings, hidden text, links, mailboxes.
  parsed jsonb not null,
  envelope jsonb not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
-- The default compression, pglz, halves the rate of big mail. Not every server is built with lz4, the embedded one isn't.
do $$
declare
  setting text := 'storage external';
  large_column text;
begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    setting := 'compression lz4';
  end if;
  foreach large_column in array array['body', 'body_sanitized', 'extracted_text', 'html', 'headers'] loop
    execute format('alter table message_contents alter column %I set %s', large_column, setting);
  end loop;
end $$;

create table attachments (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  message_id text not null,
  -- Ordinal in the message: the content is read from the raw message by it.
  index integer not null,
  filename text not null,
  content_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  content_id text,
  inline boolean not null,
  scan_status text not null check (scan_status in ('pending', 'clean', 'infected', 'error')),
  scan_detail text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index attachments_by_message on attachments (tenant_id, message_id, index);

-- Uncompressed: mail is mostly base64, and compressing it halves the rate of big messages.
create table raw_messages (
  tenant_id text not null,
  message_id text not null,
  sha256 bytea not null,
  content bytea not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
alter table raw_messages alter column content set storage external;
