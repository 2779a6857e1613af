-- The code app of somebody of the staff. It counts from its first right code on. A code is never taken twice: `last_step` is the
-- half minute of the last one.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- What lets him in, each once, when the app is lost. Only hashes.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Whether this session was opened with two factors, which a setting of the owner may demand.
alter table sessions add column has_two_factors boolean not null default false;
