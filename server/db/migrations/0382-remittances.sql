-- What a courier has paid out, by its bank reference and by the sheet that told of it: the same again is no second payment.
alter table cash_payments
  add column remittance_reference text,
  add column remittance_sheet text,
  add constraint cash_payments_remittance check (
    status = 'remitted' or remittance_reference is null and remittance_sheet is null
  );

-- Parcels are found by the number that the courier gave them, also where a spreadsheet has taken its first zeros.
create index orders_tracking_number on orders (ltrim(upper(shipment ->> 'trackingNumber'), '0'))
  where shipment ->> 'trackingNumber' is not null;

-- Lines of couriers' sheets that match no parcel to the paisa.
create table cash_findings (
  id text primary key,
  -- The same line in the same or another sheet has the same key.
  key text not null constraint cash_findings_key unique,
  kind text not null,
  line integer not null,
  -- As the sheet says it.
  tracking_number text not null,
  amount text not null,
  reference text not null,
  reason text not null,
  -- The order whose parcel it is about; null where no parcel has the number.
  order_id text references orders (id) on delete cascade,
  found_at timestamptz not null default now(),
  found_by text,
  dealt_at timestamptz,
  dealt_by text
);
create index cash_findings_newest on cash_findings (found_at desc, id desc);
create index cash_findings_open on cash_findings (id) where dealt_at is null;
create index cash_findings_of_order on cash_findings (order_id);
