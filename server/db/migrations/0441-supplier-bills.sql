-- What was taken in from suppliers. The lines of a bill are entries of the stock ledger.
create table supplier_bills (
  id text primary key,
  supplier text not null,
  number text not null,
  dated_on date not null,
  actor_id text,
  created_at timestamptz not null default now()
);
-- The same bill is taken in once.
create unique index supplier_bills_number on supplier_bills (lower(supplier), lower(number));
create index supplier_bills_newest on supplier_bills (created_at desc, id);

alter table stock_ledger
  add column bill_id text references supplier_bills (id),
  -- What one of these pieces cost, and what one piece of the shop's has cost on average since then.
  add column cost_paise bigint check (cost_paise >= 0),
  add column average_paise numeric(16, 4) check (average_paise >= 0),
  -- Why a count differed, in the words of whoever counted.
  add column note text,
  add constraint stock_ledger_bill check ((reason = 'taking in') = (bill_id is not null and cost_paise is not null and average_paise is not null));
create index stock_ledger_averages on stock_ledger (product_size_id, id) include (average_paise) where average_paise is not null;
create index stock_ledger_bills on stock_ledger (bill_id) where bill_id is not null;
