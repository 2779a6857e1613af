-- GSTR-1 sorts each document of a month by the states of the seller and the buyer, and reading it out of "data" is slow.
alter table documents add column seller_state text generated always as (left(data -> 'seller' ->> 'gstin', 2)) stored;
-- A month is read with its receipts too, and its register by time.
drop index documents_issued;
create index documents_of_month on documents (is_sandbox, issued_at, id);
