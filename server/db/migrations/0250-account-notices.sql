-- Whether the passkeys of the account end when it gets this address.
alter table email_changes add column removes_passkeys boolean not null default false;

-- The mails that tell the address of an account that something new lets into it. What an address had until then is kept, because
-- the account may have another one when the mail goes out.
create table account_notices (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('password', 'passkey')),
  email text not null,
  is_confirmed boolean not null,
  noticed_at timestamptz not null default now(),
  mail_due_at timestamptz default now(),
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create index account_notices_user on account_notices (user_id);
create index account_notices_to_mail on account_notices (mail_due_at) where mail_due_at is not null;
create index account_notices_age on account_notices (noticed_at);
