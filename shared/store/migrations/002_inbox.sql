-- Inboxes. The slug is unique over all tenants: it is what mail is addressed by.
create table inboxes (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  slug text not null unique,
  display_name text not null default '',
  security_level smallint not null default 3 check (security_level between 1 and 4),
  status text not null default 'active' check (status in ('active', 'paused')),
  metadata jsonb not null default '{}',
  message_count bigint not null default 0,
  webhook_url text,
  -- Sealed with SECRET_KEY; the previous secret also signs until it expires.
  webhook_secret text not null,
  webhook_previous_secret text,
  webhook_previous_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

alter table api_keys add foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade;
