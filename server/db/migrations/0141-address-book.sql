-- The addresses that a customer keeps. The checkout offers them before those of the orders. The key is the one of
-- `removed_addresses`: the same address is kept once, and its orders do not offer it a second time.
create table saved_addresses (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  address jsonb not null,
  address_key text not null generated always as (md5(address::text)) stored,
  is_default boolean not null default false,
  saved_at timestamptz not null default now(),
  unique (user_id, address_key)
);
create unique index saved_addresses_default on saved_addresses (user_id) where is_default;
