-- Envelopes stand beside the bytes of their messages, which may be kept elsewhere one day. What rate limits said of a
-- message when it was taken is a column of its own, no part of the envelope.
-- Nothing is copied: what releases before this one have written into raw_messages is read there, as long as it waits.
create table envelopes (
  tenant_id text not null,
  message_id text not null,
  envelope jsonb not null,
  -- Ids of the rate-limit policies that the message was over when it was taken.
  exceeded text[] not null default '{}',
  primary key (tenant_id, message_id)
);
alter table envelopes enable row level security;
create policy service on envelopes to agent_email_service using (true);
create policy tenant on envelopes to agent_email_tenant using (tenant_id = current_setting('agent_email.tenant', true));

create or replace function delete_content_of_message() returns trigger language plpgsql as $$
begin
  delete from message_contents where tenant_id = old.tenant_id and message_id = old.id;
  delete from envelopes where tenant_id = old.tenant_id and message_id = old.id;
  delete from raw_messages where tenant_id = old.tenant_id and message_id = old.id;
  return null;
end
$$;

-- A worker of the release before, which still runs while this one begins, looks for the envelope beside the bytes: it
-- would find none of mail that a listener of this release took, and give that mail up. The column and this trigger go
-- together, once no such worker can be left.
create function show_envelope_to_older_release() returns trigger language plpgsql as $$
begin
  select e.envelope || case when e.exceeded = '{}' then '{}' else jsonb_build_object('exceeded', e.exceeded) end
    into new.envelope
    from envelopes e where e.tenant_id = new.tenant_id and e.message_id = new.message_id;
  return new;
end
$$;
create trigger show_envelope before insert on raw_messages for each row
  when (new.envelope is null) execute function show_envelope_to_older_release();
