-- Addresses that a customer does not want to be offered any more. What is offered are those of the orders; one that is
-- used again after its removal is offered again.
create table removed_addresses (
  user_id text not null references users (id) on delete cascade,
  address_id text not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, address_id)
);
