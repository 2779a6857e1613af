-- A change of stock alone no longer announces that anything may have changed. It names the products, and how much of each
-- can be seen: its pieces; few ("Only 5 left" may have another number); its word (sold out, back in stock). All of it is
-- told from the row itself, which is locked, so that two changes at once cannot both miss what they do together: as long
-- as one size has more than ten pieces the product has too.
drop trigger product_sizes_announce on product_sizes;
create trigger product_sizes_announce after insert or delete on product_sizes
  for each statement execute function announce_catalogue();

create function announce_stock() returns trigger language plpgsql as $$
declare
  keys text;
begin
  if exists (
    select from was join now_is using (id)
    where (was.product_id, was.size, was.position, was.measurements)
      is distinct from (now_is.product_id, now_is.size, now_is.position, now_is.measurements)
  ) then
    perform pg_notify('catalogue', '');
    return null;
  end if;
  select string_agg(product_id || case
      when has_turned then ' ' || product_id || ':word'
      when has_few then ' ' || product_id || ':few'
      else ''
    end, ' ') || case when bool_or(has_turned) then ' turns' else '' end
  into keys
  from (
    select now_is.product_id,
      bool_or((was.stock > 0) <> (now_is.stock > 0)) as has_turned,
      bool_or(least(was.stock, now_is.stock) <= 10) as has_few
    from was join now_is using (id)
    where was.stock <> now_is.stock
    group by now_is.product_id
  ) as moved;
  if keys is not null then
    -- A payload ends at 8,000 bytes.
    perform pg_notify('catalogue', case when octet_length(keys) < 7900 then keys else '' end);
  end if;
  return null;
end
$$;
create trigger product_sizes_announce_stock after update on product_sizes
  referencing old table as was new table as now_is for each statement execute function announce_stock();
