-- Tables, functions, triggers and indexes get the names that the code uses, and what the database announces are cache tags.

alter table shelf rename to product_list;
alter table shelf_leavers rename to product_list_removals;
alter table desk_watch rename to admin_event_watch;

alter function shelve_products rename to list_new_products;
alter function reshelve_product rename to relist_product;
alter function shelve_sizes rename to list_new_sizes;
alter function reshelve_sizes rename to relist_sizes;
alter function restock_shelf rename to relist_stock;
alter function note_shelf_change rename to stamp_listed_product;
alter function note_shelf_leaver rename to record_product_list_removal;
alter function announce_to_desk rename to publish_admin_event;
alter function announce_catalogue rename to publish_catalogue_tag;
alter function announce_stock rename to publish_stock_tags;
alter function announce_review rename to publish_reviews_tag;

-- The text of a function is not renamed with the tables that it names.
do $$
declare
  named record;
begin
  for named in
    select oid, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc ~ '\m(shelf|shelf_leavers|desk_watch|desk)\M'
  loop
    execute replace(replace(replace(replace(named.definition,
      'shelf_leavers', 'product_list_removals'), 'shelf', 'product_list'),
      'desk_watch', 'admin_event_watch'), '''desk''', '''admin_events''');
  end loop;
  for named in
    select tgname as old_name, tgrelid::regclass as relation, case
        when tgname like '%\_desk' then regexp_replace(tgname, '_[a-z]+_desk$', '_publish_' || case
          when tgtype & 4 > 0 then 'insert' when tgtype & 16 > 0 then 'update' else 'delete' end)
        else replace(replace(replace(replace(tgname, 'reshelve', 'relist'), 'unshelve', 'unlist'), 'shelve', 'list'), 'shelf', 'product_list')
      end as new_name
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal and tgname ~ '(shelf|shelve|_desk$)'
  loop
    execute format('alter trigger %I on %s rename to %I', named.old_name, named.relation, named.new_name);
  end loop;
  for named in
    select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'i' and relname like '%shelf%'
  loop
    execute format('alter index %I rename to %I', named.relname,
      replace(replace(named.relname, 'shelf_leavers', 'product_list_removals'), 'shelf', 'product_list'));
  end loop;
end
$$;

create or replace function publish_catalogue_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'catalogue');
  return null;
end
$$;

-- A change of stock names the products. All of it is read from the changed rows, which are locked, so that two changes at
-- once cannot both miss what they do together: as long as one size has more than ten pieces the product has too.
create or replace function publish_stock_tags() returns trigger language plpgsql as $$
declare
  tags text;
begin
  if exists (
    select from was join now_is using (id)
    where (was.product_id, was.size, was.position, was.measurements)
      is distinct from (now_is.product_id, now_is.size, now_is.position, now_is.measurements)
  ) then
    perform pg_notify('catalogue', 'catalogue');
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
    perform pg_notify('catalogue', case when octet_length(tags) < 7900 then tags else 'catalogue' end);
  end if;
  return null;
end
$$;

create or replace function publish_reviews_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'reviews:' || coalesce(new.product_id, old.product_id));
  return null;
end
$$;
