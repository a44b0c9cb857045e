-- Passkeys (WebAuthn): the public keys that users sign in with, and the challenges that are out to be signed.
create table passkeys (
  account_id text not null,
  user_id text not null,
  id text not null,
  -- What the authenticator knows it by.
  credential_id bytea not null,
  -- As COSE has it (RFC 9052).
  public_key bytea not null,
  -- How often it has signed, as the authenticator counts; 0: it doesn't count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (account_id, user_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index passkeys_by_credential on passkeys (credential_id);
alter table passkeys enable row level security;
create policy service on passkeys to agent_email_service using (true);
create policy tenant on passkeys to agent_email_tenant
  using (account_id = current_setting('agent_email.account', true));

create table passkey_challenges (
  -- SHA-256 of a secret of the browser that asked.
  browser_hash bytea primary key,
  challenge text not null,
  -- SHA-256 of the session that adds a passkey; null: somebody signs in with one.
  session_hash bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);
revoke all on passkey_challenges from agent_email_tenant;
