-- Pieces that were cancelled before their order left, while the rest of it stands. The frozen lines and the total stay what they were.
create function discount_of_pieces(discount_paise bigint, quantity integer, pieces integer) returns bigint
  language sql immutable parallel safe strict
  -- The first pieces bear the odd paise, so the shares of all pieces are the whole discount.
  return (discount_paise / quantity) * pieces + least(pieces, discount_paise % quantity);

alter table order_lines
  add column cancelled integer not null default 0,
  add constraint order_lines_cancelled check (cancelled between 0 and quantity);

-- What the cancelled pieces cost: not sold, and for cash not due.
alter table orders
  add column cancelled_paise bigint not null default 0,
  add constraint orders_cancelled check (cancelled_paise between 0 and total_paise);
create index orders_with_cancelled_pieces on orders (id) include (cancelled_paise) where cancelled_paise > 0;

create table cancellations (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  actor_id text,
  at timestamptz not null default clock_timestamp(),
  -- In the words of whoever did it.
  reason text,
  amount_paise bigint not null check (amount_paise >= 0)
);
create index cancellations_of_order on cancellations (order_id, at);

create table cancelled_pieces (
  cancellation_id text not null references cancellations (id) on delete cascade,
  order_line_id text not null references order_lines (id) on delete cascade,
  quantity integer not null check (quantity >= 1),
  primary key (cancellation_id, order_line_id)
);
create index cancelled_pieces_of_line on cancelled_pieces (order_line_id);

create trigger cancellations_not_emptied before truncate on cancellations for each statement
  execute function refuse_truncate();
create trigger cancelled_pieces_not_emptied before truncate on cancelled_pieces for each statement
  execute function refuse_truncate();
