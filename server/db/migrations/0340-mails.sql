-- The mails of the shop: which are due, and what became of each. One is written in the transaction of what it tells of.
create table mails (
  -- As in the list of mails.
  name text not null,
  -- The id of what it is about, or of the mail itself.
  key text not null,
  -- The account whose present address it goes to, or that it is about.
  user_id text references users (id) on delete cascade,
  -- Where it goes, or what was asked for, if that is not an account's present address.
  email text,
  payload jsonb not null default '{}',
  -- When what it tells happened.
  at timestamptz not null default now(),
  -- Null once it has ended.
  due_at timestamptz default now(),
  -- Null until it has ended.
  outcome text check (outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed')),
  primary key (name, key)
);
create index mails_due on mails (name, due_at) where due_at is not null;
create index mails_user on mails (user_id) where user_id is not null;

insert into mails (name, key, user_id, at, due_at, outcome)
select case step.status when 'order placed' then 'order-received' else 'order-' || step.status end,
  step.order_id, orders.user_id, step.at, step.mail_due_at, step.mail_outcome
from order_steps step join orders on orders.id = step.order_id
where step.mail_due_at is not null or step.mail_outcome is not null;

insert into mails (name, key, user_id, at, due_at, outcome)
select case when refund.order_id is null then 'payment-returned' else 'refund-done' end,
  refund.id, checkouts.user_id, refund.updated_at, refund.mail_due_at, refund.mail_outcome
from refunds refund
join payments on payments.id = refund.payment_id
join checkouts on checkouts.id = payments.checkout_id
where refund.mail_due_at is not null or refund.mail_outcome is not null;

insert into mails (name, key, user_id, at, due_at, outcome)
select 'confirm-address', mail_id, user_id, asked_at, mail_due_at, mail_outcome from confirmation_mails
union all
select 'account-erasure', mail_id, user_id, asked_at, mail_due_at, mail_outcome from account_erasures;

insert into mails (name, key, email, payload, at, due_at, outcome)
select case kind when 'code' then 'sign-in-code' else 'new-password' end, id, email_key,
  jsonb_build_object('asker', encode(asker_hash, 'hex'), 'isRenewal', is_renewal), asked_at, mail_due_at, mail_outcome
from recovery_mails;

insert into mails (name, key, user_id, email, payload, at, due_at, outcome)
select case kind when 'link' then 'confirm-new-address' else 'address-changed' end, id, user_id, email,
  jsonb_build_object('isConfirmed', is_confirmed), asked_at, mail_due_at, mail_outcome
from email_changes
union all
select case kind
    when 'password' then 'password-changed' when 'passkey' then 'passkey-added' when 'factor on' then 'second-factor-on'
    when 'factor off' then 'second-factor-off' when 'recovery codes' then 'recovery-codes-renewed'
    else 'recovery-code-used'
  end, id, user_id, email,
  jsonb_build_object('isConfirmed', is_confirmed), noticed_at, mail_due_at, mail_outcome
from account_notices;

insert into mails (name, key, at, due_at, outcome)
select 'staff-invitation', id, invited_at, mail_due_at, mail_outcome
from staff_invitations where mail_due_at is not null or mail_outcome is not null;

insert into mails (name, key, payload, at, due_at, outcome)
select case when text is null then 'message-received' else 'message-answered' end, id,
  jsonb_build_object('contactId', contact_id), created_at, mail_due_at, mail_outcome
from contact_mails;

insert into mails (name, key, user_id, at, due_at, outcome)
select 'back-in-stock', request.id, request.user_id, coalesce(entry.created_at, request.asked_at), request.mail_due_at,
  request.mail_outcome
from stock_requests request left join stock_ledger entry on entry.id = request.ledger_id
where request.mail_due_at is not null or request.mail_outcome is not null;

alter table order_steps drop column mail_due_at, drop column mail_outcome;
alter table refunds drop column mail_due_at, drop column mail_outcome;
drop table confirmation_mails, recovery_mails, account_notices;

-- What is left are the links to new addresses.
delete from email_changes where kind = 'told';
alter table email_changes
  drop column kind, drop column is_confirmed, drop column mail_due_at, drop column mail_outcome;
drop index email_changes_user;
create unique index email_changes_user on email_changes (user_id);

-- Whether a mail brings the link; else an owner hands it over.
alter table staff_invitations add column is_mailed boolean not null default false;
update staff_invitations set is_mailed = mail_due_at is not null or mail_outcome is not null;
alter table staff_invitations drop column mail_due_at, drop column mail_outcome;
alter table account_erasures drop column mail_id, drop column mail_due_at, drop column mail_outcome;

delete from contact_mails where text is null;
alter table contact_mails drop column mail_due_at, drop column mail_outcome, alter column text set not null;
alter table contact_mails rename to contact_answers;
alter table contact_answers rename constraint contact_mails_pkey to contact_answers_pkey;
alter table contact_answers rename constraint contact_mails_contact_id_fkey to contact_answers_contact_id_fkey;
alter table contact_answers rename constraint contact_mails_actor_id_fkey to contact_answers_actor_id_fkey;
alter index contact_mails_of_contact rename to contact_answers_of_contact;

-- A request waits while it has neither a mail nor an outcome; its mail is due once the size is back for it; it has ended with
-- the outcome of that mail.
drop index stock_requests_open, stock_requests_waiting;
alter table stock_requests rename column mail_outcome to outcome;
alter table stock_requests drop column mail_due_at;
create unique index stock_requests_open on stock_requests (user_id, product_size_id) where outcome is null;
create index stock_requests_waiting on stock_requests (product_size_id, asked_at) where outcome is null;
