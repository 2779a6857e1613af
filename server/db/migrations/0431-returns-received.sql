-- Today names the returns that have arrived and whose money is not settled.
create index returns_received on returns (received_at) where received_at is not null;
