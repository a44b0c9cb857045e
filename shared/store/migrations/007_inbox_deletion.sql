-- Inboxes that were deleted and whose rows are still being removed: nothing reads them any more.
alter table inboxes add column deleted_at timestamptz;
create index inboxes_deleted on inboxes (tenant_id, id) where deleted_at is not null;
