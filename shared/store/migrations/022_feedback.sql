-- What people say a message is: kept for each tenant, to train with and to know whom to trust.
create table feedback (
  tenant_id text not null,
  id text not null,
  inbox_id text not null,
  message_id text not null,
  label text not null check (label in ('clean', 'injection', 'phishing', 'spam', 'malware', 'leak', 'other')),
  -- Said in so many words, or by releasing a message, or by resolving an approval.
  source text not null check (source in ('reviewer', 'release', 'approval')),
  note text,
  user_id text,
  key_id text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, inbox_id) references inboxes (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index feedback_by_message on feedback (tenant_id, message_id, id);
create index feedback_by_inbox on feedback (tenant_id, inbox_id);
