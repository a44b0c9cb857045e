-- Who may come in, and how much of the place each tenant takes.

-- When somebody followed the link that was mailed to the address, or the operator vouched for it.
alter table users add column email_confirmed_at timestamptz;

-- Codes that an account can be made with, once each; found by their hash, before there is a tenant.
create table signup_invites (
  code_hash bytea primary key check (length(code_hash) = 32),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Counted in the statement that counts messages anyway, so that a quota costs no write of its own. Bytes as messages have
-- them in size_bytes; `day` is of UTC.
alter table inboxes
  add column stored_bytes bigint not null default 0,
  add column day date,
  add column day_messages int not null default 0,
  add column minute timestamptz,
  add column minute_messages int not null default 0;

-- What inboxes that are deleted by now had taken that day: a new one begins no new day for its tenant.
alter table tenants
  add column gone_day date,
  add column gone_messages int not null default 0;
