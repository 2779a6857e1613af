-- The payment that made the order. It stands in the row that every payment of the checkout locks first, so that of two
-- payments each sees what the other one did.
alter table checkouts add column paid_by text;

-- When an event that waits is due; whoever takes it puts this off, so that two processes never work on the same one.
alter table webhook_events add column next_attempt_at timestamptz not null default now();
drop index webhook_events_waiting;
create index webhook_events_waiting on webhook_events (next_attempt_at) where processed_at is null;
