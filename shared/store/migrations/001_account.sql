-- Accounts, their two tenants, users and API keys.
create table accounts (
  id text primary key,
  organization_name text not null,
  contact_email text not null,
  credits bigint not null check (credits >= 0),
  plan text not null default 'free',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table tenants (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  mode text not null check (mode in ('live', 'sandbox')),
  unique (account_id, mode)
);

create table users (
  account_id text not null references accounts (id) on delete cascade,
  id text not null,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- key_hash is unique over all tenants: it is what a key is found by, before its tenant is known.
create table api_keys (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  user_id text not null,
  name text not null,
  key_hash bytea not null unique,
  key_prefix text not null,
  scopes text[] not null,
  inbox_id text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table credit_entries (
  account_id text not null references accounts (id) on delete cascade,
  id text not null,
  amount bigint not null,
  reason text not null,
  balance_after bigint not null,
  reference text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
