-- Each GSTIN of the seller files a return of its own, and the documents say which one they carry.
alter table documents add column seller_gstin text generated always as (data -> 'seller' ->> 'gstin') stored;
