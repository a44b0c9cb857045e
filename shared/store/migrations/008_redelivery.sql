-- Whether the attempt that is due was asked for by hand: it is the only one.
alter table webhook_deliveries add column by_hand boolean not null default false;
