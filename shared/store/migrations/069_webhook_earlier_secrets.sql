-- Webhook secrets from before the one before, newest first: each signs until its own time is over, however often is rotated meanwhile.
alter table inboxes add column webhook_earlier_secrets jsonb not null default '[]';
