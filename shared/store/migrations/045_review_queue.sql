-- concurrently
-- What is withheld, of all inboxes of a tenant: the reviewers' queue, newest first.
drop index concurrently if exists rare_states_withheld;
create index concurrently rare_states_withheld on rare_states (tenant_id, id desc)
  where noun = 'message' and state = 'withheld';
