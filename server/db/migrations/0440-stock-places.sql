-- Stock is double entry: an entry moves pieces from one place to another, so what was taken in is always the sum of all places.
alter table stock_ledger
  add column from_place text,
  add column to_place text,
  add column quantity integer;

delete from stock_ledger where change = 0;

update stock_ledger set
  quantity = abs(change),
  from_place = case
    when reason = 'hold' then 'shelf'
    when reason in ('release', 'cancellation') then 'held'
    when reason = 'return' then 'inspection'
    when change > 0 then 'supplier'
    else 'shelf'
  end,
  to_place = case
    when reason = 'hold' then 'held'
    when change > 0 then 'shelf'
    else 'written off'
  end;

-- Of an order that was cancelled after it had left, the last entry brought the pieces back out of the parcel.
update stock_ledger set from_place = 'parcel'
where id in (
  select max(entry.id)
  from orders
  join order_lines line on line.order_id = orders.id and line.cancelled < line.quantity
  join stock_ledger entry on entry.checkout_id = orders.checkout_id and entry.product_size_id = line.product_size_id
    and entry.reason = 'cancellation'
  where orders.status = 'cancelled' and exists (
    select from order_steps step where step.order_id = orders.id and step.status = 'shipped'
  )
  group by line.id
);

alter table stock_ledger
  alter column from_place set not null,
  alter column to_place set not null,
  alter column quantity set not null,
  drop constraint stock_ledger_reason_check,
  drop column change;

-- "change" is what an entry changes on the shelf.
alter table stock_ledger
  add column change integer not null generated always as (
    case when to_place = 'shelf' then quantity when from_place = 'shelf' then -quantity else 0 end
  ) stored,
  add constraint stock_ledger_quantity check (quantity > 0),
  add constraint stock_ledger_places check (
    from_place <> to_place
    and from_place in (
      'supplier', 'shelf', 'held', 'packed', 'parcel', 'customer', 'coming back', 'inspection', 'written off'
    )
    and to_place in (
      'supplier', 'shelf', 'held', 'packed', 'parcel', 'customer', 'coming back', 'inspection', 'written off'
    )
  ),
  add constraint stock_ledger_reason check (reason in (
    'opening', 'correction', 'hold', 'release', 'cancellation', 'packing', 'shipping', 'shipping taken back', 'delivery',
    'return', 'arrival', 'inspection', 'taking in', 'count'
  ));

update stock_ledger set reason = 'inspection' where reason = 'return';

-- What is in parcels, or was, left the hold when its order was shipped.
insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id, actor_id, created_at)
select line.product_size_id, move.from_place, move.to_place, line.quantity - line.cancelled, move.reason, orders.checkout_id,
  step.actor_id, step.at
from orders
join order_lines line on line.order_id = orders.id and line.cancelled < line.quantity
join order_steps step on step.order_id = orders.id
join (values
  ('shipped', 'held', 'parcel', 'shipping'),
  ('delivered', 'parcel', 'customer', 'delivery')
) move (status, from_place, to_place, reason) on move.status = step.status
where exists (select from product_sizes size where size.id = line.product_size_id)
order by step.at;

-- Pieces that came back, or are on their way.
insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id, actor_id, created_at)
select line.product_size_id, 'customer', case step.status when 'on its way' then 'coming back' else 'inspection' end, asked.quantity,
  case step.status when 'on its way' then 'return' else 'arrival' end, orders.checkout_id, step.actor_id, step.at
from returns
join return_lines asked on asked.return_id = returns.id
join order_lines line on line.id = asked.order_line_id
join orders on orders.id = line.order_id
join return_steps step on step.return_id = returns.id
  and step.status = case returns.status when 'on its way' then 'on its way' else 'received' end
where returns.status in ('on its way', 'received', 'inspected')
  and exists (select from product_sizes size where size.id = line.product_size_id);

insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id, actor_id, created_at)
select line.product_size_id, 'inspection', case piece.goes_to when 'sent back' then 'customer' else piece.goes_to end,
  piece.quantity, 'inspection', orders.checkout_id, step.actor_id, step.at
from inspected_pieces piece
join order_lines line on line.id = piece.order_line_id
join orders on orders.id = line.order_id
join return_steps step on step.return_id = piece.return_id and step.status = 'inspected'
where piece.goes_to <> 'shelf' and exists (select from product_sizes size where size.id = line.product_size_id);

-- Pieces that wait in their parcel to be shipped.
insert into stock_ledger (product_size_id, from_place, to_place, quantity, reason, checkout_id, actor_id, created_at)
select line.product_size_id, 'held', 'packed', least(packed.count, line.quantity - line.cancelled), 'packing',
  orders.checkout_id, packed.actor_id, packed.at
from orders
join order_lines line on line.order_id = orders.id and line.cancelled < line.quantity
join (
  select order_line_id, count(*)::integer as count, max(actor_id) as actor_id, max(packed_at) as at
  from packed_items group by order_line_id
) packed on packed.order_line_id = line.id
where orders.status = 'order placed'
  and exists (select from product_sizes size where size.id = line.product_size_id);
