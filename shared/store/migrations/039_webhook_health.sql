-- Webhooks that answer nothing but failures: a row from the first of them to the next success, apart from the inbox,
-- whose row accepting mail holds.
create table webhook_health (
  tenant_id text not null,
  inbox_id text not null,
  failing_since timestamptz not null,
  -- Switched off: nothing is asked of it until somebody switches it on.
  disabled_at timestamptz,
  primary key (tenant_id, inbox_id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade
);

-- How far making searchable what was stored before search existed has got: one row, for all of the database. It goes
-- down from the greatest key; null: it has not begun.
create table search_fill (
  only_row boolean primary key default true check (only_row),
  last_tenant_id text,
  last_message_id text,
  done_at timestamptz
);
insert into search_fill default values;
