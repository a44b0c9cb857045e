-- concurrently
-- Messages of all inboxes of a tenant: what few have, and what leaves. What comes in enters none of these when it is stored.
drop index concurrently if exists rare_states_of_tenant;
create index concurrently rare_states_of_tenant on rare_states (tenant_id, noun, state, id desc);
drop index concurrently if exists message_tags_of_tenant;
create index concurrently message_tags_of_tenant on message_tags (tenant_id, name, value, message_id desc);
drop index concurrently if exists messages_kind_of_tenant;
create index concurrently messages_kind_of_tenant on messages (tenant_id, automated_kind, id desc)
  where automated_kind in ('auto_reply', 'list', 'bounce');
drop index concurrently if exists messages_outbound_of_tenant;
create index concurrently messages_outbound_of_tenant on messages (tenant_id, id desc) where direction = 'outbound';
