-- Products that are shown together at an address of their own.
create table collections (
  id text primary key,
  slug text not null,
  title text not null,
  text text not null default '',
  -- As the shop's own pictures are named: hash and size in pixels.
  picture text not null default '',
  picture_words text not null default '',
  -- What its products have in common; null where they are chosen by hand.
  rule jsonb,
  -- The products that were chosen by hand, in their order. Of a collection with a rule they stand before the others.
  product_ids text[] not null default '{}',
  sort text not null check (sort in ('by hand', 'newest', 'best-sold', 'discount', 'name', 'price-asc', 'price-desc')),
  is_hidden boolean not null default false,
  -- Grows with each change.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by text references users (id) on delete set null,
  deleted_at timestamptz,
  -- The transaction that wrote it last, as in product_list.
  changed_in xid8 not null default pg_current_xact_id()
);
create unique index collections_slug on collections (slug) where deleted_at is null;
create index collections_by_change on collections (changed_in);
create trigger collections_stamp before update on collections for each row
  execute function stamp_listed_product();
create trigger collections_publish after insert or delete or update on collections for each statement
  execute function publish_catalogue_tag();
