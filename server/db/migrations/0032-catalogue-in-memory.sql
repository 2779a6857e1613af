-- Lists, counts and search come from the memory of each process, which reads what has changed before it answers. So all
-- that a list shows names the transaction that wrote it last.

create trigger products_relist_all after update on products for each row
  when (
    (old.category_id, old.name, old.description, old.price_paise, old.discounted_price_paise, old.colour, old.fabric, old.fit,
      old.deleted_at)
    is distinct from (new.category_id, new.name, new.description, new.price_paise, new.discounted_price_paise, new.colour,
      new.fabric, new.fit, new.deleted_at)
  ) execute function relist_product();
drop trigger products_relist on products;
alter trigger products_relist_all on products rename to products_relist;

-- Stock has a stamp of its own: a sale would otherwise write the product's row too, and sales of two sizes would wait for each other.
alter table product_sizes add column changed_in xid8 not null default pg_current_xact_id();
create index product_sizes_by_change on product_sizes (changed_in);
create trigger product_sizes_stamp before update on product_sizes for each row execute function stamp_listed_product();

create function relist_pictures() returns trigger language plpgsql as $$
begin
  perform from product_list where product_id in (select product_id from changed) order by product_id for update;
  update product_list set product_id = product_id where product_id in (select product_id from changed);
  return null;
end
$$;
create trigger product_images_relist_new after insert on product_images
  referencing new table as changed for each statement execute function relist_pictures();
create trigger product_images_relist_changed after update on product_images
  referencing new table as changed for each statement execute function relist_pictures();
create trigger product_images_relist_gone after delete on product_images
  referencing old table as changed for each statement execute function relist_pictures();

-- What the owner has set for search and filters, each as a whole: 'synonyms', 'colour-families'.
create table catalogue_settings (
  name text primary key,
  value jsonb not null,
  changed_in xid8 not null default pg_current_xact_id()
);
create trigger catalogue_settings_stamp before update on catalogue_settings
  for each row execute function stamp_listed_product();
create trigger catalogue_settings_publish after insert or update on catalogue_settings
  for each statement execute function publish_catalogue_tag();

-- The words to correct a search by are those of the products in memory.
drop trigger products_learn_words on products;
drop trigger products_learn_new_words on products;
drop function learn_words;
drop function learn_new_words;
drop table search_vocabulary;
