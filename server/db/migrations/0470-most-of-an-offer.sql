-- A percentage may take off a given amount at the most.
alter table offers add column max_discount_paise bigint check (max_discount_paise > 0);
alter table offers add constraint offers_most_of_percent check (max_discount_paise is null or percent is not null);
