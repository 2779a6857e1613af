-- Customers who asked for their account to be erased. It is once the time is up, unless they log in or press the link in their
-- mail before; the row is deleted with the account.
create table account_erasures (
  user_id text primary key references users (id) on delete cascade,
  mail_id text not null,
  token_hash bytea,
  asked_at timestamptz not null default now(),
  erases_at timestamptz not null,
  mail_due_at timestamptz default now(),
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create index account_erasures_due on account_erasures (erases_at);
create index account_erasures_to_mail on account_erasures (mail_due_at) where mail_due_at is not null;
