-- An order is found by where it goes and by what was bought, not by its number and its buyer alone.

-- The column is computed by the database, so an address that is given later is found as well.
drop index orders_text;
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (plain_text(
  id || ' ' || provider_order_id || ' ' || coalesce(address ->> 'fullName', '') || ' ' || coalesce(address ->> 'phone', '')
    || ' ' || coalesce(address ->> 'city', '') || ' ' || coalesce(address ->> 'state', '')
    || ' ' || coalesce(address ->> 'pincode', '')
)) stored;
create index orders_text on orders using gin (search_text gin_trgm_ops);

alter table order_lines add column search_text text not null generated always as (plain_text(name)) stored;
create index order_lines_text on order_lines using gin (search_text gin_trgm_ops);
