-- Every size has a SKU and a barcode, which name it on labels and to scanners: given by the owner, or made from a number. No two sizes
-- share one, whatever the case of its letters.
create sequence size_numbers start 1001;
-- A default fills the rows of today without waking the triggers of each of them.
alter table product_sizes
  add column sku text not null default 'S' || nextval('size_numbers'),
  add column barcode text not null default (20000000 + currval('size_numbers'))::text;
alter table product_sizes alter column sku drop default, alter column barcode drop default;
-- Prefixes are searched too.
create unique index product_sizes_sku on product_sizes (lower(sku) text_pattern_ops);
create unique index product_sizes_barcode on product_sizes (lower(barcode) text_pattern_ops);

-- Makes the codes that a size is not given. Numbers beginning with 2 are for use within a shop, so no maker's barcode is among them. The
-- plan of its query is made while the table is small, and is kept: it must use the indexes even then.
create function make_size_codes() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  number bigint;
  made text[];
begin
  if new.sku is not null and new.barcode is not null then
    return new;
  end if;
  loop
    number := nextval('size_numbers');
    made := array['s' || number, (20000000 + number)::text];
    exit when not exists (select from product_sizes where lower(sku) = any(made))
      and not exists (select from product_sizes where lower(barcode) = any(made));
  end loop;
  new.sku := coalesce(new.sku, 'S' || number);
  new.barcode := coalesce(new.barcode, made[2]);
  return new;
end
$$;
create trigger product_sizes_codes before insert or update of sku, barcode on product_sizes for each row
  execute function make_size_codes();
