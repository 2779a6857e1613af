-- Money that goes back at the provider may be for pieces of exchanges that stand in for those of the order that was paid. Each such part is a row
-- of its own, of the order whose pieces the money is for, whose store credit it takes the place of.
alter table refunds
  -- Of a part: the refund at the provider that it is of.
  add column source_id text references refunds (id),
  -- Of a refund at the provider: what of it is for pieces of exchanges.
  add column exchanges_paise bigint not null default 0,
  drop constraint refunds_of_credit,
  add constraint refunds_of_credit check (
    payment_id is not null or (order_id is not null and provider_refund_id is null and (
      source_id is null and status = 'processed' and not is_foreign or source_id is not null and is_foreign
    ))
  ),
  add constraint refunds_of_exchanges check (exchanges_paise between 0 and amount_paise and (exchanges_paise = 0 or is_foreign));
create index refunds_of_source on refunds (source_id) where source_id is not null;
create index refunds_for_exchanges on refunds (order_id) where source_id is not null;
