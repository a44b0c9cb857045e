-- Full-text search. A row a message, apart from the message's own: it is written when the message has been assessed, or
-- sent, never while mail is being accepted.

-- vector has, beside the words, one lexeme that names the inbox. So one index answers "these words in this inbox" by
-- itself, whatever other tenants hold, and it needs no extension to lead with tenant and inbox.
create table message_search (
  tenant_id text not null,
  message_id text not null,
  inbox_id text not null,
  vector tsvector not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_search_by_word on message_search using gin (vector);
