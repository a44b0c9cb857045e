-- What a tenant's guard has learned from releases, reports and rejections: how the like of a message is told, and what to
-- do with it. A lesson goes with its message, and with the word that it was learned from.
create table lessons (
  tenant_id text not null,
  message_id text not null,
  inbox_id text not null,
  feedback_id text not null,
  kind text not null check (kind in ('pass', 'hold', 'reject')),
  -- Proven; null: nobody is.
  sender text,
  salt integer not null,
  -- Hashes of words, four bytes each (little-endian), and how many there are in all.
  shingles bytea not null,
  shingle_count integer not null,
  -- Where it leads; hashes of accounts and numbers; SHA-256 of files.
  traits jsonb not null,
  message_at timestamptz not null,
  taught_at timestamptz not null default now(),
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade,
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
-- Which there are, without reading them.
create index lessons_by_kind on lessons (tenant_id, kind, feedback_id);
create index lessons_by_sender on lessons (tenant_id, sender, feedback_id) where kind = 'pass';
create index lessons_by_feedback on lessons (tenant_id, feedback_id);

alter table lessons enable row level security;
create policy service on lessons to agent_email_service using (true);
create policy tenant on lessons to agent_email_tenant using (tenant_id = current_setting('agent_email.tenant', true));
