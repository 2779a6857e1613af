-- The name of a business that buys, beside its GSTIN.
alter table checkouts add column buyer_firm text;
alter table orders add column buyer_firm text;
