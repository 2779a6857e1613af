-- Since when the owner of the mailbox has confirmed the account's address; null: nobody has. No account from before this
-- migration counts as confirmed, because nobody was asked.
alter table users add column email_confirmed_at timestamptz;

-- The links that confirm an address. A link holds for the address that it was sent to and for no later one.
create table email_confirmations (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  email_key text not null,
  expires_at timestamptz not null
);
create index email_confirmations_user on email_confirmations (user_id);
create index email_confirmations_expiry on email_confirmations (expires_at);

-- The mails of the last day by the mailbox that they went to, of which only a hash is kept. A mail that is tried again
-- counts once.
create table recent_mails (
  mailbox_hash bytea not null,
  mail_id text not null,
  at timestamptz not null default now(),
  primary key (mailbox_hash, mail_id)
);
create index recent_mails_age on recent_mails (at);

-- The mail with the link that a customer asked for last.
create table confirmation_mails (
  user_id text primary key references users (id) on delete cascade,
  mail_id text not null,
  asked_at timestamptz not null default now(),
  mail_due_at timestamptz default now(),
  mail_outcome text
);
create index confirmation_mails_to_mail on confirmation_mails (mail_due_at) where mail_due_at is not null;

-- What became of a mail that is not due any more. unconfirmed: nobody has confirmed the address, and it had its one mail of
-- the day. limited: the address had all its mails of the day. outdated: it would have said what is no longer true. failed:
-- the mail server did not take it for a day. Null: the mail is still due, there is none, or it went out before this migration.
alter table order_steps add column mail_outcome text;
alter table refunds add column mail_outcome text;
alter table order_steps add constraint order_steps_mail_outcome
  check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed')) not valid;
alter table refunds add constraint refunds_mail_outcome
  check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed')) not valid;
alter table confirmation_mails add constraint confirmation_mails_mail_outcome
  check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'));
