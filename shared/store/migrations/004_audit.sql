-- Security and operational events, newest first by id.
create table audit_entries (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  inbox_id text,
  event_type text not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  description text not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index audit_entries_by_inbox on audit_entries (tenant_id, inbox_id, id desc);
