-- The mails that let somebody into an account again: a link for a new password, or a code to sign in with. Anybody may ask for
-- any address, so a row names the address as it was asked for and does not say whether it has an account.
create table recovery_mails (
  id text primary key,
  email_key text not null,
  kind text not null check (kind in ('password', 'code')),
  asked_at timestamptz not null default now(),
  mail_due_at timestamptz default now(),
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create index recovery_mails_to_mail on recovery_mails (mail_due_at) where mail_due_at is not null;
create index recovery_mails_age on recovery_mails (asked_at);

-- What such a mail contained: only its hash. The newest of a kind replaces the one before.
create table recovery_tokens (
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('password', 'code')),
  token_hash bytea not null,
  email_key text not null,
  expires_at timestamptz not null,
  failures integer not null default 0,
  primary key (user_id, kind)
);
create index recovery_tokens_hash on recovery_tokens (token_hash);
create index recovery_tokens_expiry on recovery_tokens (expires_at);
