-- What lists are filtered by and few rows have. An index on the status itself would cost every message, and every
-- delivery, a rewrite of all its index entries with each step it takes; here only what is rare enters, and leaves.
create table rare_states (
  tenant_id text not null,
  inbox_id text not null,
  noun text not null check (noun in ('message', 'delivery')),
  state text not null,
  -- Of the message or the delivery: ids sort by time, and lists by them.
  id text not null,
  primary key (tenant_id, inbox_id, noun, state, id)
);

create function message_states(status text, verdict text) returns text[] language sql immutable as $$
  select array_remove(array[
    case when status in ('withheld', 'webhook_failed', 'failed', 'rejected', 'expired', 'bounced', 'complained',
      'scheduled', 'cancelled') then status end,
    case when verdict = 'flagged' and status <> 'withheld' then 'flagged' end], null)
$$;

create function note_message_states() returns trigger language plpgsql as $$
declare
  was text[] := '{}';
  now_is text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    was := message_states(old.status, old.verdict);
    if tg_op = 'UPDATE' then now_is := message_states(new.status, new.verdict); end if;
    delete from rare_states r where r.tenant_id = old.tenant_id and r.inbox_id = old.inbox_id and r.noun = 'message'
      and r.state = any (was) and r.state <> all (now_is) and r.id = old.id;
  else
    now_is := message_states(new.status, new.verdict);
  end if;
  if tg_op <> 'DELETE' then
    insert into rare_states (tenant_id, inbox_id, noun, state, id)
    select new.tenant_id, new.inbox_id, 'message', s, new.id from unnest(now_is) s where s <> all (was)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- The conditions are looked at without a call: most messages never have such a state.
create trigger rare_states_begin after insert on messages for each row
  when (new.verdict = 'flagged' or new.status not in ('processing', 'clean', 'delivered', 'queued', 'sent'))
  execute function note_message_states();
create trigger rare_states_change after update of status, verdict on messages for each row
  when ((old.status is distinct from new.status or old.verdict is distinct from new.verdict)
    and (new.verdict = 'flagged' or old.status not in ('processing', 'clean', 'delivered', 'queued', 'sent')
      or new.status not in ('processing', 'clean', 'delivered', 'queued', 'sent')))
  execute function note_message_states();
create trigger rare_states_end after delete on messages for each row
  when (old.verdict = 'flagged' or old.status not in ('processing', 'clean', 'delivered', 'queued', 'sent'))
  execute function note_message_states();

create function note_delivery_states() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.status = 'failed' then
    insert into rare_states (tenant_id, inbox_id, noun, state, id)
    values (new.tenant_id, new.inbox_id, 'delivery', 'failed', new.id) on conflict do nothing;
  else
    delete from rare_states r where r.tenant_id = old.tenant_id and r.inbox_id = old.inbox_id and r.noun = 'delivery'
      and r.state = 'failed' and r.id = old.id;
  end if;
  return null;
end $$;

create trigger rare_states_begin after insert on webhook_deliveries for each row
  when (new.status = 'failed') execute function note_delivery_states();
create trigger rare_states_change after update of status on webhook_deliveries for each row
  when ((old.status = 'failed') <> (new.status = 'failed')) execute function note_delivery_states();
create trigger rare_states_end after delete on webhook_deliveries for each row
  when (old.status = 'failed') execute function note_delivery_states();
