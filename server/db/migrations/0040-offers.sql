-- What makes a cart cheaper: by a code that the customer enters, or by itself. Days are India's.
create table offers (
  id text primary key,
  code text constraint offers_code unique,
  name text,
  percent integer check (percent between 1 and 100),
  amount_paise bigint check (amount_paise > 0),
  -- Of the products that count and become cheaper; empty: all.
  category_ids text[] not null default '{}',
  minimum_quantity integer not null default 1 check (minimum_quantity >= 1),
  minimum_paise bigint not null default 0 check (minimum_paise >= 0),
  starts_on date,
  ends_on date,
  max_uses integer,
  max_uses_per_customer integer,
  used integer not null default 0,
  is_active boolean not null default true,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  constraint offers_code_or_name check ((code is null) <> (name is null)),
  constraint offers_percent_or_amount check ((percent is null) <> (amount_paise is null)),
  constraint offers_uses check (used >= 0 and (max_uses is null or used <= max_uses))
);
create index offers_newest on offers (created_at desc, id);
create index offers_by_itself on offers (id) where code is null and is_active;

-- One row for each open checkout and each order that has an offer.
create table offer_uses (
  checkout_id text primary key references checkouts (id),
  offer_id text not null references offers (id),
  user_id text not null references users (id)
);
create index offer_uses_of_customer on offer_uses (offer_id, user_id);

-- The code that a customer has entered in the cart.
create table cart_codes (
  user_id text primary key references users (id) on delete cascade,
  offer_id text not null references offers (id)
);

-- What the offer took off is frozen with the lines. A line's discount is that of all its pieces together; of these the first
-- ones bear the odd paise.
alter table checkouts add column offer_id text references offers (id), add column discount_reason text;
alter table orders add column discount_reason text;
alter table checkout_lines add column discount_paise bigint not null default 0;
alter table order_lines add column discount_paise bigint not null default 0;
alter table checkout_lines add constraint checkout_lines_discount
  check (discount_paise between 0 and paid_price_paise * quantity) not valid;
alter table order_lines add constraint order_lines_discount
  check (discount_paise between 0 and paid_price_paise * quantity) not valid;
