-- Pieces that were put into the parcel of an order. The device makes the key, so that a piece that it sends again counts once.
create table packed_items (
  key text primary key,
  order_line_id text not null references order_lines (id) on delete cascade,
  actor_id text,
  packed_at timestamptz not null default now()
);
create index packed_items_of_line on packed_items (order_line_id);

-- Orders that cannot be packed for now, with why.
create table orders_put_aside (
  order_id text primary key references orders (id) on delete cascade,
  reason text not null,
  put_aside_at timestamptz not null default now()
);
