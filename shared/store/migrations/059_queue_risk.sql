-- The reviewers' queue, highest risk first: the score stands where its index finds it. -1 is that of what isn't judged.
alter table rare_states add column risk_rank smallint not null default -1;

create or replace function note_message_states() returns trigger language plpgsql as $$
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
    insert into rare_states (tenant_id, inbox_id, noun, state, id, risk_rank)
    select new.tenant_id, new.inbox_id, 'message', s, new.id,
      case when s = 'withheld' then coalesce(new.risk_score, -1) else -1 end
    from unnest(now_is) s where s <> all (was)
    on conflict do nothing;
  end if;
  return null;
end $$;

create function note_queue_risk() returns trigger language plpgsql as $$
begin
  update rare_states r set risk_rank = coalesce(new.risk_score, -1)
  where r.tenant_id = new.tenant_id and r.inbox_id = new.inbox_id and r.noun = 'message' and r.state = 'withheld'
    and r.id = new.id;
  return null;
end $$;

-- What waits and is judged again, since somebody edits it.
create trigger rare_states_risk after update of risk_score on messages for each row
  when (old.status = 'withheld' and new.status = 'withheld' and old.risk_score is distinct from new.risk_score)
  execute function note_queue_risk();
