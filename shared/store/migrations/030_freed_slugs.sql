-- Slugs of deleted inboxes, which nobody but their former account may take for a while: mail for whoever had one goes on
-- coming. Looked up by slug, as inboxes are: it is how a tenant is found, so no tenant leads the key.
create table freed_slugs (
  slug text primary key,
  -- Whose it was; null once that account is deleted, too.
  account_id text,
  freed_at timestamptz not null
);
create index freed_slugs_by_account on freed_slugs (account_id) where account_id is not null;
create index freed_slugs_by_age on freed_slugs (freed_at);
