-- A reduction of products and categories between two moments. Its prices stand in `sale_prices` while it runs.
create table sales (
  id text primary key,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  percent integer check (percent >= 1 and percent <= 99),
  amount_paise bigint check (amount_paise > 0),
  -- How a reduced price is rounded, by its name in the code.
  rounding text not null,
  product_ids text[] not null default '{}',
  category_ids text[] not null default '{}',
  -- When somebody stopped it before its end.
  stopped_at timestamptz,
  -- When its prices came into force, and when they left it.
  began_at timestamptz,
  ended_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  constraint sales_percent_or_amount check ((percent is null) <> (amount_paise is null)),
  constraint sales_end_after_start check (ends_at > starts_at),
  constraint sales_of_something check (product_ids <> '{}' or category_ids <> '{}')
);
create index sales_newest on sales (starts_at desc, id desc);

-- What a sale makes of a product's price now; without a sale once none reduces it any more. A table of its own, because a row
-- of `products` takes twenty times as long to write.
create table sale_prices (
  product_id text primary key references products (id) on delete cascade,
  sale_id text,
  price_paise bigint check (price_paise > 0),
  -- The transaction that wrote it last.
  changed_in xid8 not null default pg_current_xact_id(),
  constraint sale_prices_price_of_sale check ((sale_id is null) = (price_paise is null))
);
create index sale_prices_by_change on sale_prices (changed_in);

-- Which prices a product had from when on. One row for each transaction that changed them.
create table price_history (
  product_id text not null references products (id) on delete cascade,
  -- When the transaction began; its row is written once more if it changes the prices again.
  written_at timestamptz not null default now(),
  -- From when on. Later than every earlier row of the product, because its prices are locked while they are written.
  at timestamptz not null default clock_timestamp(),
  price_paise bigint not null,
  discounted_price_paise bigint,
  sale_id text,
  sale_price_paise bigint,
  paid_price_paise bigint not null generated always as (least(sale_price_paise, discounted_price_paise, price_paise)) stored,
  -- The lowest that was paid in the 30 days before this price; null where nothing is known of them.
  lowest_paid_paise bigint,
  primary key (product_id, written_at)
);
create index price_history_by_moment on price_history (product_id, at desc);

insert into price_history (product_id, price_paise, discounted_price_paise)
select id, price_paise, discounted_price_paise from products;

create function note_prices(ids text[]) returns void language sql as $$
  insert into price_history (product_id, price_paise, discounted_price_paise, sale_id, sale_price_paise, lowest_paid_paise)
  select products.id, products.price_paise, products.discounted_price_paise, sale.sale_id, sale.price_paise,
    case when former.paid_price_paise = least(sale.price_paise, products.paid_price_paise) then former.lowest_paid_paise
    else (
      select min(paid_price_paise) from price_history
      where product_id = products.id and written_at <> now() and at >= coalesce((
        select max(at) from price_history
        where product_id = products.id and written_at <> now() and at <= now() - interval '30 days'
      ), '-infinity')
    ) end
  from products
  left join sale_prices sale on sale.product_id = products.id
  left join lateral (
    select paid_price_paise, lowest_paid_paise from price_history
    where product_id = products.id and written_at <> now() order by at desc limit 1
  ) former on true
  where products.id = any(ids)
  on conflict (product_id, written_at) do update set at = excluded.at, price_paise = excluded.price_paise,
    discounted_price_paise = excluded.discounted_price_paise, sale_id = excluded.sale_id,
    sale_price_paise = excluded.sale_price_paise, lowest_paid_paise = excluded.lowest_paid_paise
$$;
create function note_new_prices() returns trigger language plpgsql as $$
begin
  insert into price_history (product_id, price_paise, discounted_price_paise)
  select id, price_paise, discounted_price_paise from added;
  return null;
end
$$;
create function note_changed_prices() returns trigger language plpgsql as $$
begin
  perform note_prices(array[new.id]);
  return null;
end
$$;
create trigger products_note_new_prices after insert on products referencing new table as added for each statement
  execute function note_new_prices();
create trigger products_note_prices after update of price_paise, discounted_price_paise on products for each row
  when (old.price_paise <> new.price_paise or old.discounted_price_paise is distinct from new.discounted_price_paise)
  execute function note_changed_prices();

-- Prices that turn name their products, so that nothing is outdated but what shows them. A payload ends at 8,000 bytes.
create function publish_turned_prices() returns trigger language plpgsql as $$
declare
  part text;
begin
  perform note_prices(array(select product_id from turned));
  perform nextval('announcements');
  for part in
    select string_agg('price:' || product_id, ' ') from (
      select product_id, row_number() over (order by product_id) / 200 as part from turned where octet_length(product_id) <= 30
    ) numbered
    group by numbered.part
  loop
    perform nextval('announcements'), pg_notify('catalogue', 'prices ' || part);
  end loop;
  if exists (select from turned where octet_length(product_id) > 30) then
    perform nextval('announcements'), pg_notify('catalogue', 'catalogue');
  end if;
  return null;
end
$$;
create trigger sale_prices_publish_new after insert on sale_prices referencing new table as turned for each statement
  execute function publish_turned_prices();
create trigger sale_prices_publish after update on sale_prices referencing new table as turned for each statement
  execute function publish_turned_prices();

create function publish_sales_tag() returns trigger language plpgsql as $$
begin
  perform nextval('announcements'), pg_notify('catalogue', 'sales');
  return null;
end
$$;
create trigger sales_publish after insert or update on sales for each row
  execute function publish_sales_tag();
