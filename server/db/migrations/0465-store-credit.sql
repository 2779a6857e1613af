-- Store credit: what the shop owes a customer in goods. Each gift is a row with what is left of it, and the ledger says what became of it.
create table store_credits (
  id text primary key,
  user_id text not null references users (id),
  given_paise bigint not null check (given_paise > 0),
  left_paise bigint not null,
  -- In the words of whoever gave it; the customer reads them.
  reason text not null,
  -- The last day in India on which it counts; null where it does not end.
  expires_on date,
  created_at timestamptz not null default now(),
  -- When the customer was told that it ends soon.
  warned_at timestamptz,
  constraint store_credits_left check (left_paise between 0 and given_paise)
);
create index store_credits_of_customer on store_credits (user_id, created_at);
create index store_credits_ending on store_credits (expires_on) where left_paise > 0 and expires_on is not null;

-- held: for a checkout; released: its hold has ended; returned: of an order that was cancelled, or of cancelled pieces.
create table store_credit_ledger (
  id bigint generated always as identity primary key,
  credit_id text not null references store_credits (id),
  change_paise bigint not null check (change_paise <> 0),
  kind text not null check (kind in ('given', 'held', 'released', 'returned', 'taken back', 'expired')),
  checkout_id text references checkouts (id),
  actor_id text,
  reason text,
  -- Later than the wait for a lock, and one moment for all rows of a movement.
  at timestamptz not null default statement_timestamp(),
  constraint store_credit_ledger_of_checkout check ((checkout_id is not null) = (kind in ('held', 'released', 'returned')))
);
create index store_credit_ledger_of_credit on store_credit_ledger (credit_id, id);
create index store_credit_ledger_of_checkout on store_credit_ledger (checkout_id) where checkout_id is not null;

create trigger store_credits_not_emptied before truncate on store_credits for each statement
  execute function refuse_truncate();
create trigger store_credit_ledger_not_emptied before truncate on store_credit_ledger for each statement
  execute function refuse_truncate();

-- The ledger is only added to. The words of an erased account go.
create function refuse_change_of_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'the ledger of store credit is never changed';
end
$$;
create trigger store_credit_ledger_is_kept before delete or update on store_credit_ledger for each row
  execute function refuse_change_of_credit();
