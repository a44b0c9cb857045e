-- What is stored before 250 is kept small: the message's row, and one with its envelope and its bytes, compressed where
-- that is worth it. What is shown of it is read and written out when it is assessed.
alter table raw_messages
  add column coding text not null default 'identity',
  add column envelope jsonb;

-- Whoever stores a message holds the lock of its inbox and writes its row first: what foreign keys would look up for
-- each row is known. On deletion, triggers do what those foreign keys did.
alter table messages drop constraint messages_tenant_id_inbox_id_fkey;
alter table threads drop constraint threads_tenant_id_inbox_id_fkey;
alter table thread_references drop constraint thread_references_tenant_id_inbox_id_fkey;
alter table message_contents drop constraint message_contents_tenant_id_message_id_fkey;
alter table raw_messages drop constraint raw_messages_tenant_id_message_id_fkey;

create function delete_mail_of_inbox() returns trigger language plpgsql as $$
begin
  delete from messages where tenant_id = old.tenant_id and inbox_id = old.id;
  delete from threads where tenant_id = old.tenant_id and inbox_id = old.id;
  delete from thread_references where tenant_id = old.tenant_id and inbox_id = old.id;
  return null;
end
$$;
create trigger delete_mail after delete on inboxes for each row execute function delete_mail_of_inbox();

create function delete_content_of_message() returns trigger language plpgsql as $$
begin
  delete from message_contents where tenant_id = old.tenant_id and message_id = old.id;
  delete from raw_messages where tenant_id = old.tenant_id and message_id = old.id;
  return null;
end
$$;
create trigger delete_content after delete on messages for each row execute function delete_content_of_message();
