-- Signing in to the dashboard: mailed links, and what is known of the sessions that they begin.
create table sign_in_links (
  id text primary key,
  -- In lower case; kept whether a user has it or not, so that asking for a link takes as long.
  email text not null,
  -- SHA-256 of a secret of the browser that asked; null: the operator's, good in any browser.
  browser_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_end on sign_in_links (expires_at);
revoke all on sign_in_links from agent_email_tenant;

-- A session is an API key whose text stands in a cookie; here is what is known of it beside that.
create table dashboard_sessions (
  tenant_id text not null,
  key_id text not null,
  -- Where it began.
  address text not null,
  user_agent text not null,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
alter table dashboard_sessions enable row level security;
create policy service on dashboard_sessions to agent_email_service using (true);
create policy tenant on dashboard_sessions to agent_email_tenant
  using (tenant_id = current_setting('agent_email.tenant', true));

create index users_by_email on users (lower(email));
