-- Where an order for cash was placed from, as long as that is counted: one network must not hold a whole shop.
alter table cash_payments add column network text;
create index cash_payments_network on cash_payments (network) where network is not null;
