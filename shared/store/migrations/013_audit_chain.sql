-- The audit log can only be added to, and its entries are chained per tenant: docs/AUDIT.md.

-- Set when the account is deleted: from then on its rows are being removed.
alter table accounts add column deleted_at timestamptz;
create index accounts_deleted on accounts (id) where deleted_at is not null;

-- Entries that have no place in the chain yet. Linking them in the transaction that writes them would make the writers
-- of a tenant wait for each other; so they only leave a note here, and one writer a tenant links them soon after.
-- Without foreign keys: a row of its own is all that this may cost the transactions that accept mail.
create table audit_unlinked (
  tenant_id text not null,
  entry_id text not null,
  primary key (tenant_id, entry_id)
);

-- The place of each entry in its tenant's chain: hash is SHA-256 of the hash before it and of the entry.
create table audit_chain (
  tenant_id text not null,
  sequence bigint not null check (sequence > 0),
  entry_id text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, sequence)
);

-- Where each chain ends: a tail that was cut off shows.
create table audit_heads (
  tenant_id text primary key references tenants (id) on delete cascade,
  sequence bigint not null,
  hash bytea not null,
  linked_at timestamptz not null
) with (fillfactor = 50);

create function note_unlinked_audit_entries() returns trigger language plpgsql as $$
begin
  insert into audit_unlinked (tenant_id, entry_id) select tenant_id, id from added;
  return null;
end $$;
create trigger audit_entries_are_noted after insert on audit_entries
  referencing new table as added for each statement execute function note_unlinked_audit_entries();
insert into audit_unlinked (tenant_id, entry_id) select tenant_id, id from audit_entries;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % of % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;

-- Erasing a whole account is the one way out. Whoever does that names its tenants in a setting of the transaction, and
-- the account is deleted already: neither a slip nor the setting alone removes what a living account has on record.
create function refuse_audit_removal() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct tenant_id from removed) r
    where r.tenant_id <> all (string_to_array(coalesce(current_setting('agent_email.erased_tenants', true), ''), ','))
      or exists (select from tenants t join accounts a on a.id = t.account_id
                 where t.id = r.tenant_id and a.deleted_at is null)
  ) then
    raise exception 'the audit log is append-only: DELETE of % is refused', tg_table_name using errcode = '42501';
  end if;
  return null;
end $$;

create function refuse_audit_head_reversal() returns trigger language plpgsql as $$
begin
  if new.tenant_id <> old.tenant_id or new.sequence <= old.sequence then
    raise exception 'the head of an audit chain only moves forward' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger audit_entries_never_change before update or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger audit_entries_are_kept after delete on audit_entries
  referencing old table as removed for each statement execute function refuse_audit_removal();
create trigger audit_chain_never_changes before update or truncate on audit_chain
  for each statement execute function refuse_audit_change();
create trigger audit_chain_is_kept after delete on audit_chain
  referencing old table as removed for each statement execute function refuse_audit_removal();
create trigger audit_heads_move_forward before update on audit_heads
  for each row execute function refuse_audit_head_reversal();
create trigger audit_heads_never_empty before truncate on audit_heads
  for each statement execute function refuse_audit_change();
create trigger audit_heads_are_kept after delete on audit_heads
  referencing old table as removed for each statement execute function refuse_audit_removal();
create trigger audit_unlinked_never_change before update or truncate on audit_unlinked
  for each statement execute function refuse_audit_change();

-- Scopes that came with deleting and exporting accounts: an account's first two keys have all there are.
update api_keys set scopes = scopes || array['account:read', 'account:write']
where inbox_id is null and name in ('First live key', 'First sandbox key') and not 'account:read' = any (scopes)
  and scopes @> array['inboxes:write', 'messages:write', 'policies:write', 'approvals:write', 'api_keys:write',
    'billing:write', 'webhooks:write'];
