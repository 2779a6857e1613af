-- Products that came from another shop. `written` is what the last import wrote, so that the next one changes only what has changed
-- there since.
create table imported_products (
  product_id text primary key references products (id) on delete cascade,
  shop text not null check (shop in ('shopify', 'woocommerce')),
  written jsonb not null,
  -- Whether it goes on sale by itself once its pictures are here, as it was on sale there.
  waits_for_sale boolean not null default false,
  -- Why it stayed a draft, as a sentence.
  held_back text
);
create index imported_products_waiting on imported_products (product_id) where waits_for_sale;

-- What names such a product there: a handle, a SKU or an id, and its colour.
create table imported_product_keys (
  shop text not null,
  key text not null,
  colour text not null,
  product_id text not null references imported_products (product_id) on delete cascade,
  primary key (shop, key, colour)
);
create index imported_product_keys_product on imported_product_keys (product_id);

-- Pictures of these products that are fetched from their addresses, one row for each; a row stays when its picture is here.
create table picture_fetches (
  id bigint generated always as identity primary key,
  product_id text not null references imported_products (product_id) on delete cascade,
  address text not null,
  alt text not null,
  -- The line of the file that names it, and its place among the pictures of its product.
  line integer not null,
  place integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'failed')),
  -- When a process may take it. One that has died leaves it until then.
  due_at timestamptz not null default now(),
  -- Why it failed, as a sentence.
  reason text,
  picture_hash text,
  asked_at timestamptz not null default now(),
  unique (product_id, address)
);
create index picture_fetches_due on picture_fetches (due_at) where state = 'waiting';
create index picture_fetches_state on picture_fetches (state);
create index picture_fetches_address on picture_fetches (address) where state = 'fetched';
