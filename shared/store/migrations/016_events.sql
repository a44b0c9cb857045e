-- Events: one outbox that webhooks and streams read, in an order without gaps.

-- Where each tenant's events have got to. Whoever writes events holds the row until it commits, so events become visible
-- in the order of their positions: a reader that asks for what is behind a position misses none that commits late.
create table event_positions (
  tenant_id text primary key references tenants (id) on delete cascade,
  last bigint not null,
  -- Up to here events may have been removed for their age.
  purged bigint not null default 0
) with (fillfactor = 50);

-- An event's identifier is made of its time and position.
create table events (
  tenant_id text not null,
  position bigint not null,
  inbox_id text not null,
  message_id text not null,
  type text not null,
  -- What the payload says beside the message.
  facts jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, position),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index events_by_message on events (tenant_id, message_id);

-- Which events are pushed to the webhook.
alter table inboxes add column webhook_events text[] not null default '{message.received}';

-- A delivery outlives its event, which is removed after some days: it has what its request is made of.
alter table webhook_deliveries
  add column event_position bigint,
  add column facts jsonb not null default '{}';

-- The caller's own words on a message.
alter table messages add column labels text[] not null default '{}';

-- Labels, and values of metadata, by which messages are listed: a row each, under '' and the name of the metadata.
create table message_tags (
  tenant_id text not null,
  message_id text not null,
  inbox_id text not null,
  name text not null,
  value text not null,
  primary key (tenant_id, message_id, name, value),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_tags_by_value on message_tags (tenant_id, inbox_id, name, value, message_id desc);
