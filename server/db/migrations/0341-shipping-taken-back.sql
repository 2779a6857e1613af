-- Why an order was cancelled, in the words of whoever did it.
alter table order_steps add column reason text;

-- An invoice, a bill or a credit note whose order has not left after all. Its number stays taken, and the next one has another.
alter table documents add column cancelled_at timestamptz;
alter table documents add constraint documents_cancelled
  check (cancelled_at is null or kind in ('tax invoice', 'bill of supply', 'credit note'));
drop index documents_invoice;
create unique index documents_invoice on documents (order_id)
  where kind in ('tax invoice', 'bill of supply') and cancelled_at is null;
drop index documents_credit_note;
create unique index documents_credit_note on documents (refund_id) where kind = 'credit note' and cancelled_at is null;

-- Nothing else of a document changes. Generated columns are not there yet before the update.
create function refuse_change_but_cancelling() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.cancelled_at is null and new.cancelled_at is not null
    and to_jsonb(new) - array['cancelled_at', 'seller_state', 'seller_gstin']
      = to_jsonb(old) - array['cancelled_at', 'seller_state', 'seller_gstin'] then
    return new;
  end if;
  raise exception 'a document is never changed or deleted';
end
$$;
drop trigger documents_are_kept on documents;
create trigger documents_are_kept before update or delete on documents
  for each row execute function refuse_change_but_cancelling();
