-- What the staff changed of an order before it left: pieces of a line to another size, or where it goes. The address is the order's alone.
create table order_changes (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  actor_id text not null,
  at timestamptz not null default clock_timestamp(),
  -- The line that has the other size now; null for an address.
  order_line_id text references order_lines (id) on delete cascade,
  quantity integer check (quantity >= 1),
  from_size text,
  to_size text,
  constraint order_changes_kind check (num_nulls(order_line_id, quantity, from_size, to_size) in (0, 4))
);
create index order_changes_of_order on order_changes (order_id, at);
create index order_changes_of_line on order_changes (order_line_id);
create trigger order_changes_not_emptied before truncate on order_changes for each statement execute function refuse_truncate();

-- How often its pieces became another size. Other programs are told of each.
alter table orders add column size_changes integer not null default 0 check (size_changes >= 0);
drop trigger orders_tell on orders;
create trigger orders_tell after update on orders for each row
  when (
    old.status <> new.status or old.address is distinct from new.address or old.shipment is distinct from new.shipment
    or old.cancelled_paise <> new.cancelled_paise or old.returned_paise <> new.returned_paise or old.is_cash <> new.is_cash
    or old.size_changes <> new.size_changes
  )
  execute function tell_of_order();
