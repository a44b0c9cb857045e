-- Which inbound messages a key has read: what an agent knew when it wrote. Bounded in rows a key and in days.
create table message_reads (
  tenant_id text not null,
  -- A key that is revoked stays named: what it wrote may still wait.
  key_id text not null,
  message_id text not null,
  first_read_at timestamptz not null,
  last_read_at timestamptz not null,
  primary key (tenant_id, key_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_reads_by_message on message_reads (tenant_id, message_id);
create index message_reads_of_key on message_reads (tenant_id, key_id, last_read_at desc);
create index message_reads_by_time on message_reads (last_read_at);

alter table message_reads enable row level security;
create policy service on message_reads to agent_email_service using (true);
create policy tenant on message_reads to agent_email_tenant using (tenant_id = current_setting('agent_email.tenant', true));
