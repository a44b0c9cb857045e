-- What comes back of what was sent: bounces, complaints, and whom to send nothing any more.

-- Addresses that a tenant sends nothing to. `address_key` is the address in lower case: hardly any host tells letter
-- cases of a local part apart, and an address that is one mailbox must not get through in another spelling.
create table suppressions (
  tenant_id text not null references tenants (id) on delete cascade,
  address_key text not null,
  id text not null,
  address text not null,
  reason text not null check (reason in ('hard_bounce', 'complaint', 'manual')),
  detail text,
  -- Where it was noticed; null where the inbox or the message is gone, or where it was said by hand.
  inbox_id text,
  message_id text,
  created_at timestamptz not null,
  primary key (tenant_id, address_key),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete set null (inbox_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete set null (message_id)
);
create unique index suppressions_by_time on suppressions (tenant_id, id);
create index suppressions_by_inbox on suppressions (tenant_id, inbox_id) where inbox_id is not null;
create index suppressions_by_message on suppressions (tenant_id, message_id) where message_id is not null;

-- Who wrote an inbound message: a person, or what kind of program. Null until it is assessed, and of outbound mail.
alter table messages add column automated_kind text
  check (automated_kind in ('human', 'auto_reply', 'list', 'bounce'));
