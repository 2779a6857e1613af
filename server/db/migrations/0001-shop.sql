-- Money is integer paise. Ids are opaque text made by the shop. Times are timestamptz.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary could change; an index needs a function that promises not to.
create function plain_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- accounts ------------------------------------------------------------------------------------------------------------

create table users (
  id text primary key,
  role text not null default 'customer',
  firstname text not null,
  lastname text not null,
  email text not null,
  email_key text not null constraint users_email_key unique,
  phone text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);

create table sessions (
  id_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  audience text not null check (audience in ('customer', 'admin')),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table rate_counters (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

create table idempotency_keys (
  user_id text not null references users (id) on delete cascade,
  key text not null,
  request text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- catalogue -----------------------------------------------------------------------------------------------------------

create table categories (
  id text primary key,
  name text not null,
  slug text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index categories_name on categories (lower(name)) where deleted_at is null;
create unique index categories_slug on categories (slug) where deleted_at is null;

create table products (
  id text primary key,
  category_id text not null references categories (id),
  name text not null,
  description text not null default '',
  price_paise bigint not null check (price_paise >= 0),
  discounted_price_paise bigint check (discounted_price_paise >= 0 and discounted_price_paise <= price_paise),
  paid_price_paise bigint not null generated always as (coalesce(discounted_price_paise, price_paise)) stored,
  colour text,
  fabric text,
  fit text,
  care text,
  hsn text,
  origin text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  sort_name text collate "C" not null generated always as (lower(name)) stored,
  search_text text not null generated always as
    (plain_text(name || ' ' || coalesce(colour, '') || ' ' || coalesce(fabric, '') || ' ' || description)) stored,
  search_words tsvector not null generated always as (
    setweight(to_tsvector('simple', plain_text(name)), 'A')
    || setweight(to_tsvector('simple', plain_text(coalesce(colour, '') || ' ' || coalesce(fabric, ''))), 'B')
    || setweight(to_tsvector('english', plain_text(description)), 'C')
  ) stored
);
create index products_by_name on products (sort_name, id) where deleted_at is null;
create index products_by_price on products (paid_price_paise, id) where deleted_at is null;
create index products_in_category_by_name on products (category_id, sort_name, id) where deleted_at is null;
create index products_in_category_by_price on products (category_id, paid_price_paise, id) where deleted_at is null;
create index products_newest on products (created_at desc, id) where deleted_at is null;
create index products_words on products using gin (search_words) where deleted_at is null;
create index products_text on products using gin (search_text gin_trgm_ops) where deleted_at is null;

-- Every product has at least one size row, which carries the stock. A product without sizes has exactly one, named ''.
create table product_sizes (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  size text not null,
  position integer not null,
  stock integer not null check (stock >= 0),
  measurements jsonb,
  constraint product_sizes_size unique (product_id, size)
);

-- Stock always equals the sum of its ledger; both are written in one statement or transaction.
create table stock_ledger (
  id bigint generated always as identity primary key,
  product_size_id text not null references product_sizes (id) on delete cascade,
  change integer not null,
  reason text not null check (reason in ('opening', 'correction', 'hold', 'release', 'cancellation')),
  checkout_id text,
  actor_id text,
  created_at timestamptz not null default now()
);
create index stock_ledger_size on stock_ledger (product_size_id);
create index stock_ledger_checkout on stock_ledger (checkout_id) where checkout_id is not null;

create table product_images (
  product_id text not null references products (id) on delete cascade,
  position integer not null,
  picture_hash text not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  primary key (product_id, position)
);
create index product_images_hash on product_images (picture_hash);

-- Every process keeps finished pages in memory; whoever changes the catalogue tells them all when it commits.
create function announce_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end
$$;
create trigger categories_announce after insert or update or delete on categories
  for each statement execute function announce_catalogue();
create trigger products_announce after insert or update or delete on products
  for each statement execute function announce_catalogue();
create trigger product_sizes_announce after insert or update or delete on product_sizes
  for each statement execute function announce_catalogue();
create trigger product_images_announce after insert or update or delete on product_images
  for each statement execute function announce_catalogue();

-- cart ----------------------------------------------------------------------------------------------------------------

create table cart_lines (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  product_id text not null references products (id),
  product_size_id text not null references product_sizes (id),
  quantity integer not null check (quantity >= 1),
  created_at timestamptz not null default now(),
  constraint cart_lines_size unique (user_id, product_size_id)
);

-- checkout, payment, order --------------------------------------------------------------------------------------------

-- open: stock is held. paid: an order exists. released: the stock went back (expired, replaced or given up).
create table checkouts (
  id text primary key,
  user_id text not null references users (id),
  status text not null check (status in ('open', 'paid', 'released')),
  fingerprint text not null,
  provider_order_id text constraint checkouts_provider_order unique,
  total_paise bigint not null check (total_paise > 0),
  address jsonb,
  hold_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  next_check_at timestamptz,
  checks integer not null default 0
);
create unique index checkouts_one_open on checkouts (user_id) where status = 'open';
create index checkouts_expiry on checkouts (hold_expires_at) where status = 'open';
create index checkouts_to_check on checkouts (next_check_at) where next_check_at is not null;

-- Frozen at checkout: a price edited or a product deleted meanwhile changes nothing here.
create table checkout_lines (
  checkout_id text not null references checkouts (id) on delete cascade,
  position integer not null,
  product_id text not null,
  product_size_id text not null,
  name text not null,
  size text not null,
  price_paise bigint not null,
  discounted_price_paise bigint,
  paid_price_paise bigint not null,
  quantity integer not null check (quantity >= 1),
  image text,
  primary key (checkout_id, position)
);

create table orders (
  id text primary key,
  checkout_id text not null constraint orders_checkout unique references checkouts (id),
  user_id text not null references users (id),
  provider_order_id text not null constraint orders_provider_order unique,
  status text not null check (status in ('order placed', 'shipped', 'delivered', 'cancelled')),
  total_paise bigint not null,
  address jsonb,
  created_at timestamptz not null default now()
);
create index orders_of_user on orders (user_id, created_at desc, id);
create index orders_newest on orders (created_at desc, id);
create index orders_by_status on orders (status, created_at desc, id);

create table order_lines (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  product_id text not null,
  product_size_id text not null,
  name text not null,
  size text not null,
  price_paise bigint not null,
  discounted_price_paise bigint,
  paid_price_paise bigint not null,
  quantity integer not null check (quantity >= 1),
  image text
);
create index order_lines_of_order on order_lines (order_id, position);
create index order_lines_product on order_lines (product_id);

create table order_steps (
  order_id text not null references orders (id) on delete cascade,
  status text not null,
  actor_id text,
  at timestamptz not null default now(),
  primary key (order_id, status)
);

-- One row for each payment that the provider told us of. A captured one belongs to an order or to a refund.
create table payments (
  id text primary key,
  checkout_id text not null references checkouts (id),
  order_id text constraint payments_order unique references orders (id),
  amount_paise bigint not null,
  status text not null check (status in ('vouched', 'authorized', 'captured', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_checkout on payments (checkout_id);

create table refunds (
  id text primary key,
  payment_id text not null constraint refunds_payment unique references payments (id),
  order_id text references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  status text not null check (status in ('pending', 'sent', 'processed', 'failed')),
  provider_refund_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;

create table webhook_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  failure text
);
create index webhook_events_waiting on webhook_events (received_at) where processed_at is null;

-- contacts, audit -----------------------------------------------------------------------------------------------------

create table contacts (
  id text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  contact_number text not null,
  subject text not null,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
create index contacts_newest on contacts (created_at desc, id);
create index contacts_unread on contacts (is_read, created_at desc, id);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
create index audit_log_subject on audit_log (subject_type, subject_id, id desc);
create index audit_log_newest on audit_log (at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed';
end
$$;
create trigger audit_log_unchanged before update or delete on audit_log
  for each row execute function refuse_change();
