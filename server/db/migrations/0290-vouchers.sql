-- A registered seller's receipt is a voucher, and so is what they write for money that goes back before the parcel left. Both are
-- numbered without gaps. Other receipts have no series any more: their number is that of the order. Those that were issued stay.
alter table documents
  alter column series drop not null,
  alter column year drop not null,
  alter column number drop not null,
  drop constraint documents_kind_check,
  add constraint documents_kind_check check (
    kind in ('receipt', 'receipt voucher', 'refund voucher', 'tax invoice', 'bill of supply', 'credit note')
  ),
  add constraint documents_of_series check (
    num_nulls(series, year, number) = 0 or (num_nulls(series, year, number) = 3 and kind = 'receipt')
  ),
  -- A refund voucher names its refund, and in invoice_id the receipt voucher that it answers.
  drop constraint documents_of_credit,
  add constraint documents_of_credit check (
    (kind in ('refund voucher', 'credit note')) = (refund_id is not null and invoice_id is not null)
  );
drop index documents_receipt;
create unique index documents_receipt on documents (order_id) where kind in ('receipt', 'receipt voucher');
create unique index documents_refund_voucher on documents (refund_id) where kind = 'refund voucher';

-- Where receipts have used up numbers of a series, its vouchers begin behind them. A process of the older release that still runs
-- takes its numbers from far above.
alter table document_counters
  add column first integer not null default 1 check (first > 0),
  drop constraint document_counters_last_check,
  add constraint document_counters_last_check check (last >= first - 1);
select setval('receipt_numbers', nextval('receipt_numbers') + 1000000);
insert into document_counters (series, year, first, last)
select series, year, max(number) + 1, max(number) from documents where kind = 'receipt' group by series, year
on conflict (series, year) do update set last = greatest(document_counters.last, excluded.last);
