-- Messages that are written bit by bit, and sent once. What was sent keeps its row, empty, for as long as its message is
-- there: who asks to send it again is answered with that message.
create table drafts (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  -- As a request to send has them; files are base64, and apart, so that lists needn't read them.
  fields jsonb not null,
  files jsonb not null,
  size_bytes integer not null,
  version integer not null default 1,
  message_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index drafts_open on drafts (tenant_id, inbox_id, id desc) include (size_bytes) where message_id is null;
create index drafts_by_inbox on drafts (tenant_id, inbox_id);
create index drafts_by_message on drafts (tenant_id, message_id) where message_id is not null;

alter table drafts enable row level security;
create policy service on drafts to agent_email_service using (true);
create policy tenant on drafts to agent_email_tenant using (tenant_id = current_setting('agent_email.tenant', true));
