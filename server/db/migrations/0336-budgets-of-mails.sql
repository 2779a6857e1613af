-- The mails of each budget count by themselves, so that what a stranger can have sent to a mailbox never uses up what its owner needs.
alter table recent_mails rename column recovery_kind to budget;
alter table recent_mails drop constraint recent_mails_recovery_kind_check;
update recent_mails set budget = 'account' where budget is null;
alter table recent_mails alter column budget set default 'account', alter column budget set not null;
alter table recent_mails add constraint recent_mails_budget_check
  check (budget in ('account', 'password', 'code', 'message', 'new address'));

-- The account that asks for a mailbox as its new address. Each has its own mail of the day there.
alter table recent_mails add column asked_by text references users (id) on delete cascade;
create index recent_mails_asked_by on recent_mails (asked_by) where asked_by is not null;
