-- The shelf: the catalogue as lists need it, one narrow row for each product that is on sale. Filters, sorting, counts
-- and pages read it alone; triggers keep it, so that no writer has to know of it.

create table shelf (
  product_id text primary key references products (id) on delete cascade,
  category_id text not null,
  sort_name text collate "C" not null,
  paid_price_paise bigint not null,
  colour text,
  sizes text[] not null default '{}',
  sizes_in_stock text[] not null default '{}'
) with (fillfactor = 80);
create index shelf_by_name on shelf (sort_name, product_id);
create index shelf_by_price on shelf (paid_price_paise, product_id);
create index shelf_by_falling_price on shelf (paid_price_paise desc, product_id);
create index shelf_in_category_by_name on shelf (category_id, sort_name, product_id);
create index shelf_in_category_by_price on shelf (category_id, paid_price_paise, product_id);
create index shelf_in_category_by_falling_price on shelf (category_id, paid_price_paise desc, product_id);
drop index products_by_name, products_by_price, products_in_category_by_name, products_in_category_by_price;

create function shelve_products() returns trigger language plpgsql as $$
begin
  insert into shelf (product_id, category_id, sort_name, paid_price_paise, colour)
  select id, category_id, sort_name, paid_price_paise, colour from added where deleted_at is null;
  return null;
end
$$;
create trigger products_shelve after insert on products
  referencing new table as added for each statement execute function shelve_products();

create function reshelve_product() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from shelf where product_id = new.id;
    return null;
  end if;
  if old.deleted_at is not null then
    insert into shelf (product_id, category_id, sort_name, paid_price_paise, sizes, sizes_in_stock)
    select new.id, new.category_id, new.sort_name, new.paid_price_paise, coalesce(array_agg(size order by position), '{}'),
      coalesce(array_agg(size) filter (where stock > 0), '{}')
    from product_sizes where product_id = new.id;
  end if;
  update shelf set category_id = new.category_id, sort_name = new.sort_name, paid_price_paise = new.paid_price_paise,
    colour = new.colour
  where product_id = new.id;
  return null;
end
$$;
create trigger products_reshelve after update on products for each row
  when (
    (old.category_id, old.sort_name, old.paid_price_paise, old.colour, old.deleted_at)
    is distinct from (new.category_id, new.sort_name, new.paid_price_paise, new.colour, new.deleted_at)
  ) execute function reshelve_product();

create function shelve_sizes() returns trigger language plpgsql as $$
begin
  update shelf set sizes = shelf.sizes || new_sizes.sizes, sizes_in_stock = shelf.sizes_in_stock || new_sizes.sizes_in_stock
  from (
    select product_id, array_agg(size order by position) as sizes,
      coalesce(array_agg(size) filter (where stock > 0), '{}') as sizes_in_stock
    from added group by product_id
  ) as new_sizes
  where shelf.product_id = new_sizes.product_id;
  return null;
end
$$;
create trigger product_sizes_shelve after insert on product_sizes
  referencing new table as added for each statement execute function shelve_sizes();

-- Only a size that runs out or comes back touches the shelf: relative to the row as it then is, since two sizes of one
-- product may do so at once, and in the order of the products, so that two orders never wait for each other.
create function restock_shelf() returns trigger language plpgsql as $$
begin
  if not exists (select from was join now_is using (id) where (was.stock > 0) <> (now_is.stock > 0)) then
    return null;
  end if;
  perform from shelf where product_id in (select product_id from now_is) order by product_id for update;
  update shelf set sizes_in_stock = array(
    select unnest(shelf.sizes_in_stock) except select unnest(turned.gone) union select unnest(turned.back)
  )
  from (
    select now_is.product_id,
      array_agg(now_is.size) filter (where now_is.stock = 0) as gone,
      array_agg(now_is.size) filter (where now_is.stock > 0) as back
    from was join now_is using (id)
    where (was.stock > 0) <> (now_is.stock > 0)
    group by now_is.product_id
  ) as turned
  where shelf.product_id = turned.product_id;
  return null;
end
$$;
create trigger product_sizes_restock after update on product_sizes
  referencing old table as was new table as now_is for each statement execute function restock_shelf();

insert into shelf (product_id, category_id, sort_name, paid_price_paise, colour, sizes, sizes_in_stock)
select id, category_id, sort_name, paid_price_paise, colour,
  coalesce((select array_agg(size order by position) from product_sizes where product_id = products.id), '{}'),
  coalesce((select array_agg(size) from product_sizes where product_id = products.id and stock > 0), '{}')
from products where deleted_at is null;

-- The words that products are named by, for telling what a misspelt search means. A word is learned and never unlearned.
create table search_vocabulary (word text primary key);

-- Of the words to search by, those of name (A), colour and fabric (B) are whole; the description's (C) are stems.
create function learn_words() returns trigger language plpgsql as $$
begin
  insert into search_vocabulary (word)
  select distinct lexeme from added, unnest(added.search_words)
  where weights && array['A', 'B'] and length(lexeme) between 3 and 30 and lexeme !~ '[0-9]'
  on conflict do nothing;
  return null;
end
$$;
create trigger products_learn_words after insert on products
  referencing new table as added for each statement execute function learn_words();

insert into search_vocabulary (word)
select distinct lexeme from products, unnest(search_words)
where weights && array['A', 'B'] and length(lexeme) between 3 and 30 and lexeme !~ '[0-9]';

-- A LIKE pattern that finds the text anywhere: % and _ are ordinary characters.
create function pattern_of(value text) returns text
  language sql immutable parallel safe strict
  return '%' || replace(replace(replace(plain_text(value), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- A placeholder of some 25 bytes in base64, shown until the picture is there.
alter table product_images add column thumbhash text not null default '';
