-- Requests that came with an Idempotency-Key, and their responses, for 24 hours.
-- tenant_id is 'public' for signup, which comes before there is a tenant.
create table idempotency_keys (
  tenant_id text not null,
  -- HMAC of the endpoint, its path parameters, the caller's reach and the key.
  request_hash text not null,
  -- What the effects of the request refer to: it stays the same when a request is taken over from a process that died.
  id text not null,
  account_id text references accounts (id) on delete cascade,
  -- Scopes of the API key: one that may do less isn't shown the response.
  scopes text[] not null,
  -- HMAC of the body.
  fingerprint text not null,
  -- Who works on it: only the holder of the newest token completes it, and only until somebody else took it over.
  token text not null,
  lease_until timestamptz not null,
  -- Null while the request is running.
  status smallint,
  -- Sealed with SECRET_KEY: responses may hold secrets.
  response text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, request_hash)
);
alter table idempotency_keys alter column response set storage external;
create index idempotency_keys_by_account on idempotency_keys (account_id);
create index idempotency_keys_by_age on idempotency_keys (created_at);
