-- How many days an inbox keeps its mail; null: for ever.
alter table inboxes
  add column retention_days integer check (retention_days between 1 and 3650),
  -- When mail that is too old was last removed, and how much was that is not on record yet.
  add column purged_at timestamptz,
  add column purged_count bigint not null default 0;
create index inboxes_with_retention on inboxes (tenant_id, id) where retention_days is not null;
