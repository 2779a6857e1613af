-- The secrets of the emulated payment provider: random, made when they are first needed, the same for every process.
create table sandbox_secrets (
  only_row boolean primary key default true check (only_row),
  key_secret text not null,
  webhook_secret text not null
);

-- Whether the emulated provider took the money, so that nothing is sent or counted for it once a real one does. The
-- provider's own tables tell it of what is there; synthetic orders of a seeded shop were never paid either.
alter table checkouts add column is_sandbox boolean not null default false;
alter table payments add column is_sandbox boolean not null default false;
alter table orders add column is_sandbox boolean not null default false;
update checkouts set is_sandbox = true
where fingerprint = 'seed' or provider_order_id in (select id from sandbox_orders);
update payments set is_sandbox = true where checkout_id in (select id from checkouts where is_sandbox);
update orders set is_sandbox = true where checkout_id in (select id from checkouts where is_sandbox);

-- Disputes as the provider tells of them; an event may come before that of its payment, so nothing is referred to.
-- decided_at: when the shop learned that it is won, lost or closed.
create table disputes (
  id text primary key,
  payment_id text not null,
  amount_paise bigint not null,
  reason text not null,
  status text not null check (status in ('open', 'under review', 'action required', 'closed', 'won', 'lost')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz
);
create index disputes_payment on disputes (payment_id);
