-- The canary of an inbox is made of its id and this number: a higher number is another canary.
alter table inboxes
  add column canary_generation integer not null default 0,
  add column canary_rotated_at timestamptz;

-- The inbox whose path a request was made on: what is kept of the request goes with it. Null for all other requests.
alter table idempotency_keys add column inbox_id text;
alter table idempotency_keys add constraint idempotency_keys_inbox_id_fkey
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade;
create index idempotency_keys_by_inbox on idempotency_keys (tenant_id, inbox_id) where inbox_id is not null;
