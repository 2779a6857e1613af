-- What customers say of what was delivered to them; one review of a product each. The owner may hide one, nobody edits it.
create table reviews (
  id text primary key,
  product_id text not null references products (id),
  user_id text not null references users (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  text text not null default '',
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  unique (product_id, user_id)
);
create index reviews_newest on reviews (created_at desc, id);
create index reviews_of_user on reviews (user_id);
create trigger reviews_announce after insert or update or delete on reviews
  for each statement execute function announce_catalogue();
