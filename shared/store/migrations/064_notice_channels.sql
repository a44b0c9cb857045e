-- Channels of Slack and Microsoft Teams that are told of what waits for a person.
create table notice_channels (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('slack', 'teams')),
  name text not null,
  -- The address of the incoming webhook: whoever has it can post, so it is kept sealed.
  sealed_url text not null,
  -- What is shown of it.
  masked_url text not null,
  events text[] not null,
  status text not null default 'active' check (status in ('active', 'failed')),
  -- Why the last notice could not be posted; null: it was.
  last_error text,
  last_posted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
alter table notice_channels enable row level security;
create policy service on notice_channels to agent_email_service using (true);
create policy tenant on notice_channels to agent_email_tenant
  using (tenant_id = current_setting('agent_email.tenant', true));

-- Of what waits, whether channels were told of it. What waited before is not told of now.
alter table rare_states add column posted boolean not null default true;
alter table rare_states alter column posted set default false;
