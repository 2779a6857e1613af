-- The links and codes that are sent to somebody: for a new password, to sign in, to confirm an address, for a new address, to keep an
-- account, to join the staff. Of the secret in it only the hash is stored.
create table account_links (
  purpose text not null check (
    purpose in ('new password', 'sign-in code', 'confirm address', 'new address', 'keep account', 'join staff')
  ),
  -- The id of the mail that brings it, of what it is about, or one of its own.
  key text not null,
  -- Whose it is: an account's, or an invitation's.
  user_id text references users (id) on delete cascade,
  invitation_id text references staff_invitations (id) on delete cascade,
  -- The account's address that it was sent to: it works while the account has this address. Null: it works whatever the address.
  email_key text,
  -- Null until the mail that brings it is sent.
  token_hash bytea,
  -- What its purpose has to know besides.
  payload jsonb not null default '{}',
  -- Wrong tries of a code.
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  -- Null: it works as long as what it is about.
  expires_at timestamptz,
  primary key (purpose, key),
  constraint account_links_owner check (num_nonnulls(user_id, invitation_id) = 1)
);
create index account_links_token on account_links (token_hash);
create index account_links_user on account_links (user_id) where user_id is not null;
create index account_links_invitation on account_links (invitation_id) where invitation_id is not null;
create index account_links_expiry on account_links (expires_at);
-- An account asks for one new address at a time.
create unique index account_links_new_address on account_links (user_id) where purpose = 'new address';

insert into account_links (purpose, key, user_id, email_key, token_hash, payload, failures, created_at, expires_at)
select case kind when 'code' then 'sign-in code' else 'new password' end, mail_id, user_id, email_key, token_hash,
  jsonb_build_object('asker', encode(asker_hash, 'hex')), failures, created_at, expires_at
from recovery_tokens;

insert into account_links (purpose, key, user_id, email_key, token_hash, expires_at)
select 'confirm address', gen_random_uuid(), user_id, email_key, token_hash, expires_at from email_confirmations;

insert into account_links (purpose, key, user_id, token_hash, payload, created_at, expires_at)
select 'new address', id, user_id, token_hash, jsonb_build_object('email', email, 'emailKey', email_key, 'removesPasskeys', removes_passkeys),
  asked_at, coalesce(expires_at, asked_at + interval '24 hours')
from email_changes;

insert into account_links (purpose, key, user_id, token_hash, created_at)
select 'keep account', user_id, user_id, token_hash, asked_at from account_erasures where token_hash is not null;

insert into account_links (purpose, key, invitation_id, token_hash, created_at)
select 'join staff', id, id, token_hash, invited_at from staff_invitations where token_hash is not null;

drop table recovery_tokens, email_confirmations, email_changes;
alter table account_erasures drop column token_hash;
alter table staff_invitations drop column token_hash;
