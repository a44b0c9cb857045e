-- The states of what was there before the triggers: a long read, apart from the change of the tables, so that writing
-- waits for neither. What has such a state is held meanwhile, so that none is noted that has just ended.
with held as (
  select m.tenant_id, m.inbox_id, m.id, m.status, m.verdict from messages m
  where m.verdict = 'flagged' or m.status not in ('processing', 'clean', 'delivered', 'queued', 'sent') for share of m
)
insert into rare_states (tenant_id, inbox_id, noun, state, id)
select h.tenant_id, h.inbox_id, 'message', s, h.id
from held h cross join lateral unnest(message_states(h.status, h.verdict)) s
on conflict do nothing;

with held as (
  select d.tenant_id, d.inbox_id, d.id from webhook_deliveries d where d.status = 'failed' for share of d
)
insert into rare_states (tenant_id, inbox_id, noun, state, id)
select h.tenant_id, h.inbox_id, 'delivery', 'failed', h.id from held h
on conflict do nothing;
