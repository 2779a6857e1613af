-- The owner's work on products: what was deleted can be listed and restored, and sizes and names can be edited.

create index products_deleted on products (deleted_at desc, id) where deleted_at is not null;

-- Sizes used to be only added; now they are renamed, put in order and taken away, too.
create function reshelve_sizes() returns trigger language plpgsql as $$
begin
  update shelf set
    sizes = coalesce((select array_agg(size order by position) from product_sizes where product_id = old.product_id), '{}'),
    sizes_in_stock = coalesce(
      (select array_agg(size) from product_sizes where product_id = old.product_id and stock > 0), '{}'
    )
  where shelf.product_id = old.product_id;
  return null;
end
$$;
create trigger product_sizes_rename after update on product_sizes for each row
  when ((old.size, old.position) is distinct from (new.size, new.position)) execute function reshelve_sizes();
create trigger product_sizes_unshelve after delete on product_sizes for each row execute function reshelve_sizes();

-- A product that is given other words teaches them to the search, as a new one does.
create function learn_new_words() returns trigger language plpgsql as $$
begin
  insert into search_vocabulary (word)
  select distinct lexeme from unnest(new.search_words)
  where weights && array['A', 'B'] and length(lexeme) between 3 and 30 and lexeme !~ '[0-9]'
  on conflict do nothing;
  return null;
end
$$;
create trigger products_learn_new_words after update on products for each row
  when (old.search_words is distinct from new.search_words) execute function learn_new_words();
