-- What waits for a person is counted for every open screen of the admin area: refunds that the provider has given up, and
-- disputes for which the bank wants evidence. Both are few among many.
create index refunds_failed on refunds (id) where status = 'failed';
create index disputes_waiting on disputes (id) where status = 'action required';
