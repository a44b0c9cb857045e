-- What was stored before bytes were counted: a long read that locks nothing, apart from the change of the tables; what came
-- within the last hour is read again, quickly, once nobody can add to it.
create temporary table stored_before on commit drop as
select tenant_id, inbox_id, sum(size_bytes) as bytes, max(id) as last_id from messages
where created_at < now() - interval '1 hour' group by tenant_id, inbox_id;

-- Whoever stores a message counts it on its inbox in the same transaction: that waits for this one from here on.
select id from inboxes order by tenant_id, id for no key update;

update inboxes i set stored_bytes = coalesce(b.bytes, 0) + coalesce((
  select sum(m.size_bytes) from messages m
  where m.tenant_id = j.tenant_id and m.inbox_id = j.id and m.id > coalesce(b.last_id, '')), 0)
from inboxes j left join stored_before b on b.tenant_id = j.tenant_id and b.inbox_id = j.id
where i.tenant_id = j.tenant_id and i.id = j.id;
