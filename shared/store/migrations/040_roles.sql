-- Who connects, and what each may see: docs/decisions/0008-two-roles-and-a-wall-between-tenants.md.
-- The service owns nothing that it works on, so that no statement of its can switch off a trigger or a policy; what it
-- does for one tenant it does as a role that sees that tenant alone.

-- Roles belong to the whole server: other databases on it may have made them.
do $$
declare name text;
begin
  foreach name in array array['agent_email_service', 'agent_email_tenant'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', name);
  end loop;
end $$;

grant usage on schema public to agent_email_service, agent_email_tenant;
grant select, insert, update, delete on all tables in schema public to agent_email_service, agent_email_tenant;
grant usage, select on all sequences in schema public to agent_email_service, agent_email_tenant;
alter default privileges in schema public
  grant select, insert, update, delete on tables to agent_email_service, agent_email_tenant;
alter default privileges in schema public
  grant usage, select on sequences to agent_email_service, agent_email_tenant;

-- The audit log is only added to. Its triggers refuse all else; what they allow, the removal of a deleted account, is
-- the service's alone, which has to lock the rows for that, and so needs the right to update them.
revoke update on audit_entries, audit_chain, audit_unlinked from agent_email_tenant;
revoke delete on audit_entries, audit_chain, audit_heads from agent_email_tenant;
revoke insert, update, delete on schema_migrations from agent_email_service;
revoke all on schema_migrations, gateway_events from agent_email_tenant;

-- What is a tenant's is seen by those who work for it, and by the service, which works for all.
do $$
declare
  name text;
  -- Searched by words: an index of those is no use behind a policy, and nothing is shown of it but through messages.
  open text[] := array['message_search'];
begin
  for name in
    select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'tenant_id'
    order by c.table_name
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy service on %I to agent_email_service using (true)', name);
    execute format('create policy tenant on %I to agent_email_tenant using (%s)', name,
      case when name = any (open) then 'true'
        else 'tenant_id = current_setting(''agent_email.tenant'', true)' end);
  end loop;
end $$;

alter table tenants enable row level security;
create policy service on tenants to agent_email_service using (true);
create policy tenant on tenants to agent_email_tenant using (account_id = current_setting('agent_email.account', true));
alter table accounts enable row level security;
create policy service on accounts to agent_email_service using (true);
create policy tenant on accounts to agent_email_tenant using (id = current_setting('agent_email.account', true));
alter table users enable row level security;
create policy service on users to agent_email_service using (true);
create policy tenant on users to agent_email_tenant using (account_id = current_setting('agent_email.account', true));
alter table credit_entries enable row level security;
create policy service on credit_entries to agent_email_service using (true);
create policy tenant on credit_entries to agent_email_tenant
  using (account_id = current_setting('agent_email.account', true));

-- Statistics of new tables are gathered by the service itself, soon after their first rows.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on all tables in schema public to agent_email_service';
    execute 'alter default privileges in schema public grant maintain on tables to agent_email_service';
  end if;
end $$;
