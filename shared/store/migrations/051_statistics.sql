-- What the overview shows, counted as it happens: as many rows for a million messages as for a thousand.
-- Of each period (the last 24 hours, 7 days, 30 days) a row for each of its steps; older ones are removed.
create table statistics (
  tenant_id text not null,
  period text not null check (period in ('24h', '7d', '30d')),
  starts_at timestamptz not null,
  -- Whole numbers by name: shared/domain/statistics.ts has them all.
  counts jsonb not null,
  primary key (tenant_id, period, starts_at),
  foreign key (tenant_id) references tenants (id) on delete cascade
);
-- The same of each inbox.
create table inbox_statistics (
  tenant_id text not null,
  inbox_id text not null,
  period text not null check (period in ('24h', '7d', '30d')),
  starts_at timestamptz not null,
  counts jsonb not null,
  primary key (tenant_id, inbox_id, period, starts_at),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
);
create index inbox_statistics_of_tenant on inbox_statistics (tenant_id, period, starts_at);

-- How far a tenant's events and its account's credits are counted: moved on in the transaction that counts them.
create table statistics_positions (
  tenant_id text not null primary key,
  event_position bigint not null default 0,
  credit_sequence bigint not null default 0,
  -- When rows that are too old were removed last.
  cleared_at timestamptz not null default now(),
  foreign key (tenant_id) references tenants (id) on delete cascade
) with (fillfactor = 50);

-- What has happened and is no event, until it is counted: written in the transaction that makes it true.
create table statistics_waiting (
  tenant_id text not null,
  id bigint not null generated always as identity,
  inbox_id text not null,
  counts jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants (id) on delete cascade
);

-- Whom an inbox has written to in the last 30 days: who is not here is new.
create table written_to (
  tenant_id text not null,
  inbox_id text not null,
  address text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, inbox_id, address),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
);
create index written_to_by_first on written_to (tenant_id, first_at desc);

do $$
declare name text;
begin
  foreach name in array array['statistics', 'inbox_statistics', 'statistics_positions', 'statistics_waiting', 'written_to'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy service on %I to agent_email_service using (true)', name);
    execute format('create policy tenant on %I to agent_email_tenant using (tenant_id = current_setting(''agent_email.tenant'', true))', name);
  end loop;
end $$;
