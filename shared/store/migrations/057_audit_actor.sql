-- Who did what an entry puts on record: a user, or a key. Where what was done concerns a user or a key, `by_…` is who did
-- it. Who was sent a notice did nothing, nor did a key that was made. Columns, since a tenant's policy lets no index be
-- looked up by what stands in JSON. The table is written anew for them: some twenty seconds for a million entries, in
-- which whatever is put on record waits, also that of an older release.
alter table audit_entries
  add column actor_user_id text generated always as (
    case when not metadata ? 'notice_id' then coalesce(metadata ->> 'by_user_id', metadata ->> 'user_id') end) stored,
  add column actor_key_id text generated always as (
    case when event_type <> 'key_created' then coalesce(metadata ->> 'by_key_id', metadata ->> 'key_id') end) stored;
