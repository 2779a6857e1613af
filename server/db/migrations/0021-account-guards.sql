-- What the audit log, stock and money are proved by cannot be emptied at one stroke either: a row trigger does not see it.
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function refuse_change();

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name;
end
$$;
create trigger stock_ledger_not_emptied before truncate on stock_ledger
  for each statement execute function refuse_truncate();
create trigger checkouts_not_emptied before truncate on checkouts
  for each statement execute function refuse_truncate();
create trigger checkout_lines_not_emptied before truncate on checkout_lines
  for each statement execute function refuse_truncate();
create trigger orders_not_emptied before truncate on orders
  for each statement execute function refuse_truncate();
create trigger order_lines_not_emptied before truncate on order_lines
  for each statement execute function refuse_truncate();
create trigger order_steps_not_emptied before truncate on order_steps
  for each statement execute function refuse_truncate();
create trigger payments_not_emptied before truncate on payments
  for each statement execute function refuse_truncate();
create trigger refunds_not_emptied before truncate on refunds
  for each statement execute function refuse_truncate();
create trigger webhook_events_not_emptied before truncate on webhook_events
  for each statement execute function refuse_truncate();
create trigger reconciliations_not_emptied before truncate on reconciliations
  for each statement execute function refuse_truncate();

-- The networks from which an account has signed in: its owner is not slowed down there while others guess elsewhere. Only
-- hashes, and only for as long as the owner comes again.
create table sign_in_networks (
  user_id text not null references users (id) on delete cascade,
  network_hash bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, network_hash)
);
create index sign_in_networks_oldest on sign_in_networks (last_at);
