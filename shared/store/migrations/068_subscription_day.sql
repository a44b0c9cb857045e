-- The day of the month on which a subscription was begun, which its shorter months don't have; null: of its period's end.
alter table subscriptions add column anchor_day smallint;
