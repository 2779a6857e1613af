-- The keys by which other programs call the shop. Each acts as an account of its own, of the role 'program' and without a way to sign in,
-- so that whatever it changes names it. Only the hash of a key is stored, and none once it has ended.
create table program_keys (
  id text primary key references users (id),
  key_hash bytea unique,
  -- What it opens: names of areas, with ':read' or ':write' where it may do only that.
  areas text[] not null,
  made_by text references users (id) on delete set null,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  last_used_at timestamptz,
  -- The wide network of the caller, which alone says neither person nor house.
  last_network text,
  constraint program_keys_ended check (ended_at is null or key_hash is null)
);
