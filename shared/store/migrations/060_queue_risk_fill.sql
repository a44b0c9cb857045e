-- concurrently
-- The scores of what waited before the trigger noted them: held meanwhile, so that none is noted that has just changed.
with held as (
  select m.tenant_id, m.inbox_id, m.id, m.risk_score
  from rare_states w join messages m on m.tenant_id = w.tenant_id and m.id = w.id
  where w.noun = 'message' and w.state = 'withheld' and m.status = 'withheld'
  order by m.tenant_id, m.id for share of m
)
update rare_states r set risk_rank = coalesce(h.risk_score, -1) from held h
where r.tenant_id = h.tenant_id and r.inbox_id = h.inbox_id and r.noun = 'message' and r.state = 'withheld' and r.id = h.id
  and r.risk_rank <> coalesce(h.risk_score, -1);
-- The queue of all inboxes of a tenant, highest risk first, and of what has the same score, newest first.
drop index concurrently if exists rare_states_by_risk;
create index concurrently rare_states_by_risk on rare_states (tenant_id, risk_rank desc, id desc)
  where noun = 'message' and state = 'withheld';
