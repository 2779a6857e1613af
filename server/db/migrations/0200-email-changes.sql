-- The mails about another e-mail address of an account. link: to the new address, which the account gets by that link; the newest
-- one replaces the one before, and of its secret only the hash is stored. told: to the address that the account had until then.
create table email_changes (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('link', 'told')),
  email text not null,
  email_key text not null,
  is_confirmed boolean not null,
  token_hash bytea,
  expires_at timestamptz,
  asked_at timestamptz not null default now(),
  mail_due_at timestamptz default now(),
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create unique index email_changes_link on email_changes (user_id) where kind = 'link';
create index email_changes_user on email_changes (user_id);
create unique index email_changes_token on email_changes (token_hash);
create index email_changes_to_mail on email_changes (mail_due_at) where mail_due_at is not null;
create index email_changes_age on email_changes (asked_at);
