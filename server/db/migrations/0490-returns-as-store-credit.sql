-- The money of a return may become store credit, as its customer or somebody of the staff says.
alter table returns add column as_credit boolean not null default false;

alter table settlements
  add column credit_id text references store_credits (id),
  drop constraint settlements_kind_check,
  add constraint settlements_kind_check check (kind in ('refund', 'by hand', 'store credit')),
  drop constraint settlements_way,
  add constraint settlements_way check (
    (kind = 'refund') = (refund_id is not null) and (kind = 'by hand') = (reference is not null)
    and (kind = 'store credit') = (credit_id is not null)
  );
create unique index settlements_of_credit on settlements (credit_id) where credit_id is not null;
