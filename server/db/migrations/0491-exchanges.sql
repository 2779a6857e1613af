-- Pieces that come back for another size. It is held from the asking, and goes as an order of its own that costs what was paid for them.
alter table return_lines
  -- How many pieces of the other size are held.
  add column held integer not null default 0,
  add constraint return_lines_held check (held between 0 and quantity and (held = 0 or exchange_size_id is not null));
create index return_lines_exchange_size on return_lines (exchange_size_id) where exchange_size_id is not null;

-- Until when the other size is held if nothing comes back.
alter table returns add column held_until timestamptz;
create index returns_holding on returns (held_until) where held_until is not null;

-- The return whose pieces an order stands in for. Store credit that is given and used at once carries what was paid for them.
alter table orders
  add column exchange_of text references returns (id),
  add constraint orders_exchange check (exchange_of is null or credit_paise = total_paise);
create unique index orders_exchange_of on orders (exchange_of) where exchange_of is not null;

alter table settlements
  drop constraint settlements_kind_check,
  add constraint settlements_kind_check check (kind in ('refund', 'by hand', 'store credit', 'exchange')),
  drop constraint settlements_way,
  add constraint settlements_way check (
    (kind = 'refund') = (refund_id is not null) and (kind = 'by hand') = (reference is not null)
    and (kind in ('store credit', 'exchange')) = (credit_id is not null)
  );
