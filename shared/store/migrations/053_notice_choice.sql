-- How each user is told by mail of what waits for a person, and when their next digest is due.
alter table users
  add column notices text not null default 'each'
    constraint users_notices_check check (notices in ('each', 'hourly', 'daily', 'none')),
  add column digest_due_at timestamptz;
create index users_by_digest on users (digest_due_at) where digest_due_at is not null;
