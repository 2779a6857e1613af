-- The tables of the shop, by subject. Whatever is new stands in the migrations after this one.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- What is announced is counted, so that a process that cannot listen learns by asking that it may have missed something. A sequence
-- keeps nobody waiting, as a row would that every sale changes. It goes up before the transaction ends, and stays up where that is
-- rolled back.
create sequence announcements;
-- The numbers of receipts. Those of shops from before there were series were smaller.
create sequence receipt_numbers as integer;
select setval('receipt_numbers', 1000001);

-- Texts as searches compare them.

-- A text as searches compare it: without accents, case, and the signs that people leave out.
create function plain_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, translate(
    normalize(value, NFKC),
    '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
      || U&'\2010\2011\2012\2013\2014\2015\2212\0901'
      || U&'\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\FEFF\093C\09BC\0A3C\0ABC\0B3C',
    repeat('0123456789', 11) || repeat('-', 7) || U&'\0902'
  )));

-- The pattern for LIKE of a text that is contained in another.
create function pattern_of(value text) returns text
  language sql immutable parallel safe strict
  return '%' || replace(replace(replace(plain_text(value), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- The digits of a phone number, however it was typed.
create function phone_digits(phone text) returns text
  language sql immutable parallel safe
  return regexp_replace(plain_text(coalesce(phone, '')), '\D', '', 'g');

-- Accounts.

-- Customers and staff. A customer who is erased is replaced by an account without a name or an address.
create table users (
  id text primary key,
  role text not null default 'customer',
  firstname text not null,
  lastname text not null,
  email text not null,
  email_key text not null constraint users_email_key unique,
  phone text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  -- Since when the owner of the mailbox has confirmed the account's address; null: nobody has.
  email_confirmed_at timestamptz,
  staff_role text check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support')),
  deactivated_at timestamptz,
  search_text text not null generated always as (
    plain_text(firstname || ' ' || lastname || ' ' || phone || ' ' || phone_digits(phone))
  ) stored,
  search_email text not null generated always as (plain_text(email)) stored,
  constraint users_staff_role check (role <> 'admin' or staff_role is not null)
);
create index users_administrators on users (email) where role = 'admin';
create index users_email_text on users using gin (search_email gin_trgm_ops);
create index users_staff on users (email) where role = 'admin';
create index users_text on users using gin (search_text gin_trgm_ops);

-- Who is signed in where: a customer's session and an administrator's may stand side by side. Only the hash of its id is
-- stored.
create table sessions (
  id_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  audience text not null check (audience in ('customer', 'admin')),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Where a session was opened, so that its owner recognises it: browser and system in plain words, never the header
  -- itself, and the wide network of the address, which alone says neither person nor house.
  device text not null default '',
  network text not null default '',
  -- When whoever has this session last proved that they know the password, or used their passkey.
  proved_at timestamptz not null default now(),
  -- Whether this session was opened with two factors, which a setting of the owner may demand.
  has_two_factors boolean not null default false
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

-- The networks from which an account has signed in: its owner is not slowed down there while others guess elsewhere. Only
-- hashes, and only for as long as the owner comes again.
create table sign_in_networks (
  user_id text not null references users (id) on delete cascade,
  network_hash bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, network_hash)
);
create index sign_in_networks_oldest on sign_in_networks (last_at);

-- What a device proves itself with instead of a password. The shop has the public half only. A passkey opens the kind of
-- session that it was made in, and no other.
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

-- What a device is asked to sign, once, for the browser that asked. With a user it is for a new passkey of theirs,
-- otherwise for a sign-in.
create table passkey_challenges (
  challenge text primary key,
  browser_hash bytea not null,
  audience text not null check (audience in ('customer', 'admin')),
  user_id text references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);

-- The code app of somebody of the staff. It counts from its first right code on. A code is never taken twice: `last_step`
-- is the half minute of the last one.
create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- What lets somebody of the staff in, each once, when the app is lost. Only hashes.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Whom the owners have asked to join the staff. A row goes when the invitation is accepted or withdrawn.
create table staff_invitations (
  id text primary key,
  email text not null,
  email_key text not null constraint staff_invitations_email_key unique,
  staff_role text not null check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support')),
  invited_by text references users (id) on delete set null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Whether a mail brings the link; else an owner hands it over.
  is_mailed boolean not null default false
);

-- The links and codes that are sent to somebody: for a new password, to sign in, to confirm an address, for a new address,
-- to keep an account, to join the staff. Of the secret in it only the hash is stored.
create table account_links (
  purpose text not null
    check (purpose in ('new password', 'sign-in code', 'confirm address', 'new address', 'keep account', 'join staff')),
  -- The id of the mail that brings it, of what it is about, or one of its own.
  key text not null,
  -- Whose it is: an account's, or an invitation's.
  user_id text references users (id) on delete cascade,
  invitation_id text references staff_invitations (id) on delete cascade,
  -- The account's address that it was sent to: it works while the account has this address. Null: it works whatever the
  -- address.
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
create index account_links_expiry on account_links (expires_at);
create index account_links_invitation on account_links (invitation_id) where invitation_id is not null;
create unique index account_links_new_address on account_links (user_id) where purpose = 'new address';
create index account_links_token on account_links (token_hash);
create index account_links_user on account_links (user_id) where user_id is not null;

-- Customers who asked for their account to be erased. It is once the time is up, unless they log in or press the link in
-- their mail before; the row is deleted with the account.
create table account_erasures (
  user_id text primary key references users (id) on delete cascade,
  asked_at timestamptz not null default now(),
  erases_at timestamptz not null
);
create index account_erasures_due on account_erasures (erases_at);

-- Catalogue.

-- Each product is in one. Its pages and lists are found by its slug.
create table categories (
  id text primary key,
  name text not null,
  slug text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Values for details that a product of the category leaves empty, by the names that the code uses.
  detail_defaults jsonb not null default '{}'
);
create unique index categories_name on categories (lower(name)) where deleted_at is null;
create unique index categories_slug on categories (slug) where deleted_at is null;

-- What the shop sells. A deleted product is kept, because orders name it.
create table products (
  id text primary key,
  category_id text not null references categories (id),
  name text not null,
  description text not null default '',
  price_paise bigint not null check (price_paise >= 0),
  discounted_price_paise bigint,
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
  -- Of the words to search by, those of name (A), colour and fabric (B) are whole; the description's (C) are stems.
  search_words tsvector not null generated always as (
    setweight(to_tsvector('simple', plain_text(name)), 'A')
    || setweight(to_tsvector('simple', plain_text(coalesce(colour, '') || ' ' || coalesce(fabric, ''))), 'B')
    || setweight(to_tsvector('english', plain_text(description)), 'C')
  ) stored,
  -- Products of one colour group are the same garment in other colours, and show each other as swatches.
  colour_group text,
  -- What the law asks to be said of a garment, too: who makes or imports it, and how many pieces a set has.
  maker text,
  maker_address text,
  pieces text,
  -- A draft is a product that shoppers do not see yet. Whatever shows or sells products asks for `is_on_sale`.
  is_draft boolean not null default false,
  is_on_sale boolean not null generated always as (deleted_at is null and not is_draft) stored,
  search_text text not null generated always as (
    plain_text(name || ' ' || coalesce(colour, '') || ' ' || coalesce(fabric, '') || ' ' || description)
  ) stored,
  check (discounted_price_paise >= 0 and discounted_price_paise <= price_paise)
);
create index products_deleted on products (deleted_at desc, id) where deleted_at is not null;
create index products_drafts on products (id) where is_draft;
create index products_newest on products (created_at, id) where deleted_at is null;
create index products_text on products using gin (search_text gin_trgm_ops) where deleted_at is null;
create index products_words on products using gin (search_words) where deleted_at is null;

-- Every product has at least one size row, which carries the stock. A product without sizes has exactly one, named ''.
create table product_sizes (
  id text primary key,
  product_id text not null references products (id) on delete cascade,
  size text not null,
  position integer not null,
  stock integer not null check (stock >= 0),
  measurements jsonb,
  -- Stock has a stamp of its own: a sale would otherwise write the product's row too, and sales of two sizes would wait
  -- for each other.
  changed_in xid8 not null default pg_current_xact_id(),
  constraint product_sizes_size unique (product_id, size)
);
create index product_sizes_by_change on product_sizes (changed_in);

-- The pictures of a product in their order. The files lie outside of the database, under the hash.
create table product_images (
  product_id text not null references products (id) on delete cascade,
  position integer not null,
  picture_hash text not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  -- A placeholder of some 25 bytes in base64, shown until the picture is there.
  thumbhash text not null default '',
  primary key (product_id, position)
);
create index product_images_hash on product_images (picture_hash);

-- The catalogue as lists need it, one narrow row for each product that is on sale. Triggers keep it, so that no writer has
-- to know of it.
create table product_list (
  product_id text primary key constraint shelf_product_id_fkey references products (id) on delete cascade,
  category_id text not null,
  sort_name text collate "C" not null,
  paid_price_paise bigint not null,
  colour text,
  sizes text[] not null default '{}',
  sizes_in_stock text[] not null default '{}',
  -- The transaction that wrote last what a list shows of it.
  changed_in xid8 not null default pg_current_xact_id()
) with (fillfactor=80);
create index product_list_by_change on product_list (changed_in);
create index product_list_by_falling_price on product_list (paid_price_paise desc, product_id);
create index product_list_by_name on product_list (sort_name, product_id);
create index product_list_by_price on product_list (paid_price_paise, product_id);
create index product_list_in_category_by_falling_price on product_list (category_id, paid_price_paise desc, product_id);
create index product_list_in_category_by_name on product_list (category_id, sort_name, product_id);
create index product_list_in_category_by_price on product_list (category_id, paid_price_paise, product_id);

-- Which products left the list, and in which transaction, so that a process that has read the list once needs to read no
-- more than what has changed since.
create table product_list_removals (
  product_id text primary key,
  changed_in xid8 not null default pg_current_xact_id()
);
create index product_list_removals_by_change on product_list_removals (changed_in);

-- What the owner has set for search and filters, each as a whole: 'synonyms', 'colour-families'. What sold most lately is
-- kept here, too.
create table catalogue_settings (
  name text primary key,
  value jsonb not null,
  changed_in xid8 not null default pg_current_xact_id()
);

-- Which pictures' AVIF files are to be made, or are being made at the moment, so that of several processes one makes them.
-- A claim that was not given back, because its process died, ends by itself.
create table picture_work (
  picture_hash text primary key,
  ends_at timestamptz not null
);

-- Offers, carts and wishlists.

-- What makes a cart cheaper: by a code that the customer enters, or by itself. Days are India's.
create table offers (
  id text primary key,
  code text constraint offers_code unique,
  name text,
  percent integer check (percent >= 1 and percent <= 100),
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
create index offers_by_itself on offers (id) where code is null and is_active;
create index offers_newest on offers (created_at desc, id desc);

-- What a customer is about to buy, one line a size. The price is always the one of now.
create table cart_lines (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  product_id text not null references products (id),
  product_size_id text not null references product_sizes (id),
  quantity integer not null check (quantity >= 1),
  created_at timestamptz not null default now(),
  constraint cart_lines_size unique (user_id, product_size_id)
);

-- The code that a customer has entered in the cart.
create table cart_codes (
  user_id text primary key references users (id) on delete cascade,
  offer_id text not null references offers (id)
);

-- What customers saved for later, with the price that was to be paid then.
create table wishlist_entries (
  user_id text not null references users (id) on delete cascade,
  product_id text not null references products (id),
  price_paise bigint not null check (price_paise >= 0),
  saved_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

-- Who asked for a mail when a sold-out size is back. A request waits while it has neither a mail nor an outcome; its mail
-- is due once the size is back for it; it has ended with the outcome of that mail.
create table stock_requests (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  product_size_id text not null references product_sizes (id) on delete cascade,
  asked_at timestamptz not null default now(),
  -- The last entry in the size's ledger when it was asked, or when the mail became due: only later entries count for it.
  ledger_id bigint not null,
  outcome text,
  constraint stock_requests_mail_outcome_check
    check (outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed'))
);
create unique index stock_requests_open on stock_requests (user_id, product_size_id) where outcome is null;
create index stock_requests_size on stock_requests (product_size_id, ledger_id);
create index stock_requests_waiting on stock_requests (product_size_id, asked_at) where outcome is null;

-- Orders and money.

-- A cart frozen with its prices while it is being paid. open: stock is held. paid: an order exists. released: the stock
-- went back (expired, replaced or given up).
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
  checks integer not null default 0,
  -- The payment that made the order. It stands in the row that every payment of the checkout locks first, so that of two
  -- payments each sees what the other one did.
  paid_by text,
  -- Whether the emulated provider took the money, so that nothing is sent or counted for it once a real one does.
  is_sandbox boolean not null default false,
  -- Where a hold came from, while it is open: so many from one network at once. Null where it is not counted.
  network text,
  -- Why a checkout was closed without a payment: its time was over, or the customer's changed cart replaced it. Null for
  -- what was given back for another reason, which counts against nobody.
  release_reason text check (release_reason in ('expired', 'replaced')),
  -- What the offer took off is frozen with the lines. A line's discount is that of all its pieces together; of these the
  -- first ones bear the odd paise.
  offer_id text references offers (id),
  discount_reason text,
  -- A business that buys says so at the checkout.
  buyer_gstin text,
  buyer_firm text
);
create index checkouts_expiry on checkouts (hold_expires_at) where status = 'open';
create unique index checkouts_one_open on checkouts (user_id) where status = 'open';
create index checkouts_open_of_network on checkouts (network) where status = 'open' and network is not null;
create index checkouts_released_of on checkouts (user_id, hold_expires_at) where release_reason is not null;
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
  discount_paise bigint not null default 0,
  -- The HSN code of a line is frozen with it.
  hsn text,
  primary key (checkout_id, position),
  constraint checkout_lines_discount check (discount_paise >= 0 and discount_paise <= paid_price_paise * quantity)
);

-- One row for each open checkout and each order that has an offer.
create table offer_uses (
  checkout_id text primary key references checkouts (id),
  offer_id text not null references offers (id),
  user_id text not null references users (id)
);
create index offer_uses_of_customer on offer_uses (offer_id, user_id);

-- A paid checkout. It keeps its own copy of what was bought, and of the address.
create table orders (
  id text primary key,
  checkout_id text not null constraint orders_checkout unique references checkouts (id),
  user_id text not null references users (id),
  provider_order_id text not null constraint orders_provider_order unique,
  status text not null check (status in ('order placed', 'shipped', 'delivered', 'cancelled')),
  total_paise bigint not null,
  address jsonb,
  created_at timestamptz not null default now(),
  is_sandbox boolean not null default false,
  discount_reason text,
  -- Who carries an order's parcel, and how it is followed: {courier, courierName?, trackingNumber?, trackingLink?}. Null
  -- until somebody says so. Only an order that was shipped has one; a cancelled one keeps it, because its parcel is under
  -- way.
  shipment jsonb,
  buyer_gstin text,
  -- Without the provider's ids: they have indexes of their own, because not everybody who sees orders may find by them.
  search_text text not null generated always as (
    plain_text(
      id || ' ' || coalesce(address ->> 'fullName', '') || ' ' || coalesce(address ->> 'phone', '') || ' '
      || phone_digits(address ->> 'phone') || ' ' || coalesce(address ->> 'street', '') || ' '
      || coalesce(address ->> 'city', '') || ' ' || coalesce(address ->> 'state', '') || ' '
      || coalesce(address ->> 'pincode', '') || ' ' || coalesce(buyer_gstin, '') || ' '
      || coalesce(shipment ->> 'trackingNumber', '')
    )
  ) stored,
  buyer_firm text,
  check (
    shipment is null
    or jsonb_typeof(shipment) = 'object' and status <> 'order placed'
      and coalesce(shipment ->> 'trackingLink', 'https://') like 'https://%'
  )
);
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_by_total on orders (total_paise, id) include (status);
create index orders_newest on orders (created_at desc, id desc) include (status, total_paise);
create index orders_of_user on orders (user_id, created_at desc, id);
create index orders_provider_text on orders (lower(provider_order_id) text_pattern_ops);
create index orders_text on orders using gin (search_text gin_trgm_ops);

-- What was bought, with its prices of then.
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
  image text,
  discount_paise bigint not null default 0,
  hsn text,
  search_text text not null generated always as (plain_text(name || ' ' || size)) stored,
  constraint order_lines_discount check (discount_paise >= 0 and discount_paise <= paid_price_paise * quantity)
);
create index order_lines_of_order on order_lines (order_id, position);
create index order_lines_product on order_lines (product_id);
create index order_lines_text on order_lines using gin (search_text gin_trgm_ops);

-- When an order reached each of its statuses, and why.
create table order_steps (
  order_id text not null references orders (id) on delete cascade,
  status text not null,
  actor_id text,
  at timestamptz not null default now(),
  -- Why an order was cancelled, in the words of whoever did it.
  reason text,
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
  updated_at timestamptz not null default now(),
  is_sandbox boolean not null default false
);
create index payments_checkout on payments (checkout_id);
create index payments_of_period on payments (created_at);
create index payments_text on payments (lower(id) text_pattern_ops);
create index payments_uncaptured on payments (order_id) where status <> 'captured';

-- Money that goes back, or went back at the provider. One row is sent until the provider has taken it.
create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  order_id text references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  status text not null,
  provider_refund_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A refund that was made at the provider, not by the shop, is a row like the shop's own, so several return the money of
  -- one payment. "replaced": the shop's own that was not sent and is no longer needed in its amount.
  is_foreign boolean not null default false,
  -- What is back, under way, or owed by a person: the shop's own that failed still has to be returned, another's does
  -- not.
  is_counted boolean not null generated always as (
    status <> 'replaced' and not (is_foreign and status = 'failed')
  ) stored,
  constraint refunds_status check (status in ('pending', 'sent', 'processed', 'failed', 'replaced'))
);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;
create index refunds_failed on refunds (id) where status = 'failed';
create unique index refunds_foreign on refunds (provider_refund_id) where is_foreign;
create index refunds_of_payment on refunds (payment_id);
create index refunds_of_period on refunds (created_at);
create index refunds_text on refunds (lower(provider_refund_id) text_pattern_ops);

-- Disputes as the provider tells of them; an event may come before that of its payment, so nothing is referred to.
-- decided_at: when the shop learned that it is won, lost or closed.
create table disputes (
  id text primary key,
  payment_id text not null,
  amount_paise bigint not null,
  reason text not null,
  status text not null check (status in ('open', 'under review', 'action required', 'closed', 'won', 'lost')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz
);
create index disputes_payment on disputes (payment_id);
create index disputes_waiting on disputes (id) where status = 'action required';

-- What the provider has told the shop, each once, as it came.
create table webhook_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  failure text,
  -- When an event that waits is due; whoever takes it puts this off, so that two processes never work on the same one.
  next_attempt_at timestamptz not null default now()
);
create index webhook_events_waiting on webhook_events (next_attempt_at) where processed_at is null;

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
create index stock_ledger_checkout on stock_ledger (checkout_id) where checkout_id is not null;
create index stock_ledger_size on stock_ledger (product_size_id, id);

-- The provider's payments of a period, compared with the shop's. actor_id: who asked for it; null for the daily one.
-- findings holds what differed, and what was done about it. One comparison waits or runs at a time, in whatever process.
create table reconciliations (
  id text primary key,
  actor_id text references users (id),
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  created_at timestamptz not null default now(),
  lease_ends_at timestamptz,
  finished_at timestamptz,
  payments integer not null default 0,
  orders integer not null default 0,
  refunds integer not null default 0,
  mismatches integer not null default 0,
  findings jsonb not null default '[]',
  failure text
);
create index reconciliations_newest on reconciliations (created_at desc, id);
create unique index reconciliations_one_open on reconciliations ((true)) where status in ('waiting', 'running');
create index reconciliations_with_findings on reconciliations (finished_at) where findings <> '[]';

-- What a person has dealt with of what reconciliations found. It holds for a finding of the same kind, subject and amount
-- that was found until then: found again later, it is open again.
create table dealt_findings (
  kind text not null,
  subject text not null,
  amount_paise bigint,
  note text not null,
  actor_id text references users (id) on delete set null,
  at timestamptz not null default now(),
  unique nulls not distinct (kind, subject, amount_paise)
);

-- The addresses that a customer keeps. The checkout offers them before those of the orders. The key is the one of
-- `removed_addresses`: the same address is kept once, and its orders do not offer it a second time.
create table saved_addresses (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  address jsonb not null,
  address_key text not null generated always as (md5(address::text)) stored,
  is_default boolean not null default false,
  saved_at timestamptz not null default now(),
  unique (user_id, address_key)
);
create unique index saved_addresses_default on saved_addresses (user_id) where is_default;

-- Addresses that a customer does not want to be offered any more. What is offered are those of the orders; one that is used
-- again after its removal is offered again.
create table removed_addresses (
  user_id text not null references users (id) on delete cascade,
  address_id text not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, address_id)
);

-- Documents.

-- Receipts, vouchers, invoices, bills of supply and credit notes. A document never changes once it is issued; only the
-- cancelling of one is noted.
create table documents (
  id text primary key,
  kind text not null
    check (kind in ('receipt', 'receipt voucher', 'refund voucher', 'tax invoice', 'bill of supply', 'credit note')),
  series text,
  year text,
  number integer check (number > 0),
  order_id text not null references orders (id),
  -- Of a credit note: the refund and the invoice or bill that it corrects.
  refund_id text references refunds (id),
  invoice_id text references documents (id),
  is_sandbox boolean not null,
  issued_at timestamptz not null,
  -- The two digits of a state; null where the document has no tax.
  place_of_supply text,
  buyer_gstin text,
  total_paise bigint not null check (total_paise >= 0),
  taxable_paise bigint not null default 0,
  central_paise bigint not null default 0,
  state_paise bigint not null default 0,
  integrated_paise bigint not null default 0,
  -- What is printed. Its field "schema" says in which shape.
  data jsonb not null,
  -- GSTR-1 sorts each document of a month by the states of the seller and the buyer, and reading it out of "data" is
  -- slow.
  seller_state text generated always as (left(data -> 'seller' ->> 'gstin', 2)) stored,
  -- Each GSTIN of the seller files a return of its own, and the documents say which one they carry.
  seller_gstin text generated always as (data -> 'seller' ->> 'gstin') stored,
  -- An invoice, a bill or a credit note whose order has not left after all. Its number stays taken, and the next one has
  -- another.
  cancelled_at timestamptz,
  constraint documents_number unique (series, year, number),
  constraint documents_cancelled
    check (cancelled_at is null or kind in ('tax invoice', 'bill of supply', 'credit note')),
  constraint documents_number_length
    check (length(series) + length(year) + 1 + greatest(6, length(number::text)) <= 16),
  constraint documents_of_credit
    check ((kind in ('refund voucher', 'credit note')) = (refund_id is not null and invoice_id is not null)),
  constraint documents_of_series
    check (num_nulls(series, year, number) = 0 or num_nulls(series, year, number) = 3 and kind = 'receipt')
);
create unique index documents_credit_note on documents (refund_id) where kind = 'credit note' and cancelled_at is null;
create unique index documents_invoice on documents (order_id)
  where kind in ('tax invoice', 'bill of supply') and cancelled_at is null;
create index documents_of_month on documents (is_sandbox, issued_at, id);
create index documents_of_order on documents (order_id);
create index documents_printed on documents (upper(series || year), number) where number is not null;
create unique index documents_receipt on documents (order_id) where kind in ('receipt', 'receipt voucher');
create unique index documents_refund_voucher on documents (refund_id) where kind = 'refund voucher';

-- Equal pieces of an order's line, each with its price and tax; the amounts are those of one piece.
create table document_lines (
  document_id text not null references documents (id),
  position integer not null,
  order_line_id text not null references order_lines (id),
  hsn text not null,
  quantity integer not null check (quantity > 0),
  price_paise bigint not null,
  -- Null on a bill of supply, which has no tax.
  percent integer,
  taxable_paise bigint not null,
  central_paise bigint not null,
  state_paise bigint not null,
  integrated_paise bigint not null,
  primary key (document_id, position),
  constraint document_lines_sum
    check (taxable_paise + central_paise + state_paise + integrated_paise = price_paise)
);

-- The numbers of a series in a financial year: the first one, and the last that was given.
create table document_counters (
  series text not null,
  -- April to March in India: 2627.
  year text not null,
  last integer not null,
  first integer not null default 1 check (first > 0),
  primary key (series, year),
  constraint document_counters_last_check check (last >= first - 1)
);

-- What the e-invoice portal answered for an invoice or a credit note, as somebody of the staff entered it: its number
-- there, and the text of its QR code. It is kept as it was entered, beside the document.
create table e_invoices (
  document_id text primary key references documents (id),
  irn text not null unique,
  qr_text text not null,
  entered_at timestamptz not null default now()
);

-- The ZIP of a month is made one at a time: the row is there while one is being made, and counts for nothing once its lease
-- ended.
create table month_archives (
  is_running boolean default true primary key check (is_running),
  id text not null,
  lease_ends_at timestamptz not null
);

-- Reviews and messages.

-- A ticket of six signs that nobody mistakes for another.
create function new_ticket() returns text language sql as $$
  select 'T-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 32, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
$$;

-- What customers say of what was delivered to them; one review of a product each. The owner may hide one, nobody edits it.
create table reviews (
  id text primary key,
  product_id text not null references products (id),
  user_id text not null references users (id) on delete cascade,
  rating smallint check (rating >= 1 and rating <= 5),
  text text not null default '',
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  -- How a garment fits its reviewer, who may leave it out: smaller than expected, as expected, larger.
  fit text check (fit in ('small', 'right', 'large')),
  answer text,
  answered_at timestamptz,
  answered_by text references users (id) on delete set null,
  unique (product_id, user_id),
  constraint reviews_answer check ((answer is null) = (answered_at is null)),
  constraint reviews_removed check (rating is not null or (is_hidden and text = '' and fit is null and answer is null))
);
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_of_user on reviews (user_id);

-- What was sent by the contact form. Its ticket names it.
create table contacts (
  id text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  contact_number text not null,
  subject text not null,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  ticket text not null default new_ticket() unique,
  answered_at timestamptz,
  closed_at timestamptz,
  due_at timestamptz,
  search_text text not null generated always as (
    plain_text(
      first_name || ' ' || last_name || ' ' || email || ' ' || contact_number || ' ' || phone_digits(contact_number)
      || ' ' || subject || ' ' || message
    )
  ) stored,
  constraint contacts_due check ((due_at is null) = (closed_at is not null))
);
create index contacts_by_due on contacts (due_at, created_at desc, id);
create index contacts_newest on contacts (created_at desc, id desc);
create index contacts_text on contacts using gin (search_text gin_trgm_ops);
create index contacts_unread on contacts (is_read, created_at desc, id desc);

-- What the staff have answered to a message.
create table contact_answers (
  id text primary key,
  contact_id text not null references contacts (id) on delete cascade,
  actor_id text references users (id) on delete set null,
  text text not null,
  created_at timestamptz not null default now()
);
create index contact_answers_of_contact on contact_answers (contact_id, created_at);

-- Mails.

-- The mails of the shop: which are due, and what became of each. One is written in the transaction of what it tells of.
create table mails (
  -- As in the list of mails.
  name text not null,
  -- The id of what it is about, or of the mail itself.
  key text not null,
  -- The account whose present address it goes to, or that it is about.
  user_id text references users (id) on delete cascade,
  -- Where it goes, or what was asked for, if that is not an account's present address.
  email text,
  payload jsonb not null default '{}',
  -- When what it tells happened.
  at timestamptz not null default now(),
  -- Null once it has ended.
  due_at timestamptz default now(),
  -- Null until it has ended.
  outcome text check (outcome in ('sent', 'unconfirmed', 'limited', 'outdated', 'failed')),
  primary key (name, key)
);
create index mails_due on mails (name, due_at) where due_at is not null;
create index mails_user on mails (user_id) where user_id is not null;

-- The mails of the last day by the mailbox that they went to, of which only a hash is kept. A mail that is tried again
-- counts once.
create table recent_mails (
  mailbox_hash bytea not null,
  mail_id text not null,
  at timestamptz not null default now(),
  -- What is counted apart, so that a stranger who asks for the one never uses up another.
  budget text not null default 'account' check (budget in ('account', 'password', 'code', 'message', 'new address')),
  -- The account that asks for a mailbox as its new address. Each has its own mail of the day there.
  asked_by text references users (id) on delete cascade,
  primary key (mailbox_hash, mail_id)
);
create index recent_mails_age on recent_mails (at);
create index recent_mails_asked_by on recent_mails (asked_by) where asked_by is not null;

-- What the owner and the staff do.

-- What the owner has set, by name; a value of null means that the default holds again. Earlier values are in the audit log.
create table settings (
  name text primary key,
  value jsonb,
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by text references users (id) on delete set null
);

-- Pages made of blocks. A row holds the draft; what visitors read is the published version, which never changes. The
-- specified pages have the ids `home` and `about` and no row until somebody edits them.
create table pages (
  id text primary key,
  slug text not null,
  title text not null,
  description text not null default '',
  place text not null default 'neither' check (place in ('neither', 'menu', 'footer', 'both')),
  blocks jsonb not null default '[]',
  -- Grows with each change of the draft.
  revision integer not null default 1,
  -- A row of page_versions; null while visitors cannot read the page, and of a specified page while it is as it came.
  published_version integer,
  publish_at timestamptz,
  preview_token text not null unique,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by text references users (id) on delete set null,
  deleted_at timestamptz
);
create index pages_due on pages (publish_at) where publish_at is not null;
create unique index pages_slug on pages (slug) where deleted_at is null;

-- What was published of a page, each time.
create table page_versions (
  page_id text not null references pages (id) on delete cascade,
  version integer not null check (version > 0),
  title text not null,
  description text not null,
  place text not null,
  blocks jsonb not null,
  -- Of the draft that was published.
  revision integer not null,
  published_at timestamptz not null default now(),
  published_by text references users (id) on delete set null,
  primary key (page_id, version)
);

-- Who of the staff changed what. No entry is ever changed or deleted.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now(),
  -- Without an index: it is looked for in the newest entries only, and money is what waits for an entry to be written.
  search_text text not null generated always as (
    plain_text(
      replace(action, '.', ' ') || ' ' || subject_id || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')
    )
  ) stored
);
create index audit_log_area on audit_log (subject_type, id desc);
create index audit_log_person on audit_log (actor_id, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, id desc);

-- The machine.

-- What the shop signs its links with, for each purpose by a key derived from it, and what names accounts in its log:
-- random, made once for this database.
create table secrets (
  name text primary key,
  value bytea not null
);

-- The keys of calls that were made, so that a repeated call is done once.
create table idempotency_keys (
  user_id text not null references users (id) on delete cascade,
  key text not null,
  request text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- How often something was called within a time.
create table rate_counters (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

-- News for administrators who are looking. NOTIFY makes commits wait for each other, so nothing is announced while nobody
-- looks: whoever looks says until when.
create table admin_event_watch (
  only_row boolean not null default true,
  until timestamptz not null default '-infinity',
  constraint desk_watch_pkey primary key (only_row),
  constraint desk_watch_only_row_check check (only_row)
);

-- The emulated payment provider.

-- The secrets of the emulated payment provider: random, made when they are first needed, the same for every process.
create table sandbox_secrets (
  only_row boolean default true primary key check (only_row),
  key_secret text not null,
  webhook_secret text not null
);

-- What the shop has asked to be paid.
create table sandbox_orders (
  id text primary key,
  amount_paise bigint not null check (amount_paise >= 100),
  amount_paid_paise bigint not null default 0 check (amount_paid_paise >= 0),
  receipt text constraint sandbox_orders_receipt unique,
  notes jsonb not null,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts integer not null default 0,
  is_auto_captured boolean not null,
  created_at timestamptz not null
);

-- due_at: when a late payment is authorised and captured. failure: the sentence a failed one was refused with.
create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  amount_refunded_paise bigint not null default 0,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text not null,
  failure text,
  has_webhooks boolean not null,
  due_at timestamptz,
  created_at timestamptz not null,
  check (amount_refunded_paise >= 0 and amount_refunded_paise <= amount_paise)
);
create index sandbox_payments_due on sandbox_payments (due_at) where due_at is not null;
create index sandbox_payments_newest on sandbox_payments (created_at desc, id);
create index sandbox_payments_order on sandbox_payments (order_id, created_at);

-- request: the body of the call that made it, so that its repetition can be told from another call with the same key.
create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  status text not null,
  notes jsonb not null,
  idempotency_key text constraint sandbox_refunds_key unique,
  request text not null,
  due_at timestamptz,
  created_at timestamptz not null,
  constraint sandbox_refunds_status check (status in ('pending', 'processed', 'failed'))
);
create index sandbox_refunds_due on sandbox_refunds (due_at) where due_at is not null;
create index sandbox_refunds_payment on sandbox_refunds (payment_id, created_at);

-- One row for each delivery; deliveries of one event share its event_id. next_attempt_at is null once it is done or given
-- up.
create table sandbox_events (
  id bigint generated always as identity primary key,
  event_id text not null,
  type text not null,
  subject text not null,
  body text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_events_due on sandbox_events (next_attempt_at, id) where next_attempt_at is not null;

-- What happens by itself.

-- A cart has 30 lines at most. The statement that adds one refuses a full cart by itself; here calls at the same moment are
-- told apart, which each saw room for one line more. Whoever is undone is tried again and sees what the other one added.
create function limit_cart_lines() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('cart of ' || new.user_id, 0));
  if (select count(*) from cart_lines where user_id = new.user_id) > 30 then
    raise exception 'another call filled this cart' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
create trigger cart_lines_limit after insert on cart_lines for each row
  execute function limit_cart_lines();

-- What proves stock and money cannot be emptied at one stroke.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name;
end
$$;
create trigger checkout_lines_not_emptied before truncate on checkout_lines for each statement
  execute function refuse_truncate();
create trigger checkouts_not_emptied before truncate on checkouts for each statement
  execute function refuse_truncate();
create trigger order_lines_not_emptied before truncate on order_lines for each statement
  execute function refuse_truncate();
create trigger order_steps_not_emptied before truncate on order_steps for each statement
  execute function refuse_truncate();
create trigger orders_not_emptied before truncate on orders for each statement
  execute function refuse_truncate();
create trigger payments_not_emptied before truncate on payments for each statement
  execute function refuse_truncate();
create trigger reconciliations_not_emptied before truncate on reconciliations for each statement
  execute function refuse_truncate();
create trigger refunds_not_emptied before truncate on refunds for each statement
  execute function refuse_truncate();
create trigger stock_ledger_not_emptied before truncate on stock_ledger for each statement
  execute function refuse_truncate();
create trigger webhook_events_not_emptied before truncate on webhook_events for each statement
  execute function refuse_truncate();

-- The audit log never changes.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed';
end
$$;
create trigger audit_log_not_emptied before truncate on audit_log for each statement
  execute function refuse_change();
create trigger audit_log_unchanged before delete or update on audit_log for each row
  execute function refuse_change();

-- Documents never change. Whether one is cancelled is noted, once.
create function refuse_change_but_cancelling() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.cancelled_at is null and new.cancelled_at is not null
    and to_jsonb(new) - array['cancelled_at', 'seller_state', 'seller_gstin']
      = to_jsonb(old) - array['cancelled_at', 'seller_state', 'seller_gstin'] then
    return new;
  end if;
  raise exception 'a document is never changed or deleted';
end
$$;
create function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  raise exception 'a document is never changed or deleted';
end
$$;
create trigger document_lines_are_kept before delete or update on document_lines for each row
  execute function refuse_change_of_document();
create trigger documents_are_kept before delete or update on documents for each row
  execute function refuse_change_but_cancelling();
create trigger e_invoices_are_kept before delete or update on e_invoices for each row
  execute function refuse_change_of_document();

-- The list of products follows the products, their sizes and their pictures.
create function list_new_products() returns trigger language plpgsql as $$
begin
  insert into product_list (product_id, category_id, sort_name, paid_price_paise, colour)
  select id, category_id, sort_name, paid_price_paise, colour from added where deleted_at is null;
  return null;
end
$$;
create function list_new_sizes() returns trigger language plpgsql as $$
begin
  update product_list set sizes = product_list.sizes || new_sizes.sizes, sizes_in_stock = product_list.sizes_in_stock || new_sizes.sizes_in_stock
  from (
    select product_id, array_agg(size order by position) as sizes,
      coalesce(array_agg(size) filter (where stock > 0), '{}') as sizes_in_stock
    from added group by product_id
  ) as new_sizes
  where product_list.product_id = new_sizes.product_id;
  return null;
end
$$;
create function relist_product() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from product_list where product_id = new.id;
    return null;
  end if;
  if old.deleted_at is not null then
    insert into product_list (product_id, category_id, sort_name, paid_price_paise, sizes, sizes_in_stock)
    select new.id, new.category_id, new.sort_name, new.paid_price_paise, coalesce(array_agg(size order by position), '{}'),
      coalesce(array_agg(size) filter (where stock > 0), '{}')
    from product_sizes where product_id = new.id;
  end if;
  update product_list set category_id = new.category_id, sort_name = new.sort_name, paid_price_paise = new.paid_price_paise,
    colour = new.colour
  where product_id = new.id;
  return null;
end
$$;
create function relist_sizes() returns trigger language plpgsql as $$
begin
  update product_list set
    sizes = coalesce((select array_agg(size order by position) from product_sizes where product_id = old.product_id), '{}'),
    sizes_in_stock = coalesce(
      (select array_agg(size) from product_sizes where product_id = old.product_id and stock > 0), '{}'
    )
  where product_list.product_id = old.product_id;
  return null;
end
$$;
create function relist_pictures() returns trigger language plpgsql as $$
begin
  perform from product_list where product_id in (select product_id from changed) order by product_id for update;
  update product_list set product_id = product_id where product_id in (select product_id from changed);
  return null;
end
$$;
create trigger product_images_relist_changed after update on product_images referencing new table as changed for each statement
  execute function relist_pictures();
create trigger product_images_relist_gone after delete on product_images referencing old table as changed for each statement
  execute function relist_pictures();
create trigger product_images_relist_new after insert on product_images referencing new table as changed for each statement
  execute function relist_pictures();
create trigger product_sizes_list after insert on product_sizes referencing new table as added for each statement
  execute function list_new_sizes();
create trigger product_sizes_rename after update on product_sizes for each row
  when (old.size is distinct from new.size or old.position is distinct from new.position)
  execute function relist_sizes();
create trigger product_sizes_unlist after delete on product_sizes for each row
  execute function relist_sizes();
create trigger products_list after insert on products referencing new table as added for each statement
  execute function list_new_products();
create trigger products_relist after update on products for each row
  when (
    old.category_id is distinct from new.category_id
    or old.name is distinct from new.name
    or old.description is distinct from new.description
    or old.price_paise is distinct from new.price_paise
    or old.discounted_price_paise is distinct from new.discounted_price_paise
    or old.colour is distinct from new.colour
    or old.fabric is distinct from new.fabric
    or old.fit is distinct from new.fit
    or old.deleted_at is distinct from new.deleted_at
  )
  execute function relist_product();
create trigger products_relist_colour_group after update of colour_group on products for each row
  when (old.colour_group is distinct from new.colour_group)
  execute function relist_product();
create trigger products_relist_draft after update of is_draft on products for each row
  when (old.is_draft is distinct from new.is_draft)
  execute function relist_product();
create trigger products_relist_origin after update of origin on products for each row
  when (old.origin is distinct from new.origin)
  execute function relist_product();

-- Only a size that runs out or comes back touches the list: relative to the row as it then is, since two sizes of one
-- product may do so at once, and in the order of the products, so that two orders never wait for each other.
create function relist_stock() returns trigger language plpgsql as $$
begin
  if not exists (select from was join now_is using (id) where (was.stock > 0) <> (now_is.stock > 0)) then
    return null;
  end if;
  perform from product_list where product_id in (select product_id from now_is) order by product_id for update;
  update product_list set sizes_in_stock = array(
    select unnest(product_list.sizes_in_stock) except select unnest(turned.gone) union select unnest(turned.back)
  )
  from (
    select now_is.product_id,
      array_agg(now_is.size) filter (where now_is.stock = 0) as gone,
      array_agg(now_is.size) filter (where now_is.stock > 0) as back
    from was join now_is using (id)
    where (was.stock > 0) <> (now_is.stock > 0)
    group by now_is.product_id
  ) as turned
  where product_list.product_id = turned.product_id;
  return null;
end
$$;
create trigger product_sizes_restock after update on product_sizes referencing old table as was new table as now_is for each statement
  execute function relist_stock();

-- What a list shows names the transaction that wrote it last.
create function stamp_listed_product() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create function record_product_list_removal() returns trigger language plpgsql as $$
begin
  insert into product_list_removals (product_id) values (old.product_id)
  on conflict (product_id) do update set changed_in = excluded.changed_in;
  return null;
end
$$;
create trigger catalogue_settings_stamp before update on catalogue_settings for each row
  execute function stamp_listed_product();
create trigger product_list_note_change before update on product_list for each row
  execute function stamp_listed_product();
create trigger product_list_note_leaver after delete on product_list for each row
  execute function record_product_list_removal();
create trigger product_sizes_stamp before update on product_sizes for each row
  execute function stamp_listed_product();

-- Every process hears which tags of cached responses each commit outdates.
create function publish_catalogue_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'catalogue');
  return null;
end
$$;
create function publish_reviews_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'reviews:' || coalesce(new.product_id, old.product_id));
  return null;
end
$$;
create function publish_settings_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'settings');
  return null;
end
$$;
create function publish_pages_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'pages');
  return null;
end
$$;
create trigger catalogue_settings_publish after insert or update on catalogue_settings for each statement
  execute function publish_catalogue_tag();
create trigger categories_announce after insert or delete or update on categories for each statement
  execute function publish_catalogue_tag();
create trigger pages_publish after insert or delete or update of slug, published_version, deleted_at on pages for each statement
  execute function publish_pages_tag();
create trigger product_images_announce after insert or delete or update on product_images for each statement
  execute function publish_catalogue_tag();
create trigger product_sizes_announce after insert or delete on product_sizes for each statement
  execute function publish_catalogue_tag();
create trigger products_announce after insert or delete or update on products for each statement
  execute function publish_catalogue_tag();
create trigger reviews_announce after insert or delete or update on reviews for each row
  execute function publish_reviews_tag();
create trigger settings_publish after insert or delete or update on settings for each statement
  execute function publish_settings_tag();

-- A change of stock names the products. All of it is read from the changed rows, which are locked, so that two changes at
-- once cannot both miss what they do together: as long as one size has more than ten pieces the product has too.
create function publish_stock_tags() returns trigger language plpgsql as $$
declare
  tags text;
begin
  if exists (
    select from was join now_is using (id)
    where (was.product_id, was.size, was.position, was.measurements)
      is distinct from (now_is.product_id, now_is.size, now_is.position, now_is.measurements)
  ) then
    perform nextval('announcements'), pg_notify('catalogue', 'catalogue');
    return null;
  end if;
  select string_agg('stock:' || product_id || case when is_seen then ' availability:' || product_id else '' end, ' ')
    || case when bool_or(has_turned) then ' availability' else '' end
  into tags
  from (
    select now_is.product_id,
      bool_or((was.stock > 0) <> (now_is.stock > 0)) as has_turned,
      bool_or((was.stock > 0) <> (now_is.stock > 0) or least(was.stock, now_is.stock) <= 10) as is_seen
    from was join now_is using (id)
    where was.stock <> now_is.stock
    group by now_is.product_id
  ) as moved;
  if tags is not null then
    -- A payload ends at 8,000 bytes.
    perform nextval('announcements'), pg_notify('catalogue', case when octet_length(tags) < 7900 then tags else 'catalogue' end);
  end if;
  return null;
end
$$;
create trigger product_sizes_announce_stock after update on product_sizes
  referencing old table as was new table as now_is for each statement
  execute function publish_stock_tags();

-- Administrators who look hear what was touched, as `kind change id id …`; of a great many at once only that there were.
create function publish_admin_event() returns trigger language plpgsql as $$
declare
  ids text;
begin
  if not exists (select from admin_event_watch where until > now()) then
    return null;
  end if;
  select string_agg(id, ' ') into ids from (
    select distinct to_jsonb(touched) ->> tg_argv[1] as id from touched limit 101
  ) named;
  if ids is not null then
    perform nextval('announcements'), pg_notify('admin_events', tg_argv[0] || ' ' || lower(tg_op) || case when length(ids) < 7000 then ' ' || ids else '' end);
  end if;
  return null;
end
$$;
create trigger contacts_publish_delete after delete on contacts referencing old table as touched for each statement
  execute function publish_admin_event('contact', 'id');
create trigger contacts_publish_insert after insert on contacts referencing new table as touched for each statement
  execute function publish_admin_event('contact', 'id');
create trigger contacts_publish_update after update on contacts referencing new table as touched for each statement
  execute function publish_admin_event('contact', 'id');
create trigger orders_publish_insert after insert on orders referencing new table as touched for each statement
  execute function publish_admin_event('order', 'id');
create trigger orders_publish_update after update on orders referencing new table as touched for each statement
  execute function publish_admin_event('order', 'id');
create trigger product_sizes_publish_update after update on product_sizes referencing new table as touched for each statement
  execute function publish_admin_event('product', 'product_id');
create trigger products_publish_update after update on products referencing new table as touched for each statement
  execute function publish_admin_event('product', 'id');

-- What the shop starts with.
insert into admin_event_watch default values;
insert into secrets (name, value)
select name, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
from (values ('links'), ('log')) named (name);
