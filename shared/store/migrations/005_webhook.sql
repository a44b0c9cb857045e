-- One delivery an event and message; one attempt a request that was made for it.
create table webhook_deliveries (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  message_id text,
  event text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index webhook_deliveries_by_inbox on webhook_deliveries (tenant_id, inbox_id, id desc);
create index webhook_deliveries_by_message on webhook_deliveries (tenant_id, message_id);

create table webhook_attempts (
  tenant_id text not null,
  delivery_id text not null,
  attempt integer not null,
  url text not null,
  response_status integer,
  response_body text,
  error text,
  latency_ms integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, delivery_id, attempt),
  foreign key (tenant_id, delivery_id) references webhook_deliveries (tenant_id, id) on delete cascade
);
