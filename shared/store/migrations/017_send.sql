-- What sending needs beside 009: what redaction did, why a message was held or failed, and what exactly was approved.
alter table outbound_messages
  -- What policies of type pii_redaction replaced: [{entity, field, count}].
  add column redactions jsonb not null default '[]',
  add column failure_code text,
  add column failure_reason text;

alter table approvals
  -- Why it waits: `level`, `risk`, `policy`, in the order of weight.
  add column reasons text[] not null default '{}',
  -- The composed message that was approved; what is sent must have the same hash.
  add column approved_sha256 bytea;
