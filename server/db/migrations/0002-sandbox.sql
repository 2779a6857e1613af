-- The books of the emulated payment provider. Nothing of the shop refers to them: it is an outside system that happens
-- to keep its books in the same database. Money is integer paise. Ids have the provider's form.

create table sandbox_orders (
  id text primary key,
  amount_paise bigint not null check (amount_paise >= 100),
  amount_paid_paise bigint not null default 0 check (amount_paid_paise >= 0),
  receipt text constraint sandbox_orders_receipt unique,
  notes jsonb not null,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts integer not null default 0,
  is_auto_captured boolean not null,
  created_at timestamptz not null
);

-- due_at: when a late payment is authorised and captured. failure: the sentence a failed one was refused with.
create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  amount_refunded_paise bigint not null default 0
    check (amount_refunded_paise >= 0 and amount_refunded_paise <= amount_paise),
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text not null,
  failure text,
  has_webhooks boolean not null,
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_payments_order on sandbox_payments (order_id, created_at);
create index sandbox_payments_newest on sandbox_payments (created_at desc, id);
create index sandbox_payments_due on sandbox_payments (due_at) where due_at is not null;

-- request: the body of the call that made it, so that its repetition can be told from another call with the same key.
create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  status text not null check (status in ('pending', 'processed')),
  notes jsonb not null,
  idempotency_key text constraint sandbox_refunds_key unique,
  request text not null,
  due_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id, created_at);
create index sandbox_refunds_due on sandbox_refunds (due_at) where due_at is not null;

-- One row for each delivery; deliveries of one event share its event_id. next_attempt_at is null once it is done or given up.
create table sandbox_events (
  id bigint generated always as identity primary key,
  event_id text not null,
  type text not null,
  subject text not null,
  body text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_events_due on sandbox_events (next_attempt_at, id) where next_attempt_at is not null;
