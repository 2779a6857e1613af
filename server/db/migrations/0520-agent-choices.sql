-- What programs have put together for people, as a cart or as a checkout of the Universal Commerce Protocol. It holds no stock, and says nothing
-- about a person until one takes it into their own cart.
create table agent_choices (
  id text primary key,
  kind text not null check (kind in ('cart', 'checkout')),
  -- The secret of the page on which a person takes it over.
  token text not null unique,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  -- The cart that a checkout was made from.
  cart_id text references agent_choices (id) on delete set null,
  cancelled_at timestamptz,
  taken_by text references users (id) on delete cascade,
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint agent_choices_taken check ((taken_by is null) = (taken_at is null))
);
create index agent_choices_end on agent_choices (expires_at);
create index agent_choices_of_customer on agent_choices (taken_by) where taken_by is not null;
-- A cart has one checkout at a time.
create unique index agent_choices_of_cart on agent_choices (cart_id) where cart_id is not null and cancelled_at is null;

-- What was answered to a call with an Idempotency-Key, so that the same call gets the same answer. The answer is null while the first call runs.
create table agent_answers (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- As it was sent, to the letter.
  answer json,
  created_at timestamptz not null default now()
);
create index agent_answers_age on agent_answers (created_at);
