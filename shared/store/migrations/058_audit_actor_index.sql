-- concurrently
-- Entries by whoever did it, newest first; those of nobody are in neither.
drop index concurrently if exists audit_entries_by_user;
create index concurrently audit_entries_by_user on audit_entries (tenant_id, actor_user_id, id desc)
  where actor_user_id is not null;
drop index concurrently if exists audit_entries_by_key;
create index concurrently audit_entries_by_key on audit_entries (tenant_id, actor_key_id, id desc)
  where actor_key_id is not null;
