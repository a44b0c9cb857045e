-- concurrently
-- What waits that no channel was told of yet.
drop index concurrently if exists rare_states_unposted;
create index concurrently rare_states_unposted on rare_states (tenant_id, id desc)
  where noun = 'message' and state = 'withheld' and not posted;
