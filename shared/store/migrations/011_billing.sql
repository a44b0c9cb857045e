-- Billing. It is the account's: its rows belong to the account's live tenant. Those of the sandbox tenant are simulated.

-- Below this balance a top-up is begun. Null while there is none to begin: auto top-up is off, or one is under way.
alter table accounts add column topup_below bigint;
create index accounts_with_topup on accounts (id) where topup_below is not null;

-- What a gateway knows an account by.
create table billing_customers (
  tenant_id text not null references tenants (id) on delete cascade,
  gateway text not null,
  reference text not null,
  primary key (tenant_id, gateway)
);

create table payment_methods (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  gateway text not null,
  -- What the gateway knows it by; never a card's number.
  reference text not null,
  type text not null,
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  is_default boolean not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, gateway, reference)
);
create unique index payment_methods_default on payment_methods (tenant_id, gateway) where is_default;

-- One order a payment: credits that were bought, topped up or came with a plan's period.
create table orders (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  kind text not null check (kind in ('purchase', 'auto_topup', 'subscription')),
  status text not null check (status in ('processing', 'requires_action', 'paid', 'failed', 'refunded')),
  gateway text not null,
  -- Moves no money and grants no credits.
  simulated boolean not null,
  credits bigint not null check (credits > 0),
  -- In the smallest unit of the currency.
  amount bigint not null check (amount >= 0),
  currency text not null,
  payment_method_id text,
  -- What the gateway knows the payment or invoice by.
  reference text,
  -- The request with an Idempotency-Key that it was made for.
  request_id text,
  failure_code text,
  failure_message text,
  refunded_amount bigint not null default 0,
  revoked_credits bigint not null default 0,
  attempts integer not null default 0,
  -- When the outcome is to be asked for; null once it is known, or somebody else has to act.
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, request_id),
  unique (tenant_id, gateway, reference)
);
create index orders_due on orders (next_attempt_at) where next_attempt_at is not null;
-- A gateway's event names a payment, by which its tenant is found.
create index orders_by_reference on orders (reference, gateway) where reference is not null;

create table subscriptions (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  plan text not null,
  status text not null check (status in ('incomplete', 'active', 'past_due', 'ended')),
  gateway text not null,
  simulated boolean not null,
  payment_method_id text,
  reference text,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index subscriptions_current on subscriptions (tenant_id) where status <> 'ended';
create index subscriptions_by_reference on subscriptions (reference, gateway) where reference is not null;
create index subscriptions_by_period on subscriptions (gateway, current_period_end) where status = 'active';

create table auto_topups (
  tenant_id text primary key references tenants (id) on delete cascade,
  enabled boolean not null,
  threshold bigint,
  credits bigint,
  payment_method_id text,
  -- When a top-up is to be begun; null when none is due.
  due_at timestamptz,
  -- The order of the top-up that is under way.
  order_id text,
  -- In a row.
  failures integer not null default 0,
  failure_code text,
  failure_message text,
  failed_at timestamptz,
  updated_at timestamptz not null default now()
);
create index auto_topups_due on auto_topups (due_at) where due_at is not null;

-- Events of gateways that have taken effect: each one does so once. They belong to no tenant, and hold nothing of one.
create table gateway_events (
  gateway text not null,
  id text not null,
  received_at timestamptz not null default now(),
  primary key (gateway, id)
);
create index gateway_events_by_age on gateway_events (received_at);
