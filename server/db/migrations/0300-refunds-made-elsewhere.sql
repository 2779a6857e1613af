-- A refund that was made at the provider, not by the shop, is a row like the shop's own, so several return the money of one
-- payment. "replaced": the shop's own that was not sent and is no longer needed in its amount.
alter table refunds add column is_foreign boolean not null default false;
alter table refunds drop constraint refunds_payment;
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status
  check (status in ('pending', 'sent', 'processed', 'failed', 'replaced'));
-- What is back, under way, or owed by a person: the shop's own that failed still has to be returned, another's does not.
alter table refunds add column is_counted boolean not null
  generated always as (status <> 'replaced' and not (is_foreign and status = 'failed')) stored;
create index refunds_of_payment on refunds (payment_id);
create unique index refunds_foreign on refunds (provider_refund_id) where is_foreign;

-- Until now such a refund stood in the audit log only, unless it returned all the money.
insert into refunds (
  id, payment_id, order_id, amount_paise, reason, status, provider_refund_id, is_foreign, next_attempt_at, created_at
)
select 'foreign-' || (reported.after ->> 'id'), payments.id, payments.order_id, max((reported.after ->> 'amountPaise')::bigint),
  'refunded at the provider',
  case
    when bool_or(reported.after ->> 'status' = 'processed') then 'processed'
    when bool_or(reported.after ->> 'status' = 'failed') then 'failed'
    else 'sent'
  end,
  reported.after ->> 'id', true,
  case when bool_and(reported.after ->> 'status' = 'pending') then now() end, min(reported.at)
from audit_log reported join payments on payments.id = reported.subject_id
where reported.subject_type = 'payment' and reported.action = 'refund.reported' and payments.status = 'captured'
  and not exists (select from refunds where refunds.payment_id = payments.id)
group by payments.id, payments.order_id, reported.after ->> 'id';

alter table sandbox_refunds drop constraint sandbox_refunds_status_check;
alter table sandbox_refunds add constraint sandbox_refunds_status check (status in ('pending', 'processed', 'failed'));
