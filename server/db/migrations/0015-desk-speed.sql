-- The administrators' lists stay quick in a shop of many orders. What is searched stands ready, without case and accents,
-- so that a search compares and does not prepare every row anew; words of one or two letters, which no index leads to,
-- are found by reading.

alter table orders add column search_text text not null generated always as (plain_text(
  id || ' ' || provider_order_id || ' ' || coalesce(address ->> 'fullName', '') || ' ' || coalesce(address ->> 'phone', '')
)) stored;
drop index orders_text;
create index orders_text on orders using gin (search_text gin_trgm_ops);

alter table users add column search_text text not null generated always as
  (plain_text(firstname || ' ' || lastname || ' ' || email || ' ' || phone)) stored;
drop index users_text;
create index users_text on users using gin (search_text gin_trgm_ops);

alter table contacts add column search_text text not null generated always as (plain_text(
  first_name || ' ' || last_name || ' ' || email || ' ' || contact_number || ' ' || subject || ' ' || message
)) stored;
drop index contacts_text;
create index contacts_text on contacts using gin (search_text gin_trgm_ops);

-- Without an index: it is looked for in the newest entries only, and money is what waits for an entry to be written.
alter table audit_log add column search_text text not null generated always as (plain_text(
  replace(action, '.', ' ') || ' ' || subject_id || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')
)) stored;

-- A list by total, either way; with the status, to be narrowed to one without a look at the orders.
create index orders_by_total on orders (total_paise, id) include (status);

-- The same order either way round: what is newest, what is oldest.
drop index products_newest;
create index products_newest on products (created_at, id) where deleted_at is null;

-- Payments whose money has not come in are few, and every sum of sales leaves them out.
create index payments_uncaptured on payments (order_id) where status <> 'captured';

-- Whose doings can be asked for, among all the customers.
create index users_administrators on users (email) where role = 'admin';
