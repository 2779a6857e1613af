-- Where a hold came from, while it is open: so many from one network at once. Null where it is not counted.
alter table checkouts add column network text;
create index checkouts_open_of_network on checkouts (network) where status = 'open' and network is not null;

-- Why a checkout was closed without a payment: its time was over, or the customer's changed cart replaced it. Null for what
-- was given back for another reason, and for what was closed before this was kept; neither counts against anybody.
alter table checkouts add column release_reason text check (release_reason in ('expired', 'replaced'));
create index checkouts_released_of on checkouts (user_id, hold_expires_at) where release_reason is not null;
