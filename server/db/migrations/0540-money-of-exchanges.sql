-- What comes back of an exchange is paid back where the order was paid that its chain of exchanges began with.
alter table orders
  -- What of its payment and of its store credit went back for exchanges that stand in for its pieces.
  add column exchanges_returned_paise bigint not null default 0,
  add constraint orders_exchanges_returned
    check (exchanges_returned_paise between 0 and total_paise - cancelled_paise - returned_paise);
create index orders_with_returned_exchanges on orders (id) where exchanges_returned_paise > 0;

alter table settlements
  -- The first order of the chain, where that order gave it back.
  add column first_order_id text references orders (id),
  add constraint settlements_first_order check (first_order_id is null or kind in ('refund', 'by hand'));
create index settlements_of_first_order on settlements (first_order_id) where first_order_id is not null;

-- The order that was paid, of which an order stands in for pieces, however often these were exchanged; an order that stands in for none is its own.
create function first_order_of(order_id text) returns text
  language sql stable parallel safe strict
  as $$
    with recursive chain as (
      select orders.id, orders.exchange_of from orders where orders.id = $1
      union all
      select before.id, before.exchange_of
      from chain join returns on returns.id = chain.exchange_of join orders before on before.id = returns.order_id
    )
    select id from chain where exchange_of is null
  $$;

drop trigger orders_tell on orders;
create trigger orders_tell after update on orders for each row
  when (
    old.status <> new.status or old.address is distinct from new.address or old.shipment is distinct from new.shipment
    or old.cancelled_paise <> new.cancelled_paise or old.returned_paise <> new.returned_paise or old.is_cash <> new.is_cash
    or old.size_changes <> new.size_changes or old.exchanges_returned_paise <> new.exchanges_returned_paise
  )
  execute function tell_of_order();
