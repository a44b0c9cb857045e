-- What reviewers do with a message that waits: what it said before they edited it, and the notices that tell them of it.
create table approval_revisions (
  tenant_id text not null,
  approval_id text not null,
  -- 1 is what the agent asked for.
  revision integer not null,
  subject text not null,
  body text not null,
  html text,
  -- [{address, field}], Bcc included.
  recipients jsonb not null,
  content_sha256 bytea not null,
  verdict text not null,
  security_analysis jsonb not null,
  -- Against the revision before.
  diff text,
  edited_by text,
  created_at timestamptz not null,
  primary key (tenant_id, approval_id, revision),
  foreign key (tenant_id, approval_id) references approvals (tenant_id, id) on delete cascade
);

-- One row a reviewer who is told of an approval. Its link is signed, not stored.
create table approval_notices (
  tenant_id text not null,
  id text not null,
  approval_id text not null,
  user_id text not null,
  email text not null,
  sent_at timestamptz,
  -- Why it can't be sent: then it is not tried again.
  failure text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, approval_id) references approvals (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create unique index approval_notices_by_user on approval_notices (tenant_id, approval_id, user_id);
