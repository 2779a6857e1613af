-- Who carries an order's parcel, and how it is followed: {courier, courierName?, trackingNumber?, trackingLink?}. Null until
-- somebody says so. Only an order that was shipped has one; a cancelled one keeps it, because its parcel is under way.
alter table orders add column shipment jsonb check (
  shipment is null or (
    jsonb_typeof(shipment) = 'object'
    and status <> 'order placed'
    and coalesce(shipment ->> 'trackingLink', 'https://') like 'https://%'
  )
);

-- An order is found by its tracking number, too.
drop index orders_text;
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (plain_text(
  id || ' ' || provider_order_id || ' ' || coalesce(address ->> 'fullName', '') || ' ' || coalesce(address ->> 'phone', '')
    || ' ' || coalesce(address ->> 'city', '') || ' ' || coalesce(address ->> 'state', '')
    || ' ' || coalesce(address ->> 'pincode', '') || ' ' || coalesce(shipment ->> 'trackingNumber', '')
)) stored;
create index orders_text on orders using gin (search_text gin_trgm_ops);
