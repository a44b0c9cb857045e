-- What untrusted mail has named: where money, calls and mail would go. Hashes, so that nothing is kept twice; they go with
-- their message.
create table taints (
  tenant_id text not null,
  mark bytea not null,
  message_id text not null,
  -- When its mail was judged; a person may have released it since.
  withheld boolean not null default false,
  named_at timestamptz not null default now(),
  primary key (tenant_id, mark, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index taints_by_message on taints (tenant_id, message_id);
-- However much polite mail names the same.
create index taints_withheld on taints (tenant_id, mark, message_id) where withheld;
create index taints_by_time on taints (named_at);

alter table taints enable row level security;
create policy service on taints to agent_email_service using (true);
create policy tenant on taints to agent_email_tenant using (tenant_id = current_setting('agent_email.tenant', true));
