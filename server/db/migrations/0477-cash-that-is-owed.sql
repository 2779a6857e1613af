-- What couriers owe is found without the parcels whose money has come, and couriers without reading all parcels.
create index cash_payments_owed on cash_payments (order_id) where status in ('cash due', 'collected');
create index order_steps_shipped on order_steps (at) where status = 'shipped';
create index orders_cash_courier on orders (coalesce(shipment ->> 'courierName', shipment ->> 'courier', 'none')) where is_cash;
