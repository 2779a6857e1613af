-- What a person has dealt with of what reconciliations found. It holds for a finding of the same kind, subject and amount that
-- was found until then: found again later, it is open again.
create table dealt_findings (
  kind text not null,
  subject text not null,
  amount_paise bigint,
  note text not null,
  actor_id text references users (id) on delete set null,
  at timestamptz not null default now(),
  unique nulls not distinct (kind, subject, amount_paise)
);
-- Most comparisons find nothing.
create index reconciliations_with_findings on reconciliations (finished_at) where findings <> '[]';
