-- concurrently
-- What waits in one inbox: few of all the approvals that it has had.
drop index concurrently if exists approvals_waiting;
create index concurrently approvals_waiting on approvals (tenant_id, inbox_id, id desc) where status = 'pending';
