-- concurrently
-- What is withheld that nobody was told of yet.
drop index concurrently if exists rare_states_untold;
create index concurrently rare_states_untold on rare_states (tenant_id, id desc)
  where noun = 'message' and state = 'withheld' and not told;
