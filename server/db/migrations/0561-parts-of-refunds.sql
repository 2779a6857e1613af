-- A part of a refund at the provider is told of with the order of the exchange that it is for, not as a second refund: whoever adds refunds up
-- would count its money twice.
drop trigger refunds_tell_new on refunds;
create trigger refunds_tell_new after insert on refunds for each row
  when (new.source_id is null) execute function tell_of_refund();
drop trigger refunds_tell on refunds;
create trigger refunds_tell after update on refunds for each row
  when (new.source_id is null and (old.status, old.amount_paise) is distinct from (new.status, new.amount_paise)) execute function tell_of_refund();

create or replace function queue_changes_of_refund() returns trigger language plpgsql as $$
begin
  insert into change_queue (kind, subject_id)
  select 'order', payments.order_id from touched join payments on payments.id = touched.payment_id
  where payments.order_id is not null
  union
  select 'order', order_id from touched where order_id is not null;
  return null;
end;
$$;
