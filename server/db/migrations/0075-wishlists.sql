-- What customers saved for later, with the price that was to be paid then.
create table wishlist_entries (
  user_id text not null references users (id) on delete cascade,
  product_id text not null references products (id),
  price_paise bigint not null check (price_paise >= 0),
  saved_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

-- Who asked for a mail when a sold-out size is back. A request waits while it has neither mail_due_at nor mail_outcome; it is
-- due once the size is back for it; it has ended once it has mail_outcome.
create table stock_requests (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  product_size_id text not null references product_sizes (id) on delete cascade,
  asked_at timestamptz not null default now(),
  -- The last entry in the size's ledger when it was asked, or when the mail became due: only later entries count for it.
  ledger_id bigint not null,
  mail_due_at timestamptz,
  mail_outcome text check (mail_outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create unique index stock_requests_open on stock_requests (user_id, product_size_id) where mail_outcome is null;
create index stock_requests_waiting on stock_requests (product_size_id, asked_at) where mail_due_at is null and mail_outcome is null;
create index stock_requests_size on stock_requests (product_size_id, ledger_id);
create index stock_requests_to_mail on stock_requests (mail_due_at) where mail_due_at is not null;

-- The entries of a size since a moment are found without reading those before it.
drop index stock_ledger_size;
create index stock_ledger_size on stock_ledger (product_size_id, id);
