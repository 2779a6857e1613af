-- The provider's books of a period, compared with the shop's. actor_id: who asked for it; null for the daily one. findings
-- holds what differed, and what was done about it. One comparison waits or runs at a time, in whatever process.
create table reconciliations (
  id text primary key,
  actor_id text references users (id),
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  created_at timestamptz not null default now(),
  lease_ends_at timestamptz,
  finished_at timestamptz,
  payments integer not null default 0,
  orders integer not null default 0,
  refunds integer not null default 0,
  mismatches integer not null default 0,
  findings jsonb not null default '[]',
  failure text
);
create unique index reconciliations_one_open on reconciliations ((true)) where status in ('waiting', 'running');
create index reconciliations_newest on reconciliations (created_at desc, id);
create index refunds_of_period on refunds (created_at);
create index payments_of_period on payments (created_at);
