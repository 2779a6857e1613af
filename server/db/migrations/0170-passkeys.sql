-- What a device proves itself with instead of a password. The shop has the public half only. A passkey opens the kind of session
-- that it was made in, and no other.
create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  audience text not null check (audience in ('customer', 'admin')),
  name text not null,
  credential_id text not null constraint passkeys_credential_id unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a device is asked to sign, once, for the browser that asked. With a user it is for a new passkey of theirs, otherwise for
-- a sign-in.
create table passkey_challenges (
  challenge text primary key,
  browser_hash bytea not null,
  audience text not null check (audience in ('customer', 'admin')),
  user_id text references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
