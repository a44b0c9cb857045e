-- What was decided in the dashboard, and may be undone for a few seconds before it is carried out.
create table pending_decisions (
  tenant_id text not null,
  message_id text not null,
  -- The session that decided: with its end, what it has not carried out is undone.
  key_id text not null,
  decision text not null check (decision in ('approve', 'reject', 'release', 'delete')),
  -- Of the version that was looked at; empty where it has none.
  content_sha256 text not null,
  reason text not null,
  due_at timestamptz not null,
  -- Why it could not be carried out: then it is none any more, and the message waits as before.
  failure text,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
create index pending_decisions_by_key on pending_decisions (tenant_id, key_id);
alter table pending_decisions enable row level security;
create policy service on pending_decisions to agent_email_service using (true);
create policy tenant on pending_decisions to agent_email_tenant
  using (tenant_id = current_setting('agent_email.tenant', true));
