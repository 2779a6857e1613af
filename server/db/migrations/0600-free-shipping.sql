-- An offer may take the shipping fee away, in the place of a percentage or an amount.
alter table offers
  add column frees_shipping boolean not null default false,
  drop constraint offers_percent_or_amount,
  add constraint offers_one_benefit check (num_nonnulls(percent, amount_paise) + frees_shipping::integer = 1);

-- What of the shipping fee the offer takes away is frozen with the lines. It is in no total: a fee that is not paid is no line.
alter table checkouts add column shipping_off_paise bigint not null default 0 check (shipping_off_paise >= 0);
alter table orders add column shipping_off_paise bigint not null default 0 check (shipping_off_paise >= 0);
