-- Pieces that come back after they have left. Where a piece is, and what becomes of its money, are two things: neither decides the other.
create table returns (
  id text primary key,
  order_id text not null references orders (id),
  status text not null
    check (status in ('asked', 'approved', 'refused', 'withdrawn', 'on its way', 'received', 'inspected')),
  -- Who began it. A parcel that was called back, or refused at the door, comes back without anybody's asking.
  origin text not null check (origin in ('customer', 'staff', 'called back', 'parcel refused')),
  -- How the pieces come back; null for a parcel that never arrived.
  way_back text check (way_back in ('pick-up', 'own parcel')),
  asked_at timestamptz not null default clock_timestamp(),
  received_at timestamptz,
  -- Where the money of an order for cash goes, sealed with the shop's secret. It is deleted once it has gone there.
  refund_to bytea
);
create index returns_of_order on returns (order_id, asked_at);
create index returns_newest on returns (asked_at desc, id desc);
create index returns_by_status on returns (status, asked_at desc, id desc);

-- The pieces of a return, by the line of their order.
create table return_lines (
  return_id text not null references returns (id) on delete cascade,
  order_line_id text not null references order_lines (id),
  quantity integer not null check (quantity >= 1),
  reason text not null check (
    reason in ('too small', 'too large', 'not as shown', 'quality', 'damaged', 'wrong piece', 'changed mind', 'not delivered')
  ),
  -- In the customer's words.
  note text,
  -- The size that is wanted instead of money.
  exchange_size_id text,
  primary key (return_id, order_line_id)
);
create index return_lines_of_line on return_lines (order_line_id);

-- When a return reached each of its statuses.
create table return_steps (
  return_id text not null references returns (id) on delete cascade,
  status text not null,
  actor_id text,
  at timestamptz not null default clock_timestamp(),
  -- Why it was refused.
  reason text,
  primary key (return_id, status)
);

-- How each piece of a return was found, and where it went then.
create table inspected_pieces (
  return_id text not null,
  order_line_id text not null,
  condition text not null check (condition in ('as new', 'worn', 'damaged', 'wrong piece')),
  goes_to text not null check (goes_to in ('shelf', 'written off', 'sent back')),
  quantity integer not null check (quantity >= 1),
  primary key (return_id, order_line_id, condition, goes_to),
  foreign key (return_id, order_line_id) references return_lines (return_id, order_line_id) on delete cascade,
  -- Only what is as new is sold again.
  constraint inspected_pieces_sold_again check (goes_to <> 'shelf' or condition = 'as new')
);

-- Pictures that a customer added to a return. They are the customer's and the staff's alone.
create table return_pictures (
  return_id text not null references returns (id) on delete cascade,
  position integer not null,
  picture_hash text not null,
  primary key (return_id, position)
);
create index return_pictures_hash on return_pictures (picture_hash);

-- What settles pieces that come back: their money returned to its source, or paid by hand for an order that was paid at the door.
create table settlements (
  id text primary key,
  return_id text not null references returns (id),
  order_id text not null references orders (id),
  kind text not null check (kind in ('refund', 'by hand')),
  amount_paise bigint not null check (amount_paise > 0),
  -- What of the amount is fees of the order.
  fees_paise bigint not null default 0 check (fees_paise >= 0),
  actor_id text,
  at timestamptz not null default clock_timestamp(),
  refund_id text references refunds (id),
  -- What the bank or the app called the payment that was made by hand.
  reference text,
  constraint settlements_way check ((kind = 'refund') = (refund_id is not null) and (kind = 'by hand') = (reference is not null))
);
create index settlements_of_return on settlements (return_id);
create index settlements_of_order on settlements (order_id, at);
create unique index settlements_of_refund on settlements (refund_id) where refund_id is not null;

create table settled_pieces (
  settlement_id text not null references settlements (id) on delete cascade,
  order_line_id text not null references order_lines (id),
  quantity integer not null check (quantity >= 1),
  amount_paise bigint not null check (amount_paise >= 0),
  primary key (settlement_id, order_line_id)
);
create index settled_pieces_of_line on settled_pieces (order_line_id);

-- What pieces of a line cost, after those that were cancelled or settled before them: their share of the discount is taken off.
create function paise_of_pieces(paid_price_paise bigint, discount_paise bigint, quantity integer, before integer, pieces integer)
  returns bigint
  language sql immutable parallel safe strict
  return paid_price_paise * pieces
    - (discount_of_pieces(discount_paise, quantity, before + pieces) - discount_of_pieces(discount_paise, quantity, before));

-- Pieces whose money is settled, beside those that were cancelled before the order left.
alter table order_lines
  add column settled integer not null default 0,
  add constraint order_lines_settled check (settled between 0 and quantity - cancelled);

-- What of an order's payment goes back for pieces that come back.
alter table orders
  add column returned_paise bigint not null default 0,
  -- It was cancelled after it had left: its pieces and its money come back by its return.
  add column is_called_back boolean not null default false,
  add constraint orders_returned check (returned_paise between 0 and total_paise - cancelled_paise),
  add constraint orders_called_back check (not is_called_back or status = 'cancelled');
create index orders_with_returned_pieces on orders (id) include (returned_paise) where returned_paise > 0;

-- A credit note answers a refund, a settlement, or the cash of an order that nobody paid.
alter table documents add column settlement_id text references settlements (id);
drop index documents_cash_note;
create unique index documents_cash_note on documents (invoice_id)
  where kind = 'credit note' and refund_id is null and settlement_id is null and cancelled_at is null;
create unique index documents_settlement_note on documents (settlement_id)
  where kind = 'credit note' and settlement_id is not null and cancelled_at is null;

-- Days until which products of a category may come back, where they differ from the shop's; 0: only for a fault.
alter table categories add column return_days integer check (return_days between 0 and 90);

alter table stock_ledger
  drop constraint stock_ledger_reason_check,
  add constraint stock_ledger_reason_check
    check (reason in ('opening', 'correction', 'hold', 'release', 'cancellation', 'return'));

insert into secrets (name, value)
values ('refund to', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create trigger returns_not_emptied before truncate on returns for each statement execute function refuse_truncate();
create trigger return_lines_not_emptied before truncate on return_lines for each statement execute function refuse_truncate();
create trigger settlements_not_emptied before truncate on settlements for each statement execute function refuse_truncate();
create trigger settled_pieces_not_emptied before truncate on settled_pieces for each statement execute function refuse_truncate();
