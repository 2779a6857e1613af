-- The HSN code of a line is frozen with it. Lines that are on their way to a parcel get today's.
alter table checkout_lines add column hsn text;
alter table order_lines add column hsn text;
update checkout_lines line set hsn = products.hsn from products, checkouts
where products.id = line.product_id and checkouts.id = line.checkout_id and checkouts.status = 'open';
update order_lines line set hsn = products.hsn from products, orders
where products.id = line.product_id and orders.id = line.order_id and orders.status = 'order placed';
update checkout_lines line set hsn = order_lines.hsn from orders, order_lines
where orders.checkout_id = line.checkout_id and order_lines.order_id = orders.id
  and order_lines.position = line.position and order_lines.hsn is not null;

-- A business that buys says so at the checkout.
alter table checkouts add column buyer_gstin text;
alter table orders add column buyer_gstin text;

-- Receipts may have gaps in their numbers, so that buyers do not wait for each other. Invoices and credit notes may not: their
-- numbers come from a counter that is locked until the document is committed.
create sequence receipt_numbers as integer;
create table document_counters (
  series text not null,
  -- April to March in India: 2627.
  year text not null,
  last integer not null check (last > 0),
  primary key (series, year)
);

create table documents (
  id text primary key,
  kind text not null check (kind in ('receipt', 'tax invoice', 'bill of supply', 'credit note')),
  series text not null,
  year text not null,
  number integer not null check (number > 0),
  order_id text not null references orders (id),
  -- Of a credit note: the refund and the invoice or bill that it corrects.
  refund_id text references refunds (id),
  invoice_id text references documents (id),
  is_sandbox boolean not null,
  issued_at timestamptz not null,
  -- The two digits of a state; null where the document has no tax.
  place_of_supply text,
  buyer_gstin text,
  total_paise bigint not null check (total_paise >= 0),
  taxable_paise bigint not null default 0,
  central_paise bigint not null default 0,
  state_paise bigint not null default 0,
  integrated_paise bigint not null default 0,
  -- What is printed. Its field "schema" says in which shape.
  data jsonb not null,
  constraint documents_number unique (series, year, number),
  constraint documents_number_length check (length(series) + length(year) + 1 + greatest(6, length(number::text)) <= 16),
  constraint documents_of_credit check ((kind = 'credit note') = (refund_id is not null and invoice_id is not null))
);
create unique index documents_receipt on documents (order_id) where kind = 'receipt';
create unique index documents_invoice on documents (order_id) where kind in ('tax invoice', 'bill of supply');
create unique index documents_credit_note on documents (refund_id) where kind = 'credit note';
create index documents_of_order on documents (order_id);
create index documents_issued on documents (issued_at, id) where kind <> 'receipt';

-- Equal pieces of an order's line, each with its price and tax; the amounts are those of one piece.
create table document_lines (
  document_id text not null references documents (id),
  position integer not null,
  order_line_id text not null references order_lines (id),
  hsn text not null,
  quantity integer not null check (quantity > 0),
  price_paise bigint not null,
  -- Null on a bill of supply, which has no tax.
  percent integer,
  taxable_paise bigint not null,
  central_paise bigint not null,
  state_paise bigint not null,
  integrated_paise bigint not null,
  primary key (document_id, position),
  constraint document_lines_sum check (taxable_paise + central_paise + state_paise + integrated_paise = price_paise)
);

-- A document is kept as it was issued.
create function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  raise exception 'a document is never changed or deleted';
end
$$;
create trigger documents_are_kept before update or delete on documents
  for each row execute function refuse_change_of_document();
create trigger document_lines_are_kept before update or delete on document_lines
  for each row execute function refuse_change_of_document();
