-- An order for cash may be paid in advance after all, until its parcel leaves. The provider's order belongs to its checkout.
alter table checkouts
  -- What that order is over; null where it is over the total.
  add column asked_paise bigint check (asked_paise > 0),
  add column asked_at timestamptz;

-- Orders of the provider that another one stands in for, because less is to be paid by now. Money that comes for them goes back.
create table replaced_provider_orders (
  provider_order_id text primary key,
  checkout_id text not null references checkouts (id) on delete cascade
);
create index replaced_provider_orders_of on replaced_provider_orders (checkout_id);
create trigger replaced_provider_orders_not_emptied before truncate on replaced_provider_orders for each statement
  execute function refuse_truncate();

-- Pieces that were cancelled before such an order was paid: nobody paid for them, so nothing of them goes back.
alter table order_lines
  add column uncharged integer not null default 0,
  add constraint order_lines_uncharged check (uncharged between 0 and cancelled);
alter table orders
  add column uncharged_paise bigint not null default 0,
  add constraint orders_uncharged check (uncharged_paise between 0 and cancelled_paise);
